/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* As hypre's setup after the coarsening (par_amg_setup.c), in hypre 2.26 to 3.1. */
#include "extensions/resetup/values_data.h"

#include "base/hash.h"
#include "extensions/resetup/kept.h"
#include "hypre/base/device.h"

enum
{
   CONJUGATE_GRADIENTS = 15,
   CHEBYSHEV = 16
};

/* ---- what cannot be renewed --------------------------------------------------- */

static bool drops_entries(const hypre_ParAMGData *amg)
{
   const HYPRE_Real *all = hypre_ParAMGDataNonGalTolArray(amg);
   bool              drops = hypre_ParAMGDataNonGalerkNumTol(amg) > 0;
   for (HYPRE_Int k = 0; all && k < hypre_ParAMGDataMaxLevels(amg); k++)
   {
      drops = drops || all[k] > 0.0;
   }
   return drops;
}

static bool uses_type(const hypre_ParAMGData *amg, HYPRE_Int type)
{
   const HYPRE_Int *types = hypre_ParAMGDataGridRelaxType(amg);
   return types[0] == type || types[1] == type || types[2] == type || types[3] == type;
}

const char *tsw_values_obstacle(const hypre_ParAMGData *amg)
{
   const struct
   {
      bool        holds;
      const char *name;
   } obstacles[] = {
      { hypre_ParAMGDataSetupType(amg) == 0, "setup type 0" },
      { hypre_ParAMGDataBlockMode(amg) != 0, "block mode" },
      { hypre_ParAMGDataGSMG(amg) != 0, "GSMG" },
      { hypre_ParAMGDataRestriction(amg) != 0, "AIR" },
      { hypre_ParAMGDataAdditive(amg) >= 0 || hypre_ParAMGDataMultAdditive(amg) >= 0 ||
           hypre_ParAMGDataSimple(amg) >= 0,
        "additive cycles" },
      { drops_entries(amg), "non-Galerkin coarse matrices" },
      { hypre_ParAMGDataADropTol(amg) > 0.0, "a drop tolerance of coarse matrices" },
      { hypre_ParAMGDataSmoothNumLevels(amg) > 0, "complex smoothers" },
      { hypre_ParAMGDataParticipate(amg) != 0 || hypre_ParAMGDataCoarseSolver(amg) != NULL,
        "a redundant coarse solver" },
#ifdef hypre_ParAMGDataFilterFunctions
      { hypre_ParAMGDataFilterFunctions(amg) != 0, "filtered functions" },
#endif
#ifdef HYPRE_USING_DSUPERLU
      { hypre_ParAMGDataDSLUThreshold(amg) > 0, "SuperLU_DIST on the coarsest level" },
#endif
      /* MGR marks points in its coarse solver, with reserved coarse points */
      { hypre_ParAMGDataCPointsMarker(amg) || hypre_ParAMGDataFPointsMarker(amg) ||
           hypre_ParAMGDataIsolatedFPointsMarker(amg),
        "marked C-points or F-points" },
      { uses_type(amg, CONJUGATE_GRADIENTS), "relax type 15" },
      { uses_type(amg, CHEBYSHEV), "Chebyshev polynomials" },
      { !hypre_ParAMGDataAArray(amg) || hypre_ParAMGDataNumLevels(amg) < 2, "one level" },
   };
   for (size_t i = 0; i < sizeof obstacles / sizeof obstacles[0]; i++)
   {
      if (obstacles[i].holds)
      {
         return obstacles[i].name;
      }
   }
   return NULL;
}

static bool sends_several(hypre_ParCSRMatrix *matrix)
{
   const hypre_ParCSRCommPkg *pkg = matrix ? hypre_ParCSRMatrixCommPkg(matrix) : NULL;
   return pkg && hypre_ParCSRCommPkgNumComponents(pkg) > 1;
}

/* The finest matrix of the last setup may be gone. */
bool tsw_values_sends_several(const hypre_ParAMGData *amg, hypre_ParCSRMatrix *matrix)
{
   bool several = sends_several(matrix);
   for (int k = 0; hypre_ParAMGDataAArray(amg) && k + 1 < hypre_ParAMGDataNumLevels(amg); k++)
   {
      several = several || sends_several(hypre_ParAMGDataPArray(amg)[k]) ||
                sends_several(hypre_ParAMGDataAArray(amg)[k + 1]);
   }
   return several;
}

bool tsw_values_computes_weights(const hypre_ParAMGData *amg)
{
   const HYPRE_Real *weights[] = { hypre_ParAMGDataRelaxWeight(amg), hypre_ParAMGDataOmega(amg) };
   bool              computes = false;
   for (int k = 0; k < 2 * hypre_ParAMGDataMaxLevels(amg); k++)
   {
      const HYPRE_Real *some = weights[k % 2];
      computes = computes || (some && some[k / 2] <= 0.0);
   }
   return computes;
}

/* ---- parameters ------------------------------------------------------------ */

static void add_coarsening(const hypre_ParAMGData *amg, uint64_t *hash)
{
   const double numbers[] = {
      hypre_ParAMGDataMaxLevels(amg),      hypre_ParAMGDataStrongThreshold(amg),
      hypre_ParAMGDataMaxRowSum(amg),      hypre_ParAMGDataCoarsenCutFactor(amg),
      hypre_ParAMGDataCoarsenType(amg),    hypre_ParAMGDataMeasureType(amg),
      hypre_ParAMGDataSetupType(amg),      hypre_ParAMGDataAggNumLevels(amg),
      hypre_ParAMGDataNumPaths(amg),       hypre_ParAMGDataNumCRRelaxSteps(amg),
      hypre_ParAMGDataCRRate(amg),         hypre_ParAMGDataCRStrongTh(amg),
      hypre_ParAMGDataISType(amg),         hypre_ParAMGDataCRUseCG(amg),
      hypre_ParAMGDataCGCIts(amg),         hypre_ParAMGDataMaxCoarseSize(amg),
      hypre_ParAMGDataMinCoarseSize(amg),  hypre_ParAMGDataSeqThreshold(amg),
      hypre_ParAMGDataSabs(amg),           hypre_ParAMGDataADropTol(amg),
      hypre_ParAMGDataADropType(amg),      hypre_ParAMGDataNumFunctions(amg),
      hypre_ParAMGDataNodal(amg),          hypre_ParAMGDataNodalLevels(amg),
      hypre_ParAMGDataNodalDiag(amg),      hypre_ParAMGDataKeepSameSign(amg),
      hypre_ParAMGDataNumCPoints(amg),     hypre_ParAMGDataCPointsLevel(amg),
      hypre_ParAMGDataNumFPoints(amg),     hypre_ParAMGDataNumIsolatedFPoints(amg),
      hypre_ParAMGDataSCommPkgSwitch(amg), hypre_ParAMGDataGSMG(amg)
   };
   tsw_hash_bytes(hash, numbers, sizeof numbers);
}

static void add_interpolation(const hypre_ParAMGData *amg, uint64_t *hash)
{
   const double numbers[] = { hypre_ParAMGDataInterpType(amg),
                              hypre_ParAMGDataSepWeight(amg),
                              hypre_ParAMGDataAggInterpType(amg),
                              hypre_ParAMGDataPMaxElmts(amg),
                              hypre_ParAMGDataAggPMaxElmts(amg),
                              hypre_ParAMGDataAggP12MaxElmts(amg),
                              hypre_ParAMGDataTruncFactor(amg),
                              hypre_ParAMGDataAggTruncFactor(amg),
                              hypre_ParAMGDataAggP12TruncFactor(amg),
                              hypre_ParAMGDataJacobiTruncThreshold(amg),
                              hypre_ParAMGDataPostInterpType(amg),
                              hypre_ParAMGDataRestriction(amg),
                              hypre_ParAMGInterpVecVariant(amg),
                              hypre_ParAMGNumInterpVectors(amg),
                              hypre_ParAMGInterpVecFirstLevel(amg),
                              hypre_ParAMGInterpVecQMax(amg),
                              hypre_ParAMGInterpVecAbsQTrunc(amg),
                              hypre_ParAMGSmoothInterpVectors(amg),
                              hypre_ParAMGDataRAP2(amg),
                              hypre_ParAMGDataKeepTranspose(amg),
                              hypre_ParAMGDataModularizedMatMat(amg),
#ifdef hypre_ParAMGDataFilterFunctions
                              hypre_ParAMGDataFilterFunctions(amg) != 0,
#endif
                              drops_entries(amg) };
   tsw_hash_bytes(hash, numbers, sizeof numbers);
}

static void add_relaxation(const hypre_ParAMGData *amg, uint64_t *hash)
{
   const HYPRE_Int *types = hypre_ParAMGDataGridRelaxType(amg);
   const size_t     n = (size_t) hypre_ParAMGDataMaxLevels(amg);
   const double     numbers[] = { types[0],
                                  types[1],
                                  types[2],
                                  hypre_ParAMGDataUserCoarseRelaxType(amg),
                                  hypre_ParAMGDataUserRelaxType(amg),
                                  hypre_ParAMGDataRelaxOrder(amg),
                                  hypre_ParAMGDataSmoothNumLevels(amg),
                                  hypre_ParAMGDataSmoothType(amg),
                                  hypre_ParAMGDataAdditive(amg),
                                  hypre_ParAMGDataMultAdditive(amg),
                                  hypre_ParAMGDataSimple(amg),
                                  hypre_ParAMGDataLogging(amg) > 1,
                                  hypre_ParAMGDataSchwarzRlxWeight(amg) };
   tsw_hash_bytes(hash, numbers, sizeof numbers);
   tsw_hash_bytes(hash, hypre_ParAMGDataRelaxWeight(amg), n * sizeof(HYPRE_Real));
   tsw_hash_bytes(hash, hypre_ParAMGDataOmega(amg), n * sizeof(HYPRE_Real));
}

/* hypre's setter of the functions stores the size -1 until the next setup. */
static bool has_new_functions(const hypre_ParAMGData *amg)
{
   const hypre_IntArray *functions = hypre_ParAMGDataDofFunc(amg);
   return functions && hypre_IntArraySize(functions) < 0;
}

uint64_t tsw_values_parameters(const hypre_ParAMGData *amg)
{
   uint64_t   hash = TSW_HASH_BEGIN;
   const bool new_functions = has_new_functions(amg);
   add_coarsening(amg, &hash);
   add_interpolation(amg, &hash);
   add_relaxation(amg, &hash);
   tsw_hash_bytes(&hash, &new_functions, sizeof new_functions);
   return hash;
}

/* The functions that the user has set are in the memory of the matrix. */
uint64_t tsw_values_user_parameters(const hypre_ParAMGData *amg, hypre_ParCSRMatrix *matrix)
{
   uint64_t hash = tsw_values_parameters(amg);
   if (has_new_functions(amg))
   {
      tsw_values_begin(tsw_space_of(matrix) == TRISWEEP_DEVICE);
      tsw_values_inspect_numbers(hypre_IntArrayData(hypre_ParAMGDataDofFunc(amg)),
                                 hypre_ParCSRMatrixNumRows(matrix));
      const uint64_t functions = tsw_values_end().pattern;
      tsw_hash_bytes(&hash, &functions, sizeof functions);
   }
   return hash;
}

/* ---- data ------------------------------------------------------------------ */

static bool relaxes_by(const hypre_ParAMGData *amg, bool last, HYPRE_Int type)
{
   const HYPRE_Int *types = hypre_ParAMGDataGridRelaxType(amg);
   return last ? types[3] == type : types[1] == type || types[2] == type;
}

enum
{
   DIAGONALS = 5 /* norms of all levels if a level but the last needs them */
};

/* The option of hypre_ParCSRComputeL1Norms for a level, that of the first type in use; 0: none. */
static HYPRE_Int norm_option(const hypre_ParAMGData *amg, bool last)
{
   static const struct
   {
      HYPRE_Int type, option;
   } norms[] = { { 7, DIAGONALS }, { 11, DIAGONALS }, { 12, DIAGONALS }, { 18, 1 }, { 88, 6 },
                 { 30, 3 },        { 8, 4 },          { 13, 4 },         { 14, 4 }, { 89, 4 } };
   for (size_t i = 0; i < sizeof norms / sizeof norms[0]; i++)
   {
      if (relaxes_by(amg, last, norms[i].type) ||
          (norms[i].option == DIAGONALS && relaxes_by(amg, false, norms[i].type)))
      {
         return norms[i].option;
      }
   }
   return 0;
}

/* As in hypre: a marker with C/F relaxation only; the coarsest level has no C and F points. */
static HYPRE_Int *marker_of(const hypre_ParAMGData *amg, int k)
{
   hypre_IntArray **markers = hypre_ParAMGDataCFMarkerArray(amg);
   if (!hypre_ParAMGDataRelaxOrder(amg) || !markers || k >= hypre_ParAMGDataNumLevels(amg) - 1 ||
       !markers[k])
   {
      return NULL;
   }
   return hypre_IntArrayData(markers[k]);
}

static void renew_norms(hypre_ParAMGData *amg, int k)
{
   hypre_ParCSRMatrix *matrix = hypre_ParAMGDataAArray(amg)[k];
   hypre_Vector      **norms = hypre_ParAMGDataL1Norms(amg);
   const bool          last = k == hypre_ParAMGDataNumLevels(amg) - 1;
   const HYPRE_Int     option = norms && norms[k] ? norm_option(amg, last) : 0;
   HYPRE_Real         *data = NULL;
   if (option == 0)
   {
      return;
   }
   HYPRE_Int *marker = option == DIAGONALS ? NULL : marker_of(amg, k);
   hypre_ParCSRComputeL1Norms(matrix, option, marker, &data);
   hypre_SeqVectorDestroy(norms[k]);
   norms[k] = hypre_SeqVectorCreate(hypre_ParCSRMatrixNumRows(matrix));
   hypre_VectorData(norms[k]) = data;
   hypre_SeqVectorInitialize_v2(norms[k], hypre_ParCSRMatrixMemoryLocation(matrix));
}

/* On devices, hypre's own triangular solves keep a copy of the values with their analysis. */
static void forget_triangular_solves(TSW_UNUSED hypre_CSRMatrix *diag)
{
#if defined(HYPRE_USING_CUSPARSE)
   hypre_CsrsvDataDestroy(hypre_CSRMatrixCsrsvData(diag));
   hypre_CSRMatrixCsrsvData(diag) = NULL;
#endif
}

void tsw_values_free_elimination(hypre_ParAMGData *amg)
{
#ifdef hypre_ParAMGDataGEMemoryLocation
   const HYPRE_MemoryLocation location = hypre_ParAMGDataGEMemoryLocation(amg);
#else
   const HYPRE_MemoryLocation location = HYPRE_MEMORY_HOST;
#endif
#ifdef hypre_ParAMGDataAInv
   hypre_TFree(hypre_ParAMGDataAInv(amg), location);
#endif
#ifdef hypre_ParAMGDataAPiv
#if defined(HYPRE_USING_MAGMA)
   hypre_TFree(hypre_ParAMGDataAPiv(amg), HYPRE_MEMORY_HOST);
#else
   hypre_TFree(hypre_ParAMGDataAPiv(amg), location);
#endif
   hypre_TFree(hypre_ParAMGDataAWork(amg), location);
   hypre_TFree(hypre_ParAMGDataUVec(amg), location);
#endif
   hypre_TFree(hypre_ParAMGDataAMat(amg), location);
   hypre_TFree(hypre_ParAMGDataBVec(amg), location);
   hypre_TFree(hypre_ParAMGDataCommInfo(amg), HYPRE_MEMORY_HOST);
   if (hypre_ParAMGDataNewComm(amg) != hypre_MPI_COMM_NULL)
   {
      hypre_MPI_Comm_free(&hypre_ParAMGDataNewComm(amg));
      hypre_ParAMGDataNewComm(amg) = hypre_MPI_COMM_NULL;
   }
}

void tsw_values_renew_data(hypre_ParAMGData *amg)
{
   const tsw_kept *kept = tsw_kept_find(amg);
   const int       n_levels = hypre_ParAMGDataNumLevels(amg);
   if (!kept)
   {
      return;
   }
   hypre_ParAMGDataGridRelaxType(amg)[3] = kept->coarsest_type;
   if (kept->elimination)
   {
      tsw_values_free_elimination(amg);
      hypre_GaussElimSetup(amg, n_levels - 1, kept->elimination);
   }
   for (int k = 0; k < n_levels; k++)
   {
      forget_triangular_solves(hypre_ParCSRMatrixDiag(hypre_ParAMGDataAArray(amg)[k]));
      renew_norms(amg, k);
   }
}
