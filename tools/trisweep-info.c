/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* trisweep-info: version, devices, options and schedules of the installed library. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include <argp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <trisweep.h>

#include "hypre/state/extensions.h"
#include "tools/common/output.h"

typedef struct wishes
{
   bool options;
   bool schedules;
   bool types;
   bool extensions;
} wishes;

static const char doc[] =
   "Print version, build, devices, options with their values and the origin of each value, "
   "schedules, and relax numbers for hypre.";

static const struct argp_option table[] = {
   { "options", 'o', 0, 0, "print the options only, with help", 0 },
   { "schedules", 's', 0, 0, "print the schedules only", 0 },
   { "types", 't', 0, 0, "print the relax numbers for hypre only", 0 },
   { "extensions", 'e', 0, 0, "print the extensions of the plug only", 0 },
   { 0 }
};

static void print_version(FILE *stream, struct argp_state *state)
{
   (void) state;
   fprintf(stream, "trisweep-info %s\n", trisweep_version());
}

static error_t parse(int key, char *text, struct argp_state *state)
{
   wishes *w = state->input;
   switch (key)
   {
   case 'o':
      w->options = true;
      return 0;
   case 's':
      w->schedules = true;
      return 0;
   case 't':
      w->types = true;
      return 0;
   case 'e':
      w->extensions = true;
      return 0;
   case ARGP_KEY_ARG:
      argp_error(state, "'%s' is not an option", text);
      return EINVAL;
   default:
      return ARGP_ERR_UNKNOWN;
   }
}

/* The message of the last failure, without the prefix "trisweep: ". */
static const char *reason(void)
{
   static const char prefix[] = "trisweep: ";
   const char       *message = trisweep_message();
   return strncmp(message, prefix, sizeof prefix - 1) ? message : message + sizeof prefix - 1;
}

static void print_build(void)
{
   char            device[256] = "";
   int             n_devices = 0;
   trisweep_status status = trisweep_device_query(&n_devices, device, sizeof device);
   printf("trisweep %s", trisweep_version());
   printf(" (headers %s)\n\n", TRISWEEP_VERSION);
#ifdef _OPENMP
   printf("OpenMP       yes\n");
#else
   printf("OpenMP       no\n");
#endif
#ifdef HAVE_CUDA
   printf("CUDA         yes\n");
#else
   printf("CUDA         no\n");
#endif
   printf("built        %s\n", trisweep_build());
   if (status == TRISWEEP_OK)
   {
      printf("devices      %d%s%s\n\n", n_devices, n_devices ? ": " : "", device);
   }
   else
   {
      printf("devices      none: %s\n\n", reason());
   }
}

static int print_options(bool with_help)
{
   trisweep_context *ctx = NULL;
   if (trisweep_context_create(NULL, &ctx) != TRISWEEP_OK)
   {
      fprintf(stderr, "trisweep-info: %s\n", reason());
      return EXIT_FAILURE;
   }
   printf("%-12s %-12s %-12s %s\n", "option", "value", "from", "takes");
   const char *key, *deflt, *allowed, *help, *value, *origin;
   for (int i = 0; trisweep_option_describe(i, &key, &deflt, &allowed, &help), key; i++)
   {
      if (trisweep_context_option(ctx, key, &value, &origin) == TRISWEEP_OK)
      {
         printf("%-12s %-12s %-12s %s\n", key, value, origin, allowed);
      }
      if (with_help)
      {
         printf("%12s default %s: %s\n", "", deflt, help);
      }
   }
   printf("\nSet options by TRISWEEP_OPTIONS=\"key=value key=value\".\n");
   trisweep_context_destroy(&ctx);
   return EXIT_SUCCESS;
}

static void print_schedules(void)
{
   const char    *name, *summary, *source;
   trisweep_space space;
   printf("%-12s %-8s %s\n", "schedule", "space", "what it does");
   for (int i = 0; trisweep_schedule_describe(i, &name, &space, &summary, &source), name; i++)
   {
      printf("%-12s %-8s %s\n%21s [%s]\n", name, space == TRISWEEP_DEVICE ? "device" : "host",
             summary, "", source);
   }
}

static void print_types(void)
{
   printf("%-12s %s\n", "number", "smoother of BoomerAMG, on each rank's block");
#define TSW_SWEEP(type, direction, l1, two_calls, text) printf("%-12d %s\n", 1000 + (type), text);
#define TSW_ILU(first, last, text) printf("%d..%-6d %s\n", 1000 + (first), 1000 + (last), text);
#define TSW_DILU(type, text) printf("%-12d %s\n", 1000 + (type), text);
#include "hypre/state/numbers.def"
   printf("%-12s 1000 + t by few colours on GPUs; t =", "2000 + t");
#undef TSW_SWEEP
#undef TSW_ILU
#undef TSW_DILU
#define TSW_SWEEP(type, direction, l1, two_calls, text) printf(" %d", type);
#define TSW_ILU(first, last, text)
#define TSW_DILU(type, text)
#include "hypre/state/numbers.def"
   printf("\n%-12s %s\n", "2100, 2190", "DILU by few colours on GPUs");
#undef TSW_SWEEP
#undef TSW_ILU
#undef TSW_DILU
}

/* Is an extension part of this build, and on? */
static const char *state_of(const char *name, const char *needs, const char *chosen)
{
   for (int id = 0; id < TSW_N_EXTENSIONS; id++)
   {
      if (!strcmp(name, tsw_extension_name(id)))
      {
         return tsw_extensions_chosen(chosen) & 1u << id ? "on" : "off";
      }
   }
   return strcmp(needs, "DEVICE") ? "not built" : "not built: needs CUDA and a hypre with CUDA";
}

static int print_extensions(void)
{
   trisweep_context *ctx = NULL;
   const char       *chosen = "", *origin = "";
   if (trisweep_context_create(NULL, &ctx) != TRISWEEP_OK ||
       trisweep_context_option(ctx, "extensions", &chosen, &origin) != TRISWEEP_OK)
   {
      fprintf(stderr, "trisweep-info: %s\n", reason());
      return EXIT_FAILURE;
   }
   if (tsw_extensions_obstacle(chosen)[0])
   {
      fprintf(stderr, "trisweep-info: %s\n", tsw_extensions_obstacle(chosen));
      trisweep_context_destroy(&ctx);
      return EXIT_FAILURE;
   }
   printf("%-12s %s\n%12s [state with extensions=%s, from %s]\n", "extension", "what it is for", "",
          chosen, origin);
#define TSW_EXTENSION(name, needs, purpose) \
   printf("%-12s %s\n%12s [%s]\n", #name, purpose, "", state_of(#name, #needs, chosen));
#include "extensions/registry.def"
#undef TSW_EXTENSION
   trisweep_context_destroy(&ctx);
   return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
   static const struct argp parser = { table, parse, NULL, doc, NULL, NULL, NULL };
   wishes                   w = { 0 };
   int                      status = EXIT_SUCCESS;
   tsw_watch_output("trisweep-info", 2);
   argp_program_version_hook = print_version;
   argp_err_exit_status = 2;
   if (argp_parse(&parser, argc, argv, 0, NULL, &w) != 0)
   {
      return 2;
   }
   const bool all = !w.options && !w.schedules && !w.types && !w.extensions;
   if (all)
   {
      print_build();
   }
   if (all || w.options)
   {
      status = print_options(w.options);
   }
   if (status == EXIT_SUCCESS && (all || w.schedules))
   {
      printf("%s", all || w.options ? "\n" : "");
      print_schedules();
   }
   if (status == EXIT_SUCCESS && (all || w.types))
   {
      printf("%s", all || w.options || w.schedules ? "\n" : "");
      print_types();
   }
   if (status == EXIT_SUCCESS && (all || w.extensions))
   {
      printf("%s", all || w.options || w.schedules || w.types ? "\n" : "");
      status = print_extensions();
   }
   return status;
}
