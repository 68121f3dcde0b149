/* <langinfo.h>: the texts of the "C" locale. (POSIX) */
#include <langinfo.h>

static char *const TIMES[] = {
    "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday",
    "Saturday", "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "January", "February",
    "March", "April", "May", "June", "July", "August", "September", "October", "November", "December", "AM", "PM",
    "%a %b %e %H:%M:%S %Y", "%m/%d/%y", "%H:%M:%S", "%I:%M:%S %p"};

char *nl_langinfo(nl_item item) {
  if (item >= ABDAY_1 && item <= T_FMT_AMPM) return TIMES[item - ABDAY_1];
  switch (item) {
    case CODESET: return "UTF-8";
    case RADIXCHAR: return ".";
    case YESEXPR: return "^[yY]";
    case NOEXPR: return "^[nN]";
    case CRNCYSTR: return "-";
    default: return "";
  }
}
