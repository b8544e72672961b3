// Bytes of a corpus -> codes of its columns, sentence offsets.
#pragma once
#include "interner.hpp"
