// -g: a member behind a null pointer.
// flags: -g
// status: 1
// stderr: thread 0: access of 4 bytes at 0x4: null pointer at 
// stderr: fail-null.c:9:30
// stderr: at main (
#include <stdio.h>
struct pair { int a, b; };
int second(struct pair *p) { return p->b; }
int main(int argc, char **argv)
{
  printf("before\n");
  return second(argc > 100 ? (struct pair *)argv : NULL);
}
