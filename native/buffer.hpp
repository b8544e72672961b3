// A growing array of plain numbers whose memory can be handed over, so that a result reaches its reader without a copy.
#pragma once
#include <cstddef>
#include <cstdlib>
#include <new>
#include <type_traits>
#include <utility>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace swvm {

// For a program that does the same work again and again: freed memory is kept for the next block. glibc would give
// large blocks back each time, and the system would clear them before it hands them out again.
inline void keep_freed_memory() {
#if defined(__GLIBC__)
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_TOP_PAD, 1 << 24);
#endif
}

// Gives freed memory back to the system: glibc keeps blocks of up to 32 MB for later.
inline void give_back_memory() {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
}

template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Buffer() = default;
  Buffer(Buffer&& other) noexcept { swap(other); }
  Buffer& operator=(Buffer&& other) noexcept {
    swap(other);
    return *this;
  }
  ~Buffer() { std::free(data_); }

  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }
  T& operator[](std::size_t k) { return data_[k]; }
  const T& operator[](std::size_t k) const { return data_[k]; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }

  // Room for `count` numbers; the numbers themselves are not set.
  void reserve(std::size_t count) {
    if (count > capacity_) reallocate(count > capacity_ + capacity_ / 2 ? count : capacity_ + capacity_ / 2);
  }
  void resize(std::size_t count) {
    reserve(count);
    size_ = count;
  }
  // `count` zeros; the system gives large ones without touching their memory.
  void zeros(std::size_t count) {
    T* memory = static_cast<T*>(std::calloc(count == 0 ? 1 : count, sizeof(T)));
    if (memory == nullptr) throw std::bad_alloc();
    std::free(data_);
    data_ = memory;
    size_ = capacity_ = count;
  }
  void shrink() {
    if (size_ < capacity_) reallocate(size_);
  }

  // The memory, now the caller's: to be freed with std::free. It is never null.
  T* release() {
    if (data_ == nullptr) reallocate(1);
    size_ = capacity_ = 0;
    return std::exchange(data_, nullptr);
  }

 private:
  void swap(Buffer& other) {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }
  void reallocate(std::size_t count) {
    if (count > static_cast<std::size_t>(-1) / sizeof(T)) throw std::bad_alloc();
    const std::size_t bytes = count == 0 ? sizeof(T) : count * sizeof(T);
    void* memory = std::realloc(static_cast<void*>(data_), bytes);
    if (memory == nullptr) throw std::bad_alloc();
    data_ = static_cast<T*>(memory);
    capacity_ = count;
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace swvm
