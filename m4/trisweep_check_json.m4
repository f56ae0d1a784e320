# SPDX-License-Identifier: Apache-2.0 OR MIT
# TSW_CHECK_JSON
# cJSON writes the statistics of TRISWEEP_STATS=file.json.
AC_DEFUN([TSW_CHECK_JSON],
[TSW_CHECK_LIBRARY([CJSON], [#include <cjson/cJSON.h>], [cJSON_Delete(cJSON_CreateObject());],
  [-lcjson])])
