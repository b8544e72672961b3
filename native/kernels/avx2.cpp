namespace swvm {}
