/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Values of P^T A P on a host, in a known pattern. */
#pragma once

#include "hypre/plug.h"

/** The result of tsw_galerkin_host. */
typedef enum tsw_galerkin
{
   TSW_GALERKIN_DONE,
   TSW_GALERKIN_PATTERN, /* the product has other entries */
   TSW_GALERKIN_MEMORY   /* no memory; the values are unchanged */
} tsw_galerkin;

/** c = P^T A P; pt: the transpose of P. One thread. */
tsw_galerkin tsw_galerkin_host(const hypre_CSRMatrix *pt, const hypre_CSRMatrix *a,
                               const hypre_CSRMatrix *p, hypre_CSRMatrix *c);
