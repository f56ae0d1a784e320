/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tools/common/json.h"

#include <math.h>

void tsw_json_number(cJSON *object, const char *key, double value)
{
   cJSON_AddItemToObject(object, key,
                         isfinite(value) ? cJSON_CreateNumber(value) : cJSON_CreateNull());
}

static bool write_item(const cJSON *item, FILE *file)
{
   char      *text = cJSON_PrintUnformatted(item);
   const bool written = text && fputs(text, file) >= 0;
   cJSON_free(text);
   return written;
}

static bool write_array(const cJSON *array, FILE *file)
{
   bool         written = fputs("[\n", file) >= 0;
   const cJSON *item;
   cJSON_ArrayForEach(item, array)
   {
      written = written && fputs("    ", file) >= 0 && write_item(item, file) &&
                fputs(item->next ? ",\n" : "\n", file) >= 0;
   }
   return written && fputs("  ]", file) >= 0;
}

bool tsw_json_write(const cJSON *root, FILE *file)
{
   bool         written = fputs("{\n", file) >= 0;
   const cJSON *member;
   cJSON_ArrayForEach(member, root)
   {
      written = written && fprintf(file, "  \"%s\": ", member->string) > 0 &&
                (cJSON_IsArray(member) ? write_array : write_item)(member, file) &&
                fputs(member->next ? ",\n" : "\n", file) >= 0;
   }
   return written && fputs("}\n", file) >= 0;
}
