/* How the programs of the figures print a point of a line (points.ts reads it). */
#include <stdio.h>

static void point(const char *line, double x, double y) { printf("%s %.12g %.12g\n", line, x, y); }
