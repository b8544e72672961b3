// The inner loops, as a table of functions for one row width on one instruction set.
#pragma once
#include <cstdint>

namespace swvm {

// A context of a second-order step: label p two back, and the row of the pair (p, q) in the table of label triples.
struct PairContext {
  std::int32_t first;
  std::int32_t row;
};

// The steps of a first-order chain.
struct Steps {
  const float* node;         // [count, lanes]
  const float* edge;         // [L+1, lanes] for each position, or one for all
  std::int64_t edge_stride;  // 0: one for all
  std::int64_t start;        // the row of the edges into the first position
};

// One step of a second-order chain to the states (q, t) of one label q.
struct PairStep {
  const float* previous;  // [L+1, lanes]: best path to each pair (p, q)
  std::int64_t q;
  const float* triple;  // [pairs, lanes]
  const float* skip;    // [L+1, lanes], or nullptr
  const float* edge;    // [lanes]: the row of q
  const float* node;    // [lanes]
};

// What is read after the ids of a sentence: the ids behind them up to ids[known], then `count` others.
struct Coming {
  std::int64_t known;
  const std::uint32_t* ids;
  std::int64_t count;
};

struct Kernels {
  // out[i] = sum of weights[id] over the ids of token i.                weights [rows, lanes], out [count, lanes]
  // The rows of what comes later are fetched meanwhile.
  void (*emissions)(const float* weights, const std::int64_t* starts, const std::uint32_t* ids, std::int64_t count,
                    std::int64_t lanes, const Coming& coming, float* out);
  // As above, each row times its value.
  void (*scaled_emissions)(const float* weights, const std::int64_t* starts, const std::uint32_t* ids,
                           const float* values, std::int64_t count, std::int64_t lanes, float* out);
  // out[i] += sum over j of table[rows[i]][j] * weights[j]; nothing where rows[i] < 0.  weights [width, lanes], table
  // [*, width]
  void (*dense)(const float* weights, const float* table, const std::int32_t* rows, std::int64_t count,
                std::int64_t width, std::int64_t lanes, float* out);
  // Brings the rows of the first ids of the next sentence into the cache.
  void (*prefetch)(const float* weights, const std::uint32_t* ids, std::int64_t count, std::int64_t lanes);
  // out += in, for any number of whole lane blocks.
  void (*add)(float* out, const float* in, std::int64_t size);
  // out += scale * in.
  void (*add_scaled)(float* out, const float* in, float scale, std::int64_t size);
  // best[i][t] = node[i][t] + max over p of (best[i-1][p] + edge[i][p][t]).
  void (*forward)(const Steps& steps, std::int64_t count, std::int64_t labels, std::int64_t lanes, float* best);
  // best[t] = node[t] + edge[t] + max over the contexts of (previous[first][q] + triple[row][t]), for one label q.
  void (*pair_step)(const PairStep& step, const PairContext* contexts, std::int64_t count, std::int64_t lanes,
                    float* best);
  // The same with triple[row][t] + skip[first][t] in place of triple[row][t].
  void (*pair_step_skip)(const PairStep& step, const PairContext* contexts, std::int64_t count, std::int64_t lanes,
                         float* best);
  // For i from `last` down to 0: path[i] = the lowest k of those with the largest best[i][k] + into[path[i + 1]][k].
  void (*walk_back)(const float* best, const float* into, std::int64_t last, std::int64_t labels, std::int64_t lanes,
                    std::int32_t* path);
  // The largest of some ids, 0 of none.
  std::uint32_t (*largest)(const std::uint32_t* ids, std::int64_t count);
};

// The table for this machine and width. `lanes` is a multiple of 8.
const Kernels& kernels_for(std::int64_t lanes);

// "avx2" or "base"; `base` can be forced, to show that the bits are the same.
const char* instruction_set();
bool use_instruction_set(const char* name);  // false where the machine does not have it

}  // namespace swvm
