/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kernels/cuda/onchip_pack.h"

#include <string.h>

#include "base/message.h"
#include "kernels/cuda/onchip_steps.h"

enum
{
   LANES = TSW_ONCHIP_LANES,
   DEEP = TSW_ONCHIP_DEEP,
   BANKS = 16, /* of doubles in shared memory */
   NO_SLOT = 0xffff,
   MAX_WARPS = 8, /* of one step */
   /* Cycles of a helper warp, measured: a chunk, a task, one step of its reduction. */
   CHUNK_COST = 110,
   TASK_COST = 60,
   SHUFFLE_COST = 35
};

/* One pass over the steps either counts chunks or writes them. */
typedef struct builder
{
   const int32_t          *row_ptr;
   const int32_t          *col_idx;
   const tsw_onchip_shape *shape;
   const tsw_onchip_steps *steps;
   tsw_onchip_pack        *pack;
   bool                    write;
   int32_t                *next; /* [warps * groups] next chunk of each helper warp */
} builder;

static int log2_up(int n)
{
   int l = 0;
   while (1 << l < n)
   {
      l++;
   }
   return l;
}

static int ceil_div(int a, int b)
{
   return (a + b - 1) / b;
}

static int old_of(const builder *b, int32_t begin, int lane)
{
   return b->steps->n_old[b->steps->row[begin + lane]];
}

static int lightest(const int *load, int n)
{
   int best = 0;
   for (int w = 1; w < n; w++)
   {
      best = load[w] < load[best] ? w : best;
   }
   return best;
}

/* Cycles until the slowest of the step's warps is done with lanes_a_row lanes for each row. */
static int step_cost(const builder *b, int32_t begin, int n_rows, int lanes_a_row)
{
   const int rows = LANES / lanes_a_row;
   int       load[MAX_WARPS] = { 0 };
   int       slowest = 0;
   int       all = 0;
   for (int r = 0; r < n_rows; r += rows)
   {
      const int n_chunks = ceil_div(old_of(b, begin, r), DEEP * lanes_a_row);
      int      *l = &load[lightest(load, b->shape->warps)];
      *l += n_chunks ? n_chunks * CHUNK_COST + TASK_COST + log2_up(lanes_a_row) * SHUFFLE_COST : 0;
      slowest = *l > slowest ? *l : slowest;
      all += n_chunks;
   }
   return slowest + all * CHUNK_COST / 10;
}

static int best_lanes(const builder *b, int32_t begin, int n_rows)
{
   int best = 1;
   for (int g = 2; g <= LANES; g++)
   {
      best = step_cost(b, begin, n_rows, g) < step_cost(b, begin, n_rows, best) ? g : best;
   }
   return best;
}

/*
 * A place of a chunk is lane * DEEP + entry. Places of one entry and half warp are
 * gathered at once: there are KINDS of them.
 */
enum
{
   KINDS = 2 * DEEP,
   NO_ROOM = 1 << 16 /* more than any load and place together */
};

/* How many places of each kind gather from each bank. */
typedef uint8_t bank_load[BANKS][KINDS];

/* The first free place of each kind in the lanes of one row, or NO_ROOM. */
typedef struct row_room
{
   int place[KINDS];
   int end[2]; /* of the row's lanes in each half warp */
} row_room;

static row_room room_of(int first, int lanes_a_row)
{
   row_room room;
   for (int half = 0; half < 2; half++)
   {
      const int from = half * LANES / 2 > first ? half * LANES / 2 : first;
      const int to = (half + 1) * LANES / 2;
      room.end[half] = first + lanes_a_row < to ? first + lanes_a_row : to;
      for (int d = 0; d < DEEP; d++)
      {
         room.place[half * DEEP + d] = from < room.end[half] ? from * DEEP + d : NO_ROOM;
      }
   }
   return room;
}

/* Take the first of the places where the fewest others gather from the bank at once. */
static int take_place(row_room *room, uint8_t load[KINDS])
{
   int best = NO_ROOM;
   for (int k = 0; k < KINDS; k++)
   {
      const int key = load[k] << 8 | room->place[k];
      best = key < best ? key : best;
   }
   const int p = best & 0xff;
   const int half = p / (DEEP * LANES / 2);
   const int kind = half * DEEP + p % DEEP;
   room->place[kind] = p / DEEP + 1 < room->end[half] ? p + DEEP : NO_ROOM;
   load[kind]++;
   return p;
}

/* Put the part c of n_chunks of the rows' entries into a chunk. */
static void fill_chunk(builder *b, int32_t chunk, int32_t begin, int first, int n_rows,
                       int lanes_a_row, int c, int n_chunks)
{
   int32_t  *entry = b->pack->chunk_entry + (int64_t) chunk * LANES * DEEP;
   uint16_t *slot = b->pack->chunk_slot + (int64_t) chunk * LANES * DEEP;
   bank_load load = { { 0 } };
   for (int r = 0; r < n_rows; r++)
   {
      const int32_t i = b->steps->row[begin + first + r];
      const int64_t n_old = b->steps->n_old[i];
      const int64_t from = n_old * c / n_chunks;
      const int64_t to = n_old * (c + 1) / n_chunks;
      const int32_t last = b->steps->step[i] - b->shape->ahead; /* step of an old column */
      row_room      room = room_of(r * lanes_a_row, lanes_a_row);
      int64_t       seen = 0;
      for (int32_t e = b->row_ptr[i]; e < b->row_ptr[i + 1] && seen < to; e++)
      {
         const int32_t j = b->col_idx[e];
         if (b->steps->step[j] > last || seen++ < from)
         {
            continue;
         }
         const int p = take_place(&room, load[b->steps->slot[j] % BANKS]);
         slot[p] = (uint16_t) b->steps->slot[j];
         entry[((p % DEEP) / 2 * LANES + p / DEEP) * 2 + p % 2] = e;
      }
   }
}

static void fill_lanes(builder *b, int32_t chunk, int32_t slot, int n_rows, int lanes_a_row,
                       uint32_t marks)
{
   uint32_t *lane = b->pack->chunk_lane + (int64_t) chunk * LANES;
   for (int l = 0; l < LANES; l++)
   {
      const int  r = l / lanes_a_row;
      const int  g = l % lanes_a_row;
      const bool used = r < n_rows;
      lane[l] = (used && g == 0 ? (uint32_t) (slot + r) : (uint32_t) NO_SLOT) |
                (used ? (uint32_t) (lanes_a_row - 1 - g) : 0) << 16 |
                (uint32_t) log2_up(lanes_a_row) << 21 | marks << 24;
   }
}

/* The helpers' share of step s; steps behind the last keep the hand-shakes complete. */
static void share_step(builder *b, int32_t s)
{
   const tsw_onchip_shape *shape = b->shape;
   const bool              real = s < b->steps->n_steps;
   const int32_t           begin = real ? b->steps->step_ptr[s] : 0;
   const int               n_rows = real ? b->steps->step_ptr[s + 1] - begin : 0;
   const int               g = best_lanes(b, begin, n_rows);
   const int               warp = s % shape->groups * shape->warps;
   const uint32_t          done = s <= b->pack->n_steps ? TSW_ONCHIP_DONE : 0;
   int                     load[MAX_WARPS] = { 0 };
   int32_t                 last[MAX_WARPS];
   memset(last, -1, sizeof last);
   for (int r = 0; r < n_rows; r += LANES / g)
   {
      const int rows = n_rows - r < LANES / g ? n_rows - r : LANES / g;
      const int n_chunks = ceil_div(old_of(b, begin, r), DEEP * g);
      const int w = lightest(load, shape->warps);
      load[w] += n_chunks ? n_chunks * CHUNK_COST + TASK_COST + log2_up(g) * SHUFFLE_COST : 0;
      for (int c = 0; c < n_chunks; c++)
      {
         const uint32_t marks =
            (last[w] < 0 ? (uint32_t) TSW_ONCHIP_BEGIN : 0u) |
            (c == n_chunks - 1 ? (uint32_t) TSW_ONCHIP_ROWS : 0u);
         last[w] = b->next[warp + w]++;
         if (b->write)
         {
            fill_lanes(b, last[w], begin + r, rows, g, marks);
            fill_chunk(b, last[w], begin, r, rows, g, c, n_chunks);
         }
      }
   }
   for (int w = 0; w < shape->warps; w++)
   {
      const bool idle = last[w] < 0;
      last[w] = idle ? b->next[warp + w]++ : last[w];
      for (int l = 0; l < LANES && b->write; l++)
      {
         b->pack->chunk_lane[(int64_t) last[w] * LANES + l] |=
            (done | (idle ? TSW_ONCHIP_BEGIN : 0)) << 24;
      }
   }
}

static void share_steps(builder *b)
{
   for (int32_t s = 0; s < b->pack->n_steps + b->shape->ahead; s++)
   {
      share_step(b, s);
   }
}

/* The chain warp's records: near and mid entries, and where the row's value goes. */
static void fill_chain(builder *b, int32_t i, int32_t lane)
{
   const tsw_onchip_pack *p = b->pack;
   const int64_t          s = b->steps->step[i];
   const int              pairs = 1 + b->shape->mid / 2;
   int32_t               *entry = p->chain_entry + s * pairs * p->width * 2;
   uint16_t              *mid = p->chain_mid + (s * p->width + lane) * DEEP;
   uint32_t              *word = p->chain_lane + (s * p->width + lane) * 2;
   int                    n_near = 0;
   int                    n_mid = 0;
   for (int32_t e = b->row_ptr[i]; e < b->row_ptr[i + 1]; e++)
   {
      const int32_t j = b->col_idx[e];
      const int64_t age = s - b->steps->step[j];
      if (age == 1)
      {
         const uint32_t from = (uint32_t) (b->steps->slot[j] - b->steps->step_ptr[s - 1]);
         word[0] = (word[0] & ~(0xffu << 8 * n_near)) | from << 8 * n_near;
         entry[lane * 2 + n_near++] = e;
      }
      else if (age < b->shape->ahead)
      {
         mid[n_mid] = (uint16_t) b->steps->slot[j];
         entry[((1 + n_mid / 2) * p->width + lane) * 2 + n_mid % 2] = e;
         n_mid++;
      }
   }
   word[1] = (uint32_t) b->steps->slot[i] | 1u << 16;
}

static void fill_int32(int32_t *a, int64_t n, int32_t value)
{
   for (int64_t k = 0; k < n; k++)
   {
      a[k] = value;
   }
}

static void fill_uint16(uint16_t *a, int64_t n, int32_t value)
{
   for (int64_t k = 0; k < n; k++)
   {
      a[k] = (uint16_t) value;
   }
}

static trisweep_status lay_out_chain(builder *b, tsw_memory *owner)
{
   tsw_onchip_pack *p = b->pack;
   const int64_t    lanes = (int64_t) p->n_steps * p->width;
   const int64_t    values = lanes * (2 + b->shape->mid);
   TSW_TRY(tsw_memory_alloc(owner, &p->row, p->n_rows, sizeof(int32_t), "on-chip rows"));
   TSW_TRY(tsw_memory_alloc(owner, &p->place, p->n_rows, sizeof(int32_t), "on-chip rows"));
   TSW_TRY(tsw_memory_alloc(owner, &p->chain_entry, values, sizeof(int32_t), "on-chip rows"));
   TSW_TRY(tsw_memory_alloc(owner, &p->chain_mid, lanes * DEEP, sizeof(uint16_t), "on-chip rows"));
   TSW_TRY(tsw_memory_alloc(owner, &p->chain_lane, lanes * 2, sizeof(uint32_t), "on-chip rows"));
   fill_int32(p->chain_entry, values, -1);
   fill_uint16(p->chain_mid, lanes * DEEP, p->n_rows);
   for (int64_t k = 0; k < lanes; k++)
   {
      p->chain_lane[2 * k] = 0x8080;
      p->chain_lane[2 * k + 1] = 0;
   }
   for (int32_t k = 0; k < p->n_rows; k++)
   {
      const int32_t i = b->steps->row[k];
      const int32_t lane = k - b->steps->step_ptr[b->steps->step[i]];
      p->row[k] = i;
      p->place[k] = b->steps->step[i] * p->width + lane;
      fill_chain(b, i, lane);
   }
   return TRISWEEP_OK;
}

static trisweep_status lay_out_chunks(builder *b, int surplus, tsw_memory *owner)
{
   tsw_onchip_pack *p = b->pack;
   const int        warps = b->shape->warps * b->shape->groups;
   TSW_TRY(tsw_memory_alloc(owner, &p->chunk_ptr, warps + 1, sizeof(int32_t), "on-chip chunks"));
   TSW_TRY(tsw_memory_alloc(owner, &b->next, warps, sizeof(int32_t), "on-chip chunks"));
   fill_int32(b->next, warps, 0);
   share_steps(b);
   p->chunk_ptr[0] = 0;
   for (int w = 0; w < warps; w++)
   {
      p->chunk_ptr[w + 1] = p->chunk_ptr[w] + ceil_div(b->next[w], surplus) * surplus;
      b->next[w] = p->chunk_ptr[w];
   }
   p->n_chunks = p->chunk_ptr[warps] + surplus;
   const int64_t lanes = (int64_t) p->n_chunks * LANES;
   TSW_TRY(
      tsw_memory_alloc(owner, &p->chunk_entry, lanes * DEEP, sizeof(int32_t), "on-chip chunks"));
   TSW_TRY(
      tsw_memory_alloc(owner, &p->chunk_slot, lanes * DEEP, sizeof(uint16_t), "on-chip chunks"));
   TSW_TRY(tsw_memory_alloc(owner, &p->chunk_lane, lanes, sizeof(uint32_t), "on-chip chunks"));
   fill_int32(p->chunk_entry, lanes * DEEP, -1);
   fill_uint16(p->chunk_slot, lanes * DEEP, p->n_rows);
   for (int64_t k = 0; k < lanes; k++)
   {
      p->chunk_lane[k] = NO_SLOT;
   }
   b->write = true;
   share_steps(b);
   return TRISWEEP_OK;
}

static trisweep_status build(builder *b, int surplus, tsw_memory *owner)
{
   /* The chain loop is unrolled over its barriers and over two register sets. */
   const int unroll = b->shape->groups * (b->shape->groups % 2 ? 2 : 1);
   b->pack->n_steps = ceil_div(b->steps->n_steps, unroll) * unroll;
   b->pack->width = ceil_div(b->steps->width, 4) * 4;
   TSW_TRY(lay_out_chain(b, owner));
   return lay_out_chunks(b, surplus, owner);
}

trisweep_status tsw_onchip_pack_build(int32_t n_rows, const int32_t *row_ptr,
                                      const int32_t *col_idx, bool upper,
                                      const tsw_onchip_shape *shape, int surplus, tsw_memory *owner,
                                      tsw_onchip_pack *pack)
{
   tsw_onchip_steps steps;
   builder          b;
   memset(&b, 0, sizeof b);
   memset(pack, 0, sizeof *pack);
   pack->n_rows = n_rows;
   b.row_ptr = row_ptr;
   b.col_idx = col_idx;
   b.shape = shape;
   b.steps = &steps;
   b.pack = pack;
   trisweep_status status =
      tsw_onchip_steps_find(n_rows, row_ptr, col_idx, upper, shape, owner, &steps);
   if (status == TRISWEEP_OK)
   {
      status = build(&b, surplus, owner);
   }
   tsw_memory_free(owner, &b.next);
   tsw_onchip_steps_free(owner, &steps);
   return status;
}

void tsw_onchip_pack_free(tsw_memory *owner, tsw_onchip_pack *pack)
{
   tsw_memory_free(owner, &pack->row);
   tsw_memory_free(owner, &pack->place);
   tsw_memory_free(owner, &pack->chunk_ptr);
   tsw_memory_free(owner, &pack->chain_entry);
   tsw_memory_free(owner, &pack->chain_mid);
   tsw_memory_free(owner, &pack->chain_lane);
   tsw_memory_free(owner, &pack->chunk_entry);
   tsw_memory_free(owner, &pack->chunk_slot);
   tsw_memory_free(owner, &pack->chunk_lane);
}
