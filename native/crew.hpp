// A few threads that run one task again and again: task(worker, item) for all items. Which worker takes an item is left
// to chance, so a task writes to its item's place alone.
#pragma once
#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace swvm {

class Crew {
 public:
  using Task = std::function<void(int worker, std::int64_t item)>;

  explicit Crew(int workers);
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  int workers() const { return static_cast<int>(threads_.size()) + 1; }
  // Returns when every item is done. If tasks threw, rethrows the exception of the lowest item.
  void run(std::int64_t items, const Task& task);

 private:
  void serve(int worker);
  void work(int worker);

  std::vector<std::thread> threads_;
  std::atomic<std::uint64_t> round_{0};
  std::atomic<int> busy_{0};
  std::atomic<std::int64_t> next_{0};
  std::atomic<bool> stop_{false};
  std::int64_t items_ = 0;
  const Task* task_ = nullptr;
  std::mutex failure_lock_;
  std::int64_t failed_item_ = -1;
  std::exception_ptr failure_;
};

}  // namespace swvm
