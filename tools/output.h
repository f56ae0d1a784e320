/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Standard output that cannot be written, on a full disk for example. */
#ifndef TSW_TOOLS_OUTPUT_H
#define TSW_TOOLS_OUTPUT_H

/** Have the program end with a message and this status where its output cannot be written. */
void tsw_watch_output(const char *program, int status);

#endif
