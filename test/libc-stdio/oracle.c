/* Answers one line of hexadecimal fields with what this machine's C library gives for the case. */
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1 << 20], fields[8][1 << 18], out[1 << 18];

static size_t unhex(const char *hex, char *to) {
  size_t n = 0;
  unsigned byte;
  for (; sscanf(hex, "%2x", &byte) == 1 && hex[0] != ' '; hex += 2) to[n++] = (char)byte;
  to[n] = 0;
  return n;
}

static void hex(const char *from, size_t n) {
  for (size_t i = 0; i < n; i++) printf("%02x", (unsigned char)from[i]);
}

/* print: format, number of ints before the value, the ints, type, value */
static void print(const char *type, const char *format, int stars, int a, int b, const char *value) {
  int n;
  union { unsigned long bits; double number; } u = {strtoul(value, 0, 16)};
  errno = 0;
#define CALL(x) (stars == 0 ? snprintf(out, sizeof out, format, x) : stars == 1 ? snprintf(out, sizeof out, format, a, x) : snprintf(out, sizeof out, format, a, b, x))
  if (*type == 'i') n = CALL((int)u.bits);
  else if (*type == 'l') n = CALL((long)u.bits);
  else if (*type == 'd') n = CALL(u.number);
  else { static char text[4096]; unhex(value, text); n = CALL(text); }
  printf("%d %d ", n, errno);
  hex(out, n < 0 ? 0 : (size_t)n);
}

static void scan(const char *format, const char *input) {
  static char slots[4][256];
  memset(slots, 0x5a, sizeof slots);
  FILE *file = fmemopen((void *)input, strlen(input) + (*input == 0), "r");
  if (*input == 0) fgetc(file);
  int n = fscanf(file, format, slots[0], slots[1], slots[2], slots[3]);
  printf("%d %ld ", n, ftell(file) - (*input == 0));
  fclose(file);
  for (int i = 0; i < 4; i++) hex(slots[i], 64);
}

int main(void) {
  setlocale(LC_ALL, "C.UTF-8");
  while (fgets(line, sizeof line, stdin)) {
    char *word = strtok(line, " \n");
    char kind = *word;
    int count = 0;
    while ((word = strtok(0, " \n"))) strcpy(fields[count++], word);
    static char text[1 << 17], format[1 << 17];
    unhex(fields[0] + 1, text); /* each text field begins with a '.' */
    if (kind == 'p') print(fields[1], text, atoi(fields[2]), atoi(fields[3]), atoi(fields[4]), fields[5]);
    else if (kind == 's') { unhex(fields[1] + 1, format); scan(format, text); }
    else {
      char *end;
      union { unsigned long bits; double d; float f; } u = {0};
      errno = 0;
      if (kind == 'd') u.d = strtod(text, &end);
      else if (kind == 'f') u.f = strtof(text, &end);
      else if (kind == 'l') u.bits = (unsigned long)strtol(text, &end, atoi(fields[1]));
      else u.bits = strtoul(text, &end, atoi(fields[1]));
      printf("%016lx %ld %d", u.bits, (long)(end - text), errno);
    }
    putchar('\n');
  }
}
