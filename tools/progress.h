/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TSW_TOOLS_PROGRESS_H
#define TSW_TOOLS_PROGRESS_H

/**
 * What the program does from now on. If that takes more than two seconds, a line on stderr says
 * so, another one when it has taken twice as long, and so on. To be called by one rank; the first
 * call starts a thread that waits and prints.
 */
void tsw_progress(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** Nothing any more; ends the thread. */
void tsw_progress_end(void);

#endif
