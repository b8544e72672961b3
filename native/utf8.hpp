// Checks that bytes are UTF-8: shortest forms only, no surrogates, nothing above U+10FFFF.
#pragma once
#include <cstddef>
#include <string_view>

namespace swvm {

inline constexpr std::size_t kValidUtf8 = static_cast<std::size_t>(-1);

// The offset of the first byte that begins no well-formed sequence, or kValidUtf8.
std::size_t first_utf8_error(std::string_view bytes);

}  // namespace swvm
