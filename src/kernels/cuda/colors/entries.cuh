/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The entries of a store in one of three formats: colors_entry with a double or a float, 16 or 8
 * bytes; or near.h, 4 bytes, whose columns count from their row's base.
 */
#pragma once

#include <type_traits>

#include "kernels/cuda/colors/colors.h"
#include "kernels/cuda/colors/near.h"

namespace colors_entries {

struct near;

/* F: double, float, or near. */
template <class F> constexpr bool is_near = std::is_same<F, near>::value;
template <class F> using value_of = std::conditional_t<is_near<F>, float, F>;
template <class F> using entry_of = std::conditional_t<is_near<F>, int32_t, colors_entry<F>>;

/* A launch reads an entry once: __ldcs lets L2 evict the entry first, so that x stays in L2. */
template <class F>
__device__ __forceinline__ entry_of<F> read_entry(const colors_store &a, uint32_t e)
{
   if constexpr (is_near<F>)
   {
      return __ldcs((const int32_t *) a.entry + e);
   }
   else if constexpr (sizeof(F) == sizeof(float))
   {
      const int2 two = __ldcs((const int2 *) a.entry + e);
      return { two.x, __int_as_float(two.y) };
   }
   else
   {
      const int4 four = __ldcs((const int4 *) a.entry + e);
      return { four.x, __hiloint2double(four.w, four.z) };
   }
}

/* The column. It is valid also for an entry of another row. */
template <class F>
__device__ __forceinline__ uint32_t column_of(const colors_store &a, const entry_of<F> &entry,
                                              int32_t base)
{
   if constexpr (is_near<F>)
   {
      const int32_t column = base + colors_near_distance(entry, a.bits);
      return min((uint32_t) column, (uint32_t) a.n_rows - 1u);
   }
   else
   {
      return (uint32_t) entry.col;
   }
}

/* The value over the store's power of two. */
template <class F>
__device__ __forceinline__ double number_of(const colors_store &a, const entry_of<F> &entry)
{
   if constexpr (is_near<F>)
   {
      return (double) colors_near_multiple(entry, a.bits);
   }
   else
   {
      return (double) entry.val;
   }
}

/* From a sum of number_of times x. */
template <class F> __device__ __forceinline__ double scaled(const colors_store &a, double sum)
{
   return is_near<F> ? a.power * sum : sum;
}

/* What sort.cu orders the entries of a row by: column, or distance and then value. */
template <class F> __device__ __forceinline__ int32_t key_of(const entry_of<F> &entry)
{
   if constexpr (is_near<F>)
   {
      return entry;
   }
   else
   {
      return entry.col;
   }
}

} // namespace colors_entries
