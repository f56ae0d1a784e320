/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Detect that standard output cannot be written, on a full disk for example. */
#ifndef TSW_TOOLS_COMMON_OUTPUT_H
#define TSW_TOOLS_COMMON_OUTPUT_H

/** End the program with a message and this status if standard output cannot be written. */
void tsw_watch_output(const char *program, int status);

#endif
