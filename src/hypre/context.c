/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/context.h"

#include <stdio.h>

#include "hypre/say.h"

static trisweep_context *context;
static bool              tried;
static char              obstacle[256];

trisweep_context *tsw_context(void)
{
   if (!tried)
   {
      tried = true;
      /* hypre keeps a matrix and its norms as long as it sweeps over them. */
      if (trisweep_context_create("memory=auto", &context) != TRISWEEP_OK)
      {
         snprintf(obstacle, sizeof obstacle, "%s", tsw_without_prefix(trisweep_message()));
      }
   }
   return context;
}

const char *tsw_context_obstacle(void)
{
   (void) tsw_context();
   return obstacle;
}

void tsw_context_free(void)
{
   trisweep_context_destroy(&context);
   tried = false;
}
