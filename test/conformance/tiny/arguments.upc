#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  const char *expected[] = {"two words", "and three more", "arguments"};
  int right = argc == WORDS + 1 && !strcmp(getenv("FIRST"), "a b") && !strcmp(getenv("SECOND"), "c");
  for (int i = 0; i < WORDS; i++) right = right && !strcmp(argv[i + 1], expected[i]);
  puts(right ? "done" : "wrong");
  return 0;
}
