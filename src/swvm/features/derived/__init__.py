"""Columns that are derived from others: clusters, lexicons, what the training labels say of a word.

`declaration` is what a features file says (`@column gene = lexicon(w, "genes.txt")`), `making` the functions that it
may call, `resource` what is left when one is done: a table of keys, kept in the model. `derivation` adds the columns
to a corpus. The look-ups are in `native/derived`; their slow twin is `swvm.reference.derived`.
"""
