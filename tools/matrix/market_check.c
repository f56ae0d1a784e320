/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tools/matrix/market_check.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum
{
   SHOWN = 40,           /* most characters of a word in a message */
   LEAST_ENTRY = 2,      /* fewest characters of an entry: a digit and a newline */
   DEFLATE_RATIO = 1032, /* most characters that gzip compresses into a byte */
   ROWS_AN_ENTRY = 100   /* most rows per announced entry, besides 1000 rows */
};

static const char blanks[] = " \t\r\f\v";

static bool __attribute__((format(printf, 2, 3))) fail(tsw_market_check *c, const char *format, ...)
{
   va_list   arguments;
   const int length = snprintf(c->fault, sizeof c->fault, "line %" PRId64 ": ", c->line);
   va_start(arguments, format);
   vsnprintf(c->fault + length, sizeof c->fault - (size_t) length, format, arguments);
   va_end(arguments);
   return false;
}

/* Cut the next word off the line and terminate the word. NULL if there is none. */
static char *next_word(char **rest)
{
   char *word = *rest + strspn(*rest, blanks);
   char *end = word + strcspn(word, blanks);
   *rest = *end ? end + 1 : end;
   *end = '\0';
   return *word ? word : NULL;
}

/* Shorten a word and replace unprintable characters, for a message. Static storage. */
static const char *show(const char *word)
{
   static char shown[SHOWN + 1];
   size_t      n = 0;
   for (; word[n] && n < SHOWN; n++)
   {
      shown[n] = word[n] >= ' ' && word[n] <= '~' ? word[n] : '?';
   }
   shown[n] = '\0';
   return shown;
}

static bool is_digit(char c)
{
   return c >= '0' && c <= '9';
}

static const char *skip_digits(const char *text)
{
   while (is_digit(*text))
   {
      text++;
   }
   return text;
}

/* Read a whole number in least .. INT32_MAX. */
static bool read_count(const char *word, int64_t least, int64_t *count)
{
   int64_t n = 0;
   if (!word || *skip_digits(word) || !*word)
   {
      return false;
   }
   for (const char *c = word; *c && n <= INT32_MAX; c++)
   {
      n = 10 * n + (*c - '0');
   }
   *count = n;
   return n >= least && n <= INT32_MAX;
}

/* True for digits with optional point and exponent, and for nan, inf and infinity. */
static bool is_number(const char *word)
{
   static const char *const special[] = { "nan", "inf", "infinity" };
   const char              *c = word + (*word == '+' || *word == '-');
   for (size_t i = 0; i < sizeof special / sizeof special[0]; i++)
   {
      size_t n = 0;
      while (c[n] && (c[n] | 0x20) == special[i][n])
      {
         n++;
      }
      if (!c[n] && !special[i][n])
      {
         return true;
      }
   }
   const char *whole = c;
   c = skip_digits(c);
   bool any = c > whole;
   if (*c == '.')
   {
      const char *fraction = ++c;
      c = skip_digits(c);
      any = any || c > fraction;
   }
   if (any && (*c == 'e' || *c == 'E'))
   {
      c += 1 + (c[1] == '+' || c[1] == '-');
      any = is_digit(*c);
      c = skip_digits(c);
   }
   return any && !*c;
}

static bool check_banner(tsw_market_check *c)
{
   static const char usual[] = "%%MatrixMarket matrix coordinate real general";
   char             *word[5], *rest = c->text;
   for (char *at = c->text; *at; at++)
   {
      *at = *at >= 'A' && *at <= 'Z' ? (char) (*at - 'A' + 'a') : *at;
   }
   for (int i = 0; i < 5; i++)
   {
      word[i] = next_word(&rest);
      if (!word[i] || strcmp(word[0], "%%matrixmarket") != 0 || word[0] != c->text)
      {
         return fail(c, "this is not a Matrix Market file, which begins like %s", usual);
      }
   }
   if (strcmp(word[1], "matrix") != 0)
   {
      return fail(c, "the file holds '%s' instead of a matrix", show(word[1]));
   }
   c->array = !strcmp(word[2], "array");
   if (!c->array && strcmp(word[2], "coordinate") != 0)
   {
      return fail(c, "the form '%s' is neither coordinate nor array", show(word[2]));
   }
   if (!strcmp(word[3], "complex") || !strcmp(word[4], "hermitian"))
   {
      return fail(c, "complex numbers are not supported: BoomerAMG solves real systems");
   }
   c->pattern = !strcmp(word[3], "pattern");
   c->integer = !strcmp(word[3], "integer");
   if (!c->pattern && !c->integer && strcmp(word[3], "real") != 0)
   {
      return fail(c, "the field '%s' is none of real, integer and pattern", show(word[3]));
   }
   c->skew = !strcmp(word[4], "skew-symmetric");
   c->symmetric = c->skew || !strcmp(word[4], "symmetric");
   if (!c->symmetric && strcmp(word[4], "general") != 0)
   {
      return fail(c, "the symmetry '%s' is none of general, symmetric and skew-symmetric",
                  show(word[4]));
   }
   if (c->array && (c->pattern || c->symmetric))
   {
      return fail(c, "an array must be real or integer, and general");
   }
   return true;
}

/* Check the sizes before a reader allocates memory for them. */
static bool check_shape(tsw_market_check *c)
{
   if (c->vector_rows > 0 && (c->n_rows != c->vector_rows || c->n_cols != 1))
   {
      return fail(c,
                  "this is %" PRId64 " x %" PRId64 "; the right-hand side needs %" PRId64
                  " rows and 1 column",
                  c->n_rows, c->n_cols, c->vector_rows);
   }
   if (c->vector_rows == 0 && c->n_rows != c->n_cols)
   {
      return fail(
         c, "the matrix has %" PRId64 " rows and %" PRId64 " columns; a system to solve is square",
         c->n_rows, c->n_cols);
   }
   if (c->n_entries > c->most_text / LEAST_ENTRY + 1)
   {
      return fail(c, "%" PRId64 " entries are announced, which a file of this length cannot hold",
                  c->n_entries);
   }
   if (c->vector_rows == 0 && c->n_rows > 1000 + ROWS_AN_ENTRY * c->n_entries)
   {
      return fail(c,
                  "%" PRId64 " rows and only %" PRId64
                  " entries are announced; nearly all rows would be empty",
                  c->n_rows, c->n_entries);
   }
   return true;
}

static bool check_sizes(tsw_market_check *c)
{
   const char *kinds = c->array ? "rows and columns" : "rows, columns and entries";
   char       *rest = c->text;
   int64_t     size[3] = { 0, 0, 0 };
   for (int i = 0; i < (c->array ? 2 : 3); i++)
   {
      const char *word = next_word(&rest);
      if (!word)
      {
         return fail(c, "the line of sizes needs %s", kinds);
      }
      if (!read_count(word, 0, &size[i]))
      {
         return fail(c, "'%s' is not a size: the line needs %s, each at most %d", show(word), kinds,
                     INT32_MAX);
      }
   }
   if (next_word(&rest))
   {
      return fail(c, "the line of sizes has more than %s", kinds);
   }
   c->size_line = c->line;
   c->n_rows = size[0];
   c->n_cols = size[1];
   c->n_entries = c->array ? size[0] * size[1] : size[2];
   return check_shape(c);
}

/* Check that a symmetric file holds entries of one triangle only. */
static bool check_triangle(tsw_market_check *c, int64_t row, int64_t column)
{
   int64_t *first = row > column ? &c->lower : &c->upper;
   if (!c->symmetric || row == column)
   {
      return true;
   }
   *first = *first ? *first : c->line;
   return !c->lower || !c->upper ||
          fail(c,
               "an entry of the %s triangle, but line %" PRId64
               " has an entry of the other; a symmetric file holds one triangle",
               row > column ? "lower" : "upper", row > column ? c->upper : c->lower);
}

/* Check that the field and the symmetry of the banner allow the value of an entry. */
static bool check_value(tsw_market_check *c, const char *value, bool on_diagonal)
{
   if (!value)
   {
      return fail(c, "the entry has no value");
   }
   if (c->integer && *skip_digits(value + (*value == '+' || *value == '-')))
   {
      return fail(c, "'%s' is not a whole number, but line 1 says integer", show(value));
   }
   if (!is_number(value))
   {
      return fail(c, "'%s' is not a number such as -2.5e-3, with a decimal point", show(value));
   }
   if (c->skew && on_diagonal && strspn(value, "+-0.") < strcspn(value, "eE"))
   {
      return fail(c, "a skew-symmetric matrix has zeros on its diagonal, not '%s'", show(value));
   }
   return true;
}

static bool check_entry(tsw_market_check *c)
{
   char   *rest = c->text;
   int64_t place[2] = { 1, 1 };
   if (c->n_seen == c->n_entries)
   {
      return fail(c, "there are more entries than the %" PRId64 " that line %" PRId64 " announces",
                  c->n_entries, c->size_line);
   }
   for (int i = 0; i < 2 && !c->array; i++)
   {
      const char   *kind = i ? "column" : "row";
      const int64_t most = i ? c->n_cols : c->n_rows;
      const char   *word = next_word(&rest);
      if (!word)
      {
         return fail(c, "the %s of the entry is missing", kind);
      }
      if (!read_count(word, 1, &place[i]) || place[i] > most)
      {
         return fail(c, "'%s' is not a %s in 1 .. %" PRId64, show(word), kind, most);
      }
   }
   const char *value = c->pattern ? "1" : next_word(&rest);
   if (!check_value(c, value, !c->array && place[0] == place[1]))
   {
      return false;
   }
   const char *more = next_word(&rest);
   if (more)
   {
      return fail(c, "'%s' follows an entry that is complete", show(more));
   }
   c->n_seen++;
   return check_triangle(c, place[0], place[1]);
}

/* Check a complete line. */
static bool check_line(tsw_market_check *c)
{
   bool         fine = true;
   const size_t first = strspn(c->text, blanks);
   if (c->line == 1)
   {
      fine = check_banner(c);
   }
   else if (c->text[first] == '%' && first > 0)
   {
      fine = fail(c, "a comment begins with %% in the first column, without blanks before");
   }
   else if (c->text[first] && c->text[first] != '%')
   {
      fine = c->size_line ? check_entry(c) : check_sizes(c);
   }
   c->length = 0;
   c->line++;
   return fine;
}

int64_t tsw_market_most_text(const char *name, bool compressed)
{
   struct stat what;
   if (stat(name, &what) != 0 || !S_ISREG(what.st_mode))
   {
      return INT64_MAX;
   }
   return (compressed ? DEFLATE_RATIO : 1) * (int64_t) what.st_size;
}

void tsw_market_check_start(tsw_market_check *c, int64_t most_text, int64_t vector_rows)
{
   *c = (tsw_market_check){ .line = 1, .most_text = most_text, .vector_rows = vector_rows };
}

bool tsw_market_check_text(tsw_market_check *c, const char *text, size_t n)
{
   for (size_t i = 0; i < n && !c->fault[0]; i++)
   {
      if (text[i] == '\n')
      {
         c->text[c->length] = '\0';
         check_line(c);
      }
      else if (c->length == TSW_MARKET_LINE)
      {
         fail(c, "the line is longer than the %d characters that the format allows",
              TSW_MARKET_LINE);
      }
      else if (!text[i])
      {
         fail(c, "the line has a null character: this is not a text file");
      }
      else
      {
         c->text[c->length++] = text[i];
      }
   }
   return !c->fault[0];
}

bool tsw_market_check_end(tsw_market_check *c)
{
   if (!c->fault[0] && c->line == 1 && c->length == 0)
   {
      snprintf(c->fault, sizeof c->fault, "the file is empty");
   }
   if (!c->fault[0] && c->length > 0)
   {
      c->text[c->length] = '\0';
      check_line(c);
   }
   if (!c->fault[0] && !c->size_line)
   {
      fail(c, "the file ends before the line of sizes");
   }
   if (!c->fault[0] && c->n_seen < c->n_entries)
   {
      fail(c,
           "the file ends after %" PRId64 " of the %" PRId64 " entries that line %" PRId64
           " announces",
           c->n_seen, c->n_entries, c->size_line);
   }
   return !c->fault[0];
}
