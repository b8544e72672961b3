#include "crew.hpp"

namespace swvm {

// How long a worker looks for the next round before it lets others run: a round is a few microseconds.
static constexpr int kSpins = 2000;

Crew::Crew(int workers) {
  for (int worker = 1; worker < workers; ++worker) threads_.emplace_back([this, worker] { serve(worker); });
}

Crew::~Crew() {
  stop_ = true;
  round_.fetch_add(1);
  for (std::thread& thread : threads_) thread.join();
}

void Crew::serve(int worker) {
  std::uint64_t seen = 0;
  while (true) {
    for (int spins = 0; round_.load(std::memory_order_acquire) == seen; ++spins) {
      if (spins >= kSpins) std::this_thread::yield();
    }
    ++seen;
    if (stop_) return;
    work(worker);
    busy_.fetch_sub(1, std::memory_order_release);
  }
}

void Crew::work(int worker) {
  for (std::int64_t item = next_.fetch_add(1); item < items_; item = next_.fetch_add(1)) {
    try {
      (*task_)(worker, item);
    } catch (...) {
      const std::lock_guard<std::mutex> guard(failure_lock_);
      if (failed_item_ < 0 || item < failed_item_) {
        failed_item_ = item;
        failure_ = std::current_exception();
      }
    }
  }
}

void Crew::run(std::int64_t items, const Task& task) {
  items_ = items;
  task_ = &task;
  next_ = 0;
  failed_item_ = -1;
  busy_ = static_cast<int>(threads_.size());
  round_.fetch_add(1, std::memory_order_release);
  work(0);
  for (int spins = 0; busy_.load(std::memory_order_acquire) > 0; ++spins) {
    if (spins >= kSpins) std::this_thread::yield();
  }
  if (failed_item_ >= 0) std::rethrow_exception(failure_);
}

}  // namespace swvm
