/*
 * <time.h>: the variables of the time zone, which only tzset sets. (POSIX)
 * They are here because they are objects; their values come from the library's time zones.
 */
#include <time.h>

char *__pgasc_zone_name(int summer);
long __pgasc_zone_west(void);
int __pgasc_zone_daylight(void);

char *tzname[2] = {"UTC", "UTC"};
long timezone = 0;
int daylight = 0;

void tzset(void) {
  tzname[0] = __pgasc_zone_name(0);
  tzname[1] = __pgasc_zone_name(1);
  timezone = __pgasc_zone_west();
  daylight = __pgasc_zone_daylight();
}
