// std::vector <-> NumPy array.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace swvm {

template <class T>
using Array = nanobind::ndarray<nanobind::numpy, T, nanobind::ndim<1>>;

// An input: contiguous, in the processor's memory, read only; converted only from the same type.
template <class T>
using ArrayView = nanobind::ndarray<const T, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;

template <class T>
using MatrixView = nanobind::ndarray<const T, nanobind::ndim<2>, nanobind::c_contig, nanobind::device::cpu>;
template <class T>
using MutableMatrix = nanobind::ndarray<T, nanobind::ndim<2>, nanobind::c_contig, nanobind::device::cpu>;
template <class T>
using Matrix = nanobind::ndarray<nanobind::numpy, T, nanobind::ndim<2>>;

// The array owns the vector's memory: nothing is copied.
template <class T>
Array<T> to_array(std::vector<T>&& values) {
  auto owned = std::make_unique<std::vector<T>>(std::move(values));
  T* data = owned->data();
  const std::size_t size = owned->size();
  nanobind::capsule owner(owned.get(), [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  owned.release();
  return Array<T>(data, {size}, owner);
}

// New arrays, to be filled through `data`.
template <class T>
Array<T> new_array(std::size_t size, T** data) {
  *data = new T[size > 0 ? size : 1];
  nanobind::capsule owner(*data, [](void* p) noexcept { delete[] static_cast<T*>(p); });
  return Array<T>(*data, {size}, owner);
}

template <class T>
Matrix<T> new_matrix(std::size_t rows, std::size_t columns, T** data) {
  if (columns > 0 && rows > PTRDIFF_MAX / sizeof(T) / columns) throw std::bad_alloc();  // rows * columns would wrap
  *data = new T[rows * columns > 0 ? rows * columns : 1];
  nanobind::capsule owner(*data, [](void* p) noexcept { delete[] static_cast<T*>(p); });
  return Matrix<T>(*data, {rows, columns}, owner);
}

}  // namespace swvm
