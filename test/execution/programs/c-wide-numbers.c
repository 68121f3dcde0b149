/* Numbers in wide text end where strtol's and strtod's do; setenv of TZ moves localtime. */
#include "check.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <time.h>
#include <wchar.h>
int main(void) {
  const wchar_t *text = L" \t-0x1fz\u00e9", *word = L"  word";
  wchar_t *end;
  CHECK(wcstol(text, &end, 16) == -31 && end == text + 7);
  CHECK(wcstoimax(L"-99", NULL, 10) == -99 && wcstoumax(L"077", NULL, 0) == 63);
  CHECK(wcstod(L"2.5e1\u00e9", &end) == 25 && *end == 0xe9);
  CHECK(wcstol(word, &end, 10) == 0 && end == word);
  errno = 0;
  CHECK(wcstoull(L"99999999999999999999999", NULL, 10) == UINT64_MAX && errno == ERANGE);
  time_t moment = 1000000000;
  setenv("TZ", "EST5EDT,M3.2.0,M11.1.0", 1);
  tzset();
  CHECK(localtime(&moment)->tm_hour == 21);
  setenv("TZ", "UTC0", 1);
  CHECK(localtime(&moment)->tm_hour == 1);
  return bad != 0;
}
