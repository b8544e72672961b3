#include "delta.hpp"

#include <algorithm>

namespace swvm {

static constexpr int kFirstBits = 9;  // of the table's size

void Normals::clear() {
  if (++generation_ == 0) {  // the counter has wrapped: stale buckets would look fresh
    std::fill(table_.begin(), table_.end(), Bucket{0, 0, 0});
    generation_ = 1;
  }
  slots_.resize(0);
  entries_.resize(0);
  columns_ = 0;
}

void Normals::make_room(std::int64_t more) {
  const std::size_t entries = entries_.size() + static_cast<std::size_t>(more);
  const std::size_t slots = slots_.size() + static_cast<std::size_t>(more);
  entries_.reserve(entries);
  slots_.reserve(slots);
  int bits = kFirstBits;
  while ((std::size_t{1} << bits) < 2 * slots) ++bits;
  if ((std::size_t{1} << bits) > table_.size()) grow(bits);
}

void Normals::grow(int bits) {
  table_.assign(std::size_t{1} << bits, Bucket{0, 0, 0});
  shift_ = 64 - bits;
  generation_ = 1;
  const std::size_t mask = table_.size() - 1;
  for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
    const std::uint64_t key = key_of(slots_[slot].cell);
    std::size_t k = home(key);
    while (table_[k].generation == generation_) k = (k + 1) & mask;
    table_[k] = {key, generation_, static_cast<std::int32_t>(slot)};
  }
}

void Normals::gram(std::vector<double>* out) const {
  out->assign(static_cast<std::size_t>(columns_) * columns_, 0.0);
  if (columns_ == 1) {
    double sum = 0.0;
    for (const Entry& entry : entries_) sum += entry.value * entry.value;
    (*out)[0] = sum;
    return;
  }
  for (const Entry& entry : entries_) {
    double* row = out->data() + static_cast<std::size_t>(entry.column) * columns_;
    row[entry.column] += entry.value * entry.value;
    for (std::int32_t k = entry.previous; k >= 0; k = entries_[k].previous) {
      row[entries_[k].column] += entry.value * entries_[k].value;
    }
  }
  for (std::int32_t a = 0; a < columns_; ++a) {
    for (std::int32_t b = 0; b < a; ++b) (*out)[b * columns_ + a] = (*out)[a * columns_ + b];
  }
}

void Normals::margins(const float* weights, std::int64_t lanes, std::vector<double>* out) const {
  out->assign(static_cast<std::size_t>(columns_), 0.0);
  for (const Entry& entry : entries_) {
    const Cell cell = slots_[entry.slot].cell;
    (*out)[entry.column] += entry.value * weights[cell.row * lanes + cell.lane];
  }
}

void Normals::combine(const double* alpha, std::vector<double>* out) const {
  if (columns_ == 1) {  // each slot has one entry, in the same order
    out->resize(slots_.size());
    for (std::size_t k = 0; k < slots_.size(); ++k) (*out)[k] = 0.0 + alpha[0] * entries_[k].value;
    return;
  }
  out->assign(slots_.size(), 0.0);
  for (const Entry& entry : entries_) (*out)[entry.slot] += alpha[entry.column] * entry.value;
}

void Normals::append(const Normals& other) {
  std::int32_t column = -1;
  make_room(static_cast<std::int64_t>(other.entries_.size()));
  for (const Entry& entry : other.entries_) {
    for (; column < entry.column; ++column) begin_column();
    add(other.slots_[entry.slot].cell, entry.value);
  }
  for (; column + 1 < other.columns_; ++column) begin_column();
}

void Cliques::add(int kind, std::int64_t sentence, std::int64_t i, std::int64_t context, std::int32_t t, double scale,
                  Normals* normals) const {
  if (context < 0) return;  // a pair that the chain lacks has no weights
  const Spans& spans = encoded_.spans[kind];
  if (!spans.empty) {
    const std::int64_t position = encoded_.first(kind, sentence) + i;
    const std::int64_t first = spans.starts[position], last = spans.starts[position + 1];
    const std::int64_t base = chain_.row(kind, 0, context), stride = chain_.contexts(kind);
    normals->make_room(last - first);
    for (std::int64_t j = first; j < last; ++j) {
      const double value = spans.values == nullptr ? scale : scale * spans.values[j];
      normals->add({base + spans.ids[j] * stride, t}, value);
    }
  }
  if (kind == kT) {
    for (const Dense& block : encoded_.dense) {
      const std::int32_t row = block.rows[encoded_.offsets[sentence] + i];
      if (row < 0) continue;
      const float* values = block.table + row * block.width;
      normals->make_room(block.width);
      for (std::int64_t j = 0; j < block.width; ++j) {
        if (values[j] != 0.0f) normals->add({chain_.row(kT, block.first + j, 0), t}, scale * values[j]);
      }
    }
  }
  normals->make_room(static_cast<std::int64_t>(chain_.constants(kind).size()));
  for (const std::uint32_t id : chain_.constants(kind)) normals->add({chain_.row(kind, id, context), t}, scale);
}

void Cliques::add_difference(std::int64_t sentence, const std::int32_t* gold, const std::int32_t* other,
                             const std::int64_t* changed, std::int64_t count, double scale, Normals* normals) const {
  const std::int64_t n = encoded_.length(sentence);
  const std::int64_t end = chain_.closes() ? n : n - 1;  // the last position where a clique ends
  const auto label = [n, this](const std::int32_t* path, std::int64_t i) {
    return i < 0 ? chain_.start() : i >= n ? chain_.boundary() : path[i];
  };
  std::int64_t next = 0;
  for (std::int64_t k = 0; k < count; ++k) {
    const std::int64_t last = std::min(changed[k] + chain_.order(), end);
    for (std::int64_t i = std::max(changed[k], next); i <= last; ++i) {
      const std::int32_t p = label(gold, i - 2), q = label(gold, i - 1), t = label(gold, i);
      const std::int32_t r = label(other, i - 2), s = label(other, i - 1), u = label(other, i);
      if (t != u) {
        add(kT, sentence, i, 0, t, scale, normals);
        add(kT, sentence, i, 0, u, -scale, normals);
      }
      if (t != u || q != s) {
        add(kTT, sentence, i, q, t, scale, normals);
        add(kTT, sentence, i, s, u, -scale, normals);
      }
      if (chain_.order() == 1) continue;
      if (t != u || p != r) {
        add(kT_T, sentence, i, p, t, scale, normals);
        add(kT_T, sentence, i, r, u, -scale, normals);
      }
      add(kTTT, sentence, i, chain_.pair(p, q), t, scale, normals);
      add(kTTT, sentence, i, chain_.pair(r, s), u, -scale, normals);
    }
    next = last + 1;
  }
}

}  // namespace swvm
