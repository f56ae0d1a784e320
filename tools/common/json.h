/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* JSON files by cJSON. */
#ifndef TSW_TOOLS_COMMON_JSON_H
#define TSW_TOOLS_COMMON_JSON_H

#include <stdbool.h>
#include <stdio.h>

#include <cjson/cJSON.h>

/** Add a number to an object; null for infinities and NaN, which JSON does not have. */
void tsw_json_number(cJSON *object, const char *key, double value);

/** Write an object: a line for each member, and for each element of a member that is an array. */
bool tsw_json_write(const cJSON *root, FILE *file);

#endif
