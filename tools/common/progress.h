/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TSW_TOOLS_COMMON_PROGRESS_H
#define TSW_TOOLS_COMMON_PROGRESS_H

/**
 * Start a phase of the program; the text describes the phase. A phase of more than two seconds
 * prints a line on stderr, another line after twice that time, and so on. Call this on one rank
 * only. The first call starts a thread that waits and prints.
 */
void tsw_progress(const char *format, ...) __attribute__((format(printf, 1, 2)));

/**
 * Watch the phases from now on: if a phase runs for more than `limit` seconds without a call of
 * tsw_progress_beat, the thread calls expire, which must not return.
 */
void tsw_progress_watch(double limit, void (*expire)(void));

/** A part of the phase has ended: start the time of tsw_progress_watch again. */
void tsw_progress_beat(void);

/** End the last phase and the thread. */
void tsw_progress_end(void);

#endif
