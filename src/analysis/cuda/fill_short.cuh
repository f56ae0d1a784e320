/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Fill of rows that fit into shared memory, a warp a row: columns are collected in a hash
 * table, and the new ones are sorted and merged with those that were there.
 */
#ifndef TSW_ANALYSIS_CUDA_FILL_SHORT_CUH
#define TSW_ANALYSIS_CUDA_FILL_SHORT_CUH

#include "analysis/cuda/fill_step.cuh"

namespace tsw_fill_step
{

/* Rows of U that a warp reads at a time, and the lanes that each gets. */
constexpr int AT_ONCE = 4;
constexpr int EACH = 32 / AT_ONCE;

/* The columns of a row, each once, in the shared memory of a warp. */
class column_set
{
public:
   int32_t *list; /* [capacity] in the order of arrival */

   /* Words for each warp. */
   static __host__ __device__ constexpr int32_t words(int32_t capacity)
   {
      return 3 * capacity + 4;
   }

   __device__ column_set(int32_t *memory, int32_t capacity)
   {
      this->capacity = capacity;
      slots = memory;
      list = memory + 2 * capacity;
      counter = list + capacity;
      shift = __clz(2 * capacity) + 1;
   }

   /* Empty it. By all lanes, as all below but append. */
   __device__ void clear()
   {
      for (int32_t k = (int32_t) (threadIdx.x % 32); k < capacity / 2; k += 32)
      {
         ((int4 *) slots)[k] = make_int4(EMPTY, EMPTY, EMPTY, EMPTY);
      }
      if (threadIdx.x % 32 == 0)
      {
         *counter = 0;
      }
      __syncwarp();
   }

   /* Begin with n different columns, no more than the capacity. */
   __device__ void begin_with(const int32_t *columns, int32_t n)
   {
      for (int32_t k = (int32_t) (threadIdx.x % 32); k < n; k += 32)
      {
         list[k] = columns[k];
         claim(columns[k]);
      }
      if (threadIdx.x % 32 == 0)
      {
         *counter = n;
      }
      __syncwarp();
   }

   /* Add a column, if it is new. At most 32 between two looks at the size. */
   __device__ void append(int32_t column)
   {
      if (claim(column))
      {
         const int32_t k = atomicAdd(counter, 1);
         if (k < capacity)
         {
            list[k] = column;
         }
      }
   }

   /* How many there are; more than the capacity if they do not fit. */
   __device__ int32_t size() const
   {
      __syncwarp();
      const int32_t n = *(volatile int32_t *) counter;
      __syncwarp();
      return n;
   }

private:
   static constexpr int32_t EMPTY = -1;

   int32_t *slots; /* [2 capacity], a power of two */
   int32_t *counter;
   int32_t  capacity;
   int      shift;

   __device__ bool claim(int32_t column)
   {
      uint32_t at = (uint32_t) column * 2654435769u >> shift;
      for (;;)
      {
         const int32_t there = atomicCAS(&slots[at], EMPTY, column);
         if (there == EMPTY || there == column)
         {
            return there == EMPTY;
         }
         at = (at + 1) & (uint32_t) (2 * capacity - 1);
      }
   }
};

static __device__ __forceinline__ void exchange(int32_t *words, int32_t low, int32_t high,
                                                int32_t n)
{
   if (high < n && words[low] > words[high])
   {
      const int32_t word = words[low];
      words[low] = words[high];
      words[high] = word;
   }
}

/*
 * One step of a bitonic sort by a warp: of each 2 distance words the lower half against the
 * upper one, which is taken backwards if asked.
 */
static __device__ __forceinline__ void exchange_halves(int32_t *words, int32_t n,
                                                       int32_t distance, bool backwards)
{
   const int32_t within = distance - 1;
   for (int32_t k = (int32_t) (threadIdx.x % 32); 2 * k - (k & within) < n; k += 32)
   {
      const int32_t low = 2 * k - (k & within);
      exchange(words, low, backwards ? low + 2 * distance - 1 - 2 * (k & within) : low + distance,
               n);
   }
   __syncwarp();
}

/* Words behind the last count as larger than all, so that n need not be a power of two. */
static __device__ void sort(int32_t *words, int32_t n)
{
   for (int32_t half = 1; half < n; half *= 2)
   {
      exchange_halves(words, n, half, true);
      for (int32_t distance = half / 2; distance > 0; distance /= 2)
      {
         exchange_halves(words, n, distance, false);
      }
   }
}

/* Collect row i of the matrix. */
static __device__ void collect_matrix(const step &s, int32_t i, column_set &set)
{
   const int32_t end = s.a_row_ptr[i + 1];
   if (threadIdx.x % 32 == 0)
   {
      set.append(i);
   }
   for (int32_t e = s.a_row_ptr[i]; e < end && set.size() <= s.capacity; e += 32)
   {
      const int32_t mine = e + (int32_t) (threadIdx.x % 32);
      if (mine < end)
      {
         set.append(s.a_col_idx[mine]);
      }
   }
}

/* Of the rows `first` to first + AT_ONCE - 1 that the lanes hold: columns of the right level. */
static __device__ __forceinline__ void collect_rows(const step &s, int32_t begin, int32_t end,
                                                    int32_t wanted, int first, column_set &set)
{
   const int     source = first + (int) (threadIdx.x % 32) / EACH;
   int32_t       e = __shfl_sync(WARP, begin, source) + (int32_t) (threadIdx.x % EACH);
   const int32_t last = __shfl_sync(WARP, end, source);
   const int32_t level = __shfl_sync(WARP, wanted, source);
   while (__any_sync(WARP, e < last))
   {
      if (e < last && s.level_of(e) == level)
      {
         set.append(s.from.col_idx[e]);
      }
      if (set.size() > s.capacity)
      {
         return;
      }
      e += EACH;
   }
}

/* Collect what elimination with the earlier rows of row i adds at this level. */
static __device__ void collect_fill(const step &s, int32_t i, column_set &set)
{
   const int32_t first = s.from.row_ptr[i];
   const int32_t diagonal = s.from.diagonal[i];
   set.begin_with(s.from.col_idx + first, s.had(i));
   for (int32_t base = first; base < diagonal && set.size() <= s.capacity; base += 32)
   {
      const int32_t mine = base + (int32_t) (threadIdx.x % 32);
      const int     here = min(32, diagonal - base);
      int32_t       begin = 0;
      int32_t       end = 0;
      int32_t       wanted = 0;
      if (mine < diagonal)
      {
         const int32_t m = s.from.col_idx[mine];
         begin = s.from.diagonal[m] + 1;
         end = s.from.row_ptr[m + 1];
         wanted = s.level - 1 - s.level_of(mine);
      }
      for (int row = 0; row < here && set.size() <= s.capacity; row += AT_ONCE)
      {
         collect_rows(s, begin, end, wanted, row, set);
      }
   }
}

/* Sort the new columns of row i and merge them with the old ones. */
static __device__ void write(const step &s, int32_t i, column_set &set)
{
   const int32_t n = set.size();
   const int32_t old = s.had(i);
   const int32_t begin = s.to.row_ptr[i];
   const int32_t from = s.begin(i);
   sort(set.list + old, n - old);
   for (int32_t k = (int32_t) (threadIdx.x % 32); k < n; k += 32)
   {
      const int32_t column = set.list[k];
      const int32_t before = k < old ? place_in(set.list + old, n - old, column)
                                     : place_in(set.list, old, column) - old;
      put(s, i, begin + k + before, column, k < old ? s.level_of(from + k) : s.level);
   }
   __syncwarp();
}

/* Note the length of row i, or that it is long; by one lane. */
static __device__ void note(const step &s, int32_t i, int32_t n, unsigned long long *sum)
{
   if (n > s.capacity)
   {
      s.long_rows[atomicAdd(&s.count->n_long, 1)] = i;
   }
   else
   {
      s.to.row_ptr[i + 1] = n;
      *sum += (unsigned long long) n;
   }
}

/* Count the entries of all rows but the long ones, or write them. */
template <bool WRITE> __global__ void __launch_bounds__(BLOCK) short_rows(step s)
{
   extern __shared__ int4 memory[];
   const int              warp = (int) threadIdx.x / 32;
   const int64_t          stride = (int64_t) gridDim.x * WARPS;
   unsigned long long     sum = 0;
   column_set set((int32_t *) memory + warp * column_set::words(s.capacity), s.capacity);
   for (int64_t row = (int64_t) blockIdx.x * WARPS + warp; row < s.n_rows; row += stride)
   {
      const int32_t i = (int32_t) row;
      const int32_t known = WRITE ? s.to.row_ptr[i + 1] - s.to.row_ptr[i] : s.had(i);
      if (known <= s.capacity)
      {
         set.clear();
         s.level > 0 ? collect_fill(s, i, set) : collect_matrix(s, i, set);
      }
      if (WRITE && known <= s.capacity)
      {
         write(s, i, set);
      }
      else if (!WRITE)
      {
         const int32_t n = known <= s.capacity ? set.size() : known;
         if (threadIdx.x % 32 == 0)
         {
            note(s, i, n, &sum);
         }
      }
   }
   if (!WRITE && threadIdx.x % 32 == 0)
   {
      atomicAdd(&s.count->nnz, sum);
   }
}

} // namespace tsw_fill_step

#endif
