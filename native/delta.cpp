#include "delta.hpp"

#include <algorithm>

#include "hash.hpp"

namespace swvm {

void Normals::clear() {
  if (table_.empty()) table_.assign(512, Bucket{0, 0, 0});
  if (++generation_ == 0) {  // the counter has wrapped: stale buckets would look fresh
    std::fill(table_.begin(), table_.end(), Bucket{0, 0, 0});
    generation_ = 1;
  }
  cells_.clear();
  latest_.clear();
  entries_.clear();
  columns_ = 0;
}

void Normals::grow() {
  table_.assign(table_.size() * 2, Bucket{0, 0, 0});
  generation_ = 1;
  const std::size_t mask = table_.size() - 1;
  for (std::size_t slot = 0; slot < cells_.size(); ++slot) {
    std::size_t k = mix(static_cast<std::uint64_t>(cells_[slot])) & mask;
    while (table_[k].generation == generation_) k = (k + 1) & mask;
    table_[k] = {cells_[slot], generation_, static_cast<std::int32_t>(slot)};
  }
}

std::int32_t Normals::slot_of(std::int64_t cell) {
  if (2 * (cells_.size() + 1) > table_.size()) grow();
  const std::size_t mask = table_.size() - 1;
  std::size_t k = mix(static_cast<std::uint64_t>(cell)) & mask;
  while (table_[k].generation == generation_) {
    if (table_[k].cell == cell) return table_[k].slot;
    k = (k + 1) & mask;
  }
  const auto slot = static_cast<std::int32_t>(cells_.size());
  table_[k] = {cell, generation_, slot};
  cells_.push_back(cell);
  latest_.push_back(-1);
  return slot;
}

void Normals::add(std::int64_t cell, double value) {
  const std::int32_t slot = slot_of(cell);
  const std::int32_t column = columns_ - 1, latest = latest_[slot];
  if (latest >= 0 && entries_[latest].column == column) {
    entries_[latest].value += value;
    return;
  }
  latest_[slot] = static_cast<std::int32_t>(entries_.size());
  entries_.push_back({slot, column, latest, value});
}

void Normals::gram(std::vector<double>* out) const {
  out->assign(static_cast<std::size_t>(columns_) * columns_, 0.0);
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

void Normals::margins(const float* weights, std::vector<double>* out) const {
  out->assign(static_cast<std::size_t>(columns_), 0.0);
  for (const Entry& entry : entries_) (*out)[entry.column] += entry.value * weights[cells_[entry.slot]];
}

void Normals::combine(const double* alpha, std::vector<double>* out) const {
  out->assign(cells_.size(), 0.0);
  for (const Entry& entry : entries_) (*out)[entry.slot] += alpha[entry.column] * entry.value;
}

void Normals::append(const Normals& other) {
  std::int32_t column = -1;
  for (const Entry& entry : other.entries_) {
    for (; column < entry.column; ++column) begin_column();
    add(other.cells_[entry.slot], entry.value);
  }
  for (; column + 1 < other.columns_; ++column) begin_column();
}

void Cliques::add(int kind, std::int64_t sentence, std::int64_t i, std::int64_t context, std::int32_t t, double scale,
                  Normals* normals) const {
  if (context < 0) return;  // a pair that the chain lacks has no weights
  const Spans& spans = encoded_.spans[kind];
  const std::int64_t lanes = chain_.lanes();
  if (!spans.empty) {
    const std::int64_t position = encoded_.first(kind, sentence) + i;
    for (std::int64_t j = spans.starts[position]; j < spans.starts[position + 1]; ++j) {
      const double value = spans.values == nullptr ? scale : scale * spans.values[j];
      normals->add(chain_.row(kind, spans.ids[j], context) * lanes + t, value);
    }
  }
  if (kind == kT) {
    for (const Dense& block : encoded_.dense) {
      const std::int32_t row = block.rows[encoded_.offsets[sentence] + i];
      if (row < 0) continue;
      const float* values = block.table + row * block.width;
      for (std::int64_t j = 0; j < block.width; ++j) {
        if (values[j] != 0.0f) normals->add(chain_.row(kT, block.first + j, 0) * lanes + t, scale * values[j]);
      }
    }
  }
  for (const std::uint32_t id : chain_.constants(kind)) normals->add(chain_.row(kind, id, context) * lanes + t, scale);
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
