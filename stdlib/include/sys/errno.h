/* The older name of <errno.h>. */
#include <errno.h>
