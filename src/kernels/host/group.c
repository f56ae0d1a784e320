/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kernels/host/group.h"

/* One row on its way. */
typedef struct lane
{
   int32_t i;
   int32_t e; /* next entry; behind the last once the row is solved */
   double  r; /* omega b_i less the entries before e */
   bool    done;
} lane;

void tsw_group_row(const tsw_host_solve *s, int32_t i)
{
   for (int32_t e = s->rows->row_ptr[i]; e < s->rows->row_ptr[i + 1]; e++)
   {
      tsw_team_wait(&s->t->word[s->rows->col_idx[e]], 1);
   }
   tsw_rows_pass(s->p, s->pass, i, (int64_t) i + 1);
   tsw_host_mark_solved(s, i);
}

/* As far as it goes; true if that was anywhere. */
static bool advance(const tsw_host_solve *s, lane *l)
{
   const tsw_triangle *rows = s->rows;
   const int32_t       begin = l->e;
   const int32_t       end = rows->row_ptr[l->i + 1];
   for (; l->e < end && tsw_host_is_solved(s, rows->col_idx[l->e]); l->e++)
   {
      l->r -= rows->val[l->e] * s->pass->x[rows->col_idx[l->e]];
   }
   if (l->e < end)
   {
      return l->e > begin;
   }
   tsw_host_finish_row(s, l->i, l->r);
   tsw_host_mark_solved(s, l->i);
   l->done = true;
   return true;
}

void tsw_group_write_first(const tsw_host_solve *s, int32_t first, int32_t end)
{
   lane    lanes[TSW_GROUP_ROWS];
   int32_t open = end - first;
   int     polls = 0;
   for (int32_t l = 0; l < end - first; l++)
   {
      const int32_t i = tsw_host_row(s, first + l);
      lanes[l] = (lane){ i, s->rows->row_ptr[i], s->pass->omega * s->pass->b[i], false };
   }
   while (open > 0)
   {
      bool moved = false;
      for (int32_t l = 0; l < end - first; l++)
      {
         if (!lanes[l].done)
         {
            moved |= advance(s, &lanes[l]);
            open -= lanes[l].done;
         }
      }
      if (!moved)
      {
         tsw_team_pause(&polls);
      }
   }
}
