// Formats that name their arguments (POSIX).
int printf(const char *, ...);
int main(void) {
  printf("%2$s %1$*3$d\n", 1, "two", 3);
  printf("%2$s\n", 1, 2); // expected-warning{{format '%2$s' expects argument of type 'char *', but argument 3 has type 'int'}}
  printf("%1$d\n", 1, 2); // expected-warning{{too many arguments for format (1 wanted, 2 given)}}
  return 0;
}
