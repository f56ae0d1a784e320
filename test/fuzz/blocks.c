/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Matrix blocks, sweeps and corrections with arbitrary arguments. Bytes come from the input in
 * order, zeros after its end. Accepted input must give the same bits on all schedules; refused
 * input must leave x unchanged.
 */
#include "fuzz/fuzz.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include <trisweep.h>

const char fuzz_corpus[] = "blocks";

enum
{
   MOST_ROWS = 24,
   MOST_ENTRIES = 96,
   MOST_VECTORS = 2
};

typedef struct input
{
   const uint8_t *data;
   size_t         size;
} input;

static int next_byte(input *in)
{
   if (in->size == 0)
   {
      return 0;
   }
   in->size--;
   return *in->data++;
}

/* Mostly small numbers, at times the ends of the range. */
static int32_t next_index(input *in)
{
   const int byte = next_byte(in);
   return byte < 250    ? byte - 4
          : byte == 250 ? INT32_MAX
          : byte == 251 ? INT32_MIN
                        : byte * 1000003;
}

static double next_value(input *in)
{
   static const double special[] = { NAN, INFINITY, -INFINITY, 0.0, -0.0, 1e308, 1e-310, -1e-320 };
   const int           byte = next_byte(in);
   return byte < 248 ? (byte - 124) / 16.0 : special[byte - 248];
}

typedef struct any_block
{
   int32_t      row_ptr[MOST_ROWS + 1];
   int32_t      col_idx[MOST_ENTRIES];
   double       val[MOST_ENTRIES];
   double       l1[MOST_ROWS];
   int32_t      marker[MOST_ROWS];
   trisweep_csr a;
   bool         has_l1;
} any_block;

/* Arrays have the length of the sizes; the input determines everything else. */
static void read_block(input *in, any_block *h)
{
   h->a.n_rows = next_byte(in) % (MOST_ROWS + 1);
   h->a.n_cols = next_byte(in) % 16 ? h->a.n_rows : next_index(in);
   h->a.nnz = next_byte(in) % (MOST_ENTRIES + 1);
   const int kind = next_byte(in);
   h->has_l1 = kind & 1;
   /* even row lengths or free row pointers */
   for (int64_t i = 0; i <= h->a.n_rows; i++)
   {
      h->row_ptr[i] =
         kind & 2 ? next_index(in) : (int32_t) (h->a.n_rows > 0 ? h->a.nnz * i / h->a.n_rows : 0);
   }
   for (int64_t k = 0; k < h->a.nnz; k++)
   {
      h->col_idx[k] = kind & 4 ? next_index(in)
                               : (int32_t) (next_byte(in) % (h->a.n_rows > 0 ? h->a.n_rows : 1));
      h->val[k] = next_value(in);
   }
   for (int64_t i = 0; i < h->a.n_rows; i++)
   {
      h->l1[i] = h->has_l1 ? next_value(in) : 0.0;
      h->marker[i] = next_byte(in) % 3 - 1;
   }
   h->a.row_ptr = kind & 8 && kind & 16 ? NULL : h->row_ptr;
   h->a.col_idx = h->col_idx;
   h->a.val = kind & 32 && kind & 64 ? NULL : h->val;
   h->a.space = kind == 255 ? TRISWEEP_DEVICE : TRISWEEP_HOST;
}

static trisweep_sweep read_sweep(input *in, const any_block *h)
{
   trisweep_sweep how = TRISWEEP_SWEEP_INIT;
   const int      kind = next_byte(in);
   how.direction = (trisweep_direction) (kind & 3);
   how.scaling = kind & 4 ? TRISWEEP_L1 : TRISWEEP_DIAGONAL;
   how.zero_guess = kind & 8;
   how.points = kind & 16 ? next_byte(in) % 3 - 1 : 0;
   how.cf_marker = kind & 32 ? NULL : h->marker;
   how.relax_weight = kind & 64 ? next_value(in) : 1.0;
   how.omega = kind & 128 ? next_value(in) : 1.0;
   how.n_vectors = 1 + next_byte(in) % MOST_VECTORS;
   how.ldb = next_byte(in) % 8 ? 0 : MOST_ROWS;
   how.ldx = next_byte(in) % 8 ? 0 : next_index(in);
   how.ldx = how.ldx > MOST_ROWS && how.n_vectors > 1 ? MOST_ROWS : how.ldx;
   return how;
}

/* The kind of factors. */
typedef struct factor_kind
{
   trisweep_factors factors;
   int32_t          fill_level;
} factor_kind;

/* A correction with the arguments of a sweep, for one vector: only then an overflow leaves x
 * unchanged. */
static trisweep_status correct(trisweep_smoother *s, const trisweep_sweep *sweep)
{
   trisweep_correction how = TRISWEEP_CORRECTION_INIT;
   how.zero_guess = sweep->zero_guess;
   how.relax_weight = sweep->relax_weight;
   how.points = sweep->points;
   how.cf_marker = sweep->cf_marker;
   how.b = sweep->b;
   how.ldb = sweep->ldb;
   how.x = sweep->x;
   how.ldx = sweep->ldx;
   return trisweep_smoother_correct(s, &how, NULL);
}

/* Create, load and apply one smoother. Returns the status of the last call. */
static trisweep_status run_once(const char *options, const any_block *h, const factor_kind *w,
                                trisweep_sweep how, const double *b, double *x)
{
   trisweep_context  *ctx = NULL;
   trisweep_smoother *s = NULL;
   FUZZ_PROMISE(trisweep_context_create(options, &ctx) == TRISWEEP_OK);
   FUZZ_PROMISE(trisweep_smoother_create(ctx, &s) == TRISWEEP_OK);
   how.b = b;
   how.x = x;
   FUZZ_PROMISE(trisweep_smoother_set_factors(s, w->factors, w->fill_level) == TRISWEEP_OK);
   trisweep_status status = trisweep_smoother_analyse(s, &h->a, NULL);
   if (status == TRISWEEP_OK)
   {
      status = trisweep_smoother_update_values(s, &h->a, h->has_l1 ? h->l1 : NULL, NULL);
   }
   if (status == TRISWEEP_OK)
   {
      status = w->factors == TRISWEEP_NO_FACTORS ? trisweep_smoother_sweep(s, &how, NULL)
                                                 : correct(s, &how);
   }
   trisweep_smoother_destroy(&s);
   trisweep_context_destroy(&ctx);
   return status;
}

/* Compare bits, but any NaN equals any NaN: the payload of a NaN in a sum is not defined. */
static bool same(const double *a, const double *b, int n)
{
   for (int i = 0; i < n; i++)
   {
      if (memcmp(&a[i], &b[i], sizeof *a) != 0 && !(isnan(a[i]) && isnan(b[i])))
      {
         return false;
      }
   }
   return true;
}

enum
{
   LENGTH = MOST_ROWS * MOST_VECTORS
};

/* Run with each of several schedules: the status and the bits must be the same. */
static void compare(const any_block *h, const factor_kind *w, const trisweep_sweep *how,
                    const double *b, const double *start)
{
   static const char *const others[] = { "schedule=wavefront threads=0",
                                         "schedule=auto threads=0" };
   double                   want[LENGTH];
   memcpy(want, start, sizeof want);
   const trisweep_status status = run_once("schedule=serial", h, w, *how, b, want);
   if (status != TRISWEEP_OK)
   {
      FUZZ_PROMISE(!memcmp(want, start, sizeof want));
      FUZZ_PROMISE(!strncmp(trisweep_message(), "trisweep: ", 10));
   }
   for (int k = 0; k < 2; k++)
   {
      double x[LENGTH];
      memcpy(x, start, sizeof x);
      FUZZ_PROMISE(run_once(others[k], h, w, *how, b, x) == status);
      FUZZ_PROMISE(same(x, want, LENGTH));
   }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
   static const factor_kind no_factors = { TRISWEEP_NO_FACTORS, 0 };
   static const factor_kind dilu = { TRISWEEP_DILU, 0 };
   input                    in = { data, size };
   any_block                h;
   double                   b[LENGTH], start[LENGTH];
   memset(&h, 0, sizeof h);
   read_block(&in, &h);
   const trisweep_sweep how = read_sweep(&in, &h);
   for (int i = 0; i < LENGTH; i++)
   {
      b[i] = next_value(&in);
      start[i] = next_value(&in);
   }
   const factor_kind ilu = { TRISWEEP_ILU, next_byte(&in) };
   compare(&h, &no_factors, &how, b, start);
   compare(&h, &ilu, &how, b, start);
   compare(&h, &dilu, &how, b, start);
   return 0;
}
