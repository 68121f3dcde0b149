/* Specifiers in every order, and the compiler barrier of GNU C. */
#include "check.h"
struct pair { int a, b; } static first = {1, 2};
int static second = 3;
struct single { int c; } const static third = {4};
enum kind { NONE, SOME } static *fourth;
long const unsigned extern int fifth;
unsigned long const int fifth = 5;
typedef struct { int d; } named_t;
named_t static sixth = {6};

int main(void) {
  __asm__ __volatile__("" ::: "memory");
  asm volatile("");
  CHECK(first.b == 2 && second == 3 && third.c == 4 && fourth == 0 && SOME == 1 && fifth == 5 && sixth.d == 6);
  return bad != 0;
}
