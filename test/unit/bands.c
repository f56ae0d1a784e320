/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Option bands as text, and the bands that the cost model takes, as functions. */
#include "support/check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "plan/bands.h"
#include "support/random.h"

enum
{
   PROFILES = 300
};

static trisweep_status read_text(const char *text, tsw_bands *bands)
{
   char        string[512];
   tsw_options options;
   snprintf(string, sizeof string, "schedule=bands bands=%s", text);
   assert_ok(tsw_options_read(string, &options));
   return tsw_bands_read(&options, bands);
}

static void test_auto(void **state)
{
   (void) state;
   tsw_bands   bands;
   tsw_options options;
   char        text[TSW_BANDS_TEXT];
   assert_ok(tsw_options_read("schedule=strips", &options));
   assert_ok(tsw_bands_read(&options, &bands));
   assert_int_equal(bands.n, 0);
   tsw_bands_write(&bands, text);
   assert_string_equal(text, "");
}

static void test_only_for_its_schedule(void **state)
{
   (void) state;
   tsw_bands   bands;
   tsw_options options;
   assert_ok(tsw_options_read("bands=strips:3/onchip", &options));
   assert_status(tsw_bands_read(&options, &bands), OPTION);
   assert_non_null(strstr(trisweep_message(), "schedule=bands"));
}

/* A context says so at once, whatever block will come. */
static void test_context(void **state)
{
   (void) state;
   trisweep_context *ctx;
   assert_status(trisweep_context_create("bands=strips", &ctx), OPTION);
   assert_null(ctx);
}

#ifdef HAVE_CUDA

static void test_round_trip(void **state)
{
   (void) state;
   static const char *const texts[] = { "strips", "strips:300/onchip",
                                        "levels:1/persistent:2/strips:2147483647/onchip",
                                        "levels:1/levels:1/levels:1/levels:1/levels:1/levels:1/"
                                        "levels:1/levels" };
   for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++)
   {
      tsw_bands bands;
      char      text[TSW_BANDS_TEXT];
      assert_ok(read_text(texts[k], &bands));
      tsw_bands_write(&bands, text);
      assert_string_equal(text, texts[k]);
   }
}

static void test_refusals(void **state)
{
   (void) state;
   static const char *const texts[] = {
      "strips:", "strips:3", "strips:3/", "/strips", "strips/levels", "strips:0/levels",
      "strips:-1/levels", "strips:x/levels", "strips:3x/levels", "strips:+3/levels", ":3/levels",
      "strips:2147483648/levels", "strips:99999999999999999999/levels", "bands", "cusparse",
      "inplace", "serial", "nothing:3/strips", "strips:3/nothing",
      "levels:1/levels:1/levels:1/levels:1/levels:1/levels:1/levels:1/levels:1/levels"
   };
   for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++)
   {
      tsw_bands bands;
      assert_status(read_text(texts[k], &bands), OPTION);
      assert_non_null(strstr(trisweep_message(), "option bands (from the call)"));
   }
}

static void test_fit(void **state)
{
   (void) state;
   tsw_bands bands;
   char      text[TSW_BANDS_TEXT];
   assert_ok(read_text("levels:2/strips:3/onchip", &bands));
   tsw_bands_fit(6, &bands);
   tsw_bands_write(&bands, text);
   assert_string_equal(text, "levels:2/strips:3/onchip");
   tsw_bands_fit(5, &bands);
   tsw_bands_write(&bands, text);
   assert_string_equal(text, "levels:2/strips");
   tsw_bands_fit(2, &bands);
   tsw_bands_write(&bands, text);
   assert_string_equal(text, "levels");
}

/* ---- the model ------------------------------------------------------------- */

static const tsw_tune_table *any_table(void)
{
   return tsw_tune_find_table("a GPU without a table");
}

/* Pieces of random width. */
static void fill_profile(random_stream *r, tsw_tune_profile *p)
{
   memset(p, 0, sizeof *p);
   p->n_pieces = 1 + (int) random_below(r, TSW_TUNE_PIECES);
   const int64_t levels = 1 + random_below(r, 60);
   for (int k = 0; k < p->n_pieces; k++)
   {
      const int64_t rows = levels * (1 + random_below(r, k % 7 ? 50 : 5000));
      p->longest_row[k] = 1 + random_below(r, 90);
      p->piece[k + 1].levels = p->piece[k].levels + levels;
      p->piece[k + 1].rows = p->piece[k].rows + rows;
      p->piece[k + 1].nnz = p->piece[k].nnz + rows * (1 + random_below(r, p->longest_row[k]));
      p->piece[k + 1].crossing = p->piece[k].crossing + random_below(r, rows);
   }
}

/* The time of bands by their own numbers, each of which must begin where a piece does. */
static double seconds_of(const tsw_tune_profile *p, const tsw_bands *bands)
{
   double seconds = tsw_tune_around(any_table(), p);
   int    from = 0;
   for (int k = 0; k < bands->n; k++)
   {
      tsw_tune_estimate e;
      int               to = from;
      const int64_t     end = p->piece[from].levels + bands->band[k].levels;
      while (to < p->n_pieces && p->piece[to].levels < end)
      {
         to++;
      }
      assert_int_equal(p->piece[to].levels, end);
      const tsw_tune_shape shape = tsw_tune_piece(p, from, to);
      assert_true(tsw_tune_band(any_table(), &shape, &e));
      assert_string_equal(e.schedule, bands->band[k].schedule->name);
      seconds += e.seconds;
      from = to;
   }
   assert_int_equal(from, p->n_pieces);
   return seconds;
}

/* Random bands of the same pieces. */
static double seconds_of_others(const tsw_tune_profile *p, random_stream *r)
{
   double seconds = tsw_tune_around(any_table(), p);
   int    n = 0;
   for (int from = 0; from < p->n_pieces; n++)
   {
      tsw_tune_estimate    e;
      const int            left = p->n_pieces - from;
      const int            to = n + 1 < TSW_BANDS_MOST ? from + 1 + (int) random_below(r, left)
                                                       : p->n_pieces;
      const tsw_tune_shape shape = tsw_tune_piece(p, from, to);
      assert_true(tsw_tune_band(any_table(), &shape, &e));
      seconds += e.seconds;
      from = to;
   }
   return seconds;
}

static void test_choice(void **state)
{
   (void) state;
   random_stream r = random_open(random_seed(), "bands", PROFILES);
   for (int k = 0; k < PROFILES; k++)
   {
      tsw_tune_profile p;
      tsw_bands        bands;
      tsw_bands        several;
      fill_profile(&r, &p);
      const double best = tsw_bands_choose(any_table(), &p, 1, &bands);
      const double cut = tsw_bands_choose(any_table(), &p, 2, &several);
      assert_in_range(bands.n, 1, TSW_BANDS_MOST);
      assert_in_range(several.n, p.n_pieces > 1 ? 2 : 1, TSW_BANDS_MOST);
      assert_true(fabs(best - seconds_of(&p, &bands)) <= 1e-12 * best);
      assert_true(fabs(cut - seconds_of(&p, &several)) <= 1e-12 * cut);
      assert_true(best <= cut);
      for (int other = 0; other < 20; other++)
      {
         assert_true(best <= (1.0 + 1e-12) * seconds_of_others(&p, &r));
      }
   }
}

/* Bands take part in a ranking only where the gain is worth it, and first of all. */
static void test_rank(void **state)
{
   (void) state;
   tsw_tune_shape    s = { .n_rows = 100000, .nnz = 2000000, .depth = 900, .longest_row = 30 };
   tsw_tune_estimate e[TSW_TUNE_MOST];
   const int         n = tsw_tune_rank(any_table(), &s, NULL, e);
   const double      best = e[0].seconds;
   s.bands = 0.99 * best;
   assert_int_equal(tsw_tune_rank(any_table(), &s, NULL, e), n);
   assert_string_not_equal(e[0].schedule, "bands");
   assert_int_equal(tsw_tune_rank(any_table(), &s, "bands", e), 1);
   assert_string_equal(e[0].schedule, "bands");
   s.bands = 0.5 * best;
   assert_int_equal(tsw_tune_rank(any_table(), &s, NULL, e), n + 1);
   assert_string_equal(e[0].schedule, "bands");
   assert_true(e[0].seconds == s.bands && e[1].seconds == best);
}

#else

static void test_host_only(void **state)
{
   (void) state;
   tsw_bands bands;
   assert_status(read_text("strips:3/levels", &bands), OPTION);
   assert_non_null(strstr(trisweep_message(), "on a device"));
}

#endif

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_auto),
      cmocka_unit_test(test_only_for_its_schedule),
      cmocka_unit_test(test_context),
#ifdef HAVE_CUDA
      cmocka_unit_test(test_round_trip),
      cmocka_unit_test(test_refusals),
      cmocka_unit_test(test_fit),
      cmocka_unit_test(test_choice),
      cmocka_unit_test(test_rank),
#else
      cmocka_unit_test(test_host_only),
#endif
   };
   return cmocka_run_group_tests(tests, check_clean_environment, NULL);
}
