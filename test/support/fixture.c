/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/fixture.h"

fixture *fixture_open(void **state)
{
   static fixture f;
   f = (fixture){ .ctx = check_context(NULL),
                  .x = f.memory + FIXTURE_X,
                  .sweep = TRISWEEP_SWEEP_INIT,
                  .solve = TRISWEEP_SOLVE_INIT,
                  .correction = TRISWEEP_CORRECTION_INIT };
   f.s = check_smoother(f.ctx);
   for (int i = 0; i < FIXTURE_LENGTH; i++)
   {
      f.memory[i] = 8.0 + 4.0 * i;
   }
   f.sweep.b = f.solve.b = f.correction.b = f.memory;
   f.sweep.x = f.solve.x = f.correction.x = f.x;
   *state = &f;
   return &f;
}

int fixture_close(void **state)
{
   fixture *f = *state;
   trisweep_smoother_destroy(&f->s);
   trisweep_context_destroy(&f->ctx);
   block_free(&f->m);
   return f->s != NULL || f->ctx != NULL;
}

void fixture_load(fixture *f, const double *l1)
{
   assert_ok(trisweep_smoother_analyse(f->s, &f->a, NULL));
   assert_ok(trisweep_smoother_update_values(f->s, &f->a, l1, NULL));
}

void fixture_expect_x(const fixture *f, int64_t at, double x0, double x1, double x2)
{
   const double *x = f->x + at;
   if (x[0] != x0 || x[1] != x1 || x[2] != x2)
   {
      fail_msg("x is (%.17g, %.17g, %.17g), not (%.17g, %.17g, %.17g)", x[0], x[1], x[2], x0, x1,
               x2);
   }
}
