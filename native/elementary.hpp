// The exponential and the logarithm with the same bits on every machine: what the C library gives differs between
// systems. Both are right to about one unit in the last place; each takes some twenty multiplications.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstring>

namespace swvm {

inline constexpr double kLn2High = 0x1.62e42fee00000p-1, kLn2Low = 0x1.a39ef35793c76p-33;

// e^x for x <= 0; 0 where that is no normal number any more.
inline double exp_below(double x) {
  if (!(x > -708.0)) return 0.0;
  const double k = std::floor(x * 1.4426950408889634 + 0.5);
  const double r = (x - k * kLn2High) - k * kLn2Low;  // |r| <= ln 2 / 2
  double sum = 1.0 / 6227020800.0;
  for (const double factorial :
       {479001600.0, 39916800.0, 3628800.0, 362880.0, 40320.0, 5040.0, 720.0, 120.0, 24.0, 6.0, 2.0, 1.0, 1.0}) {
    sum = sum * r + 1.0 / factorial;
  }
  const std::uint64_t bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(k) + 1023) << 52;
  double power;
  std::memcpy(&power, &bits, sizeof(power));
  return sum * power;
}

// The natural logarithm of a normal number > 0.
inline double log_of(double x) {
  std::uint64_t bits;
  std::memcpy(&bits, &x, sizeof(bits));
  const std::uint64_t root =
      0x3fe6a09e667f3bcdULL;  // the square root of 1/2: the mantissa lies from there to its double
  const auto k = static_cast<std::int64_t>(bits - root) >> 52;
  bits -= static_cast<std::uint64_t>(k) << 52;
  double m;
  std::memcpy(&m, &bits, sizeof(m));
  // log m = 2 artanh s = 2 (s + s^3/3 + s^5/5 + ...), |s| < 0.172
  const double s = (m - 1.0) / (m + 1.0), square = s * s;
  double sum = 1.0 / 21.0;
  for (const double odd : {19.0, 17.0, 15.0, 13.0, 11.0, 9.0, 7.0, 5.0, 3.0}) sum = sum * square + 1.0 / odd;
  const double times = static_cast<double>(k);
  return times * kLn2High + (2.0 * s + (2.0 * s * square * sum + times * kLn2Low));
}

}  // namespace swvm
