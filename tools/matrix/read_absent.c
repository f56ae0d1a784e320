/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* In place of read.c in a build without CHOLMOD or without zlib. */
#include "tools/matrix/read.h"

#include "tools/common/support.h"

static bool refuse(const char *name)
{
   tsw_complain("%s: this build reads no matrix files, because it has no CHOLMOD or no zlib", name);
   return false;
}

bool tsw_read_matrix(const char *name, tsw_file_matrix *a, tsw_facts *facts)
{
   (void) a;
   (void) facts;
   return refuse(name);
}

bool tsw_read_vector(const char *name, int64_t n, double *vector, tsw_facts *facts)
{
   (void) n;
   (void) vector;
   (void) facts;
   return refuse(name);
}
