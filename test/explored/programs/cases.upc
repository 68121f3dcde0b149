/* What exploring finds: each case by a letter. */
#include <assert.h>
#include <stdio.h>
#include <upc.h>

shared [] int n, ready, data;
strict shared [] int flag, turn;
upc_lock_t *one, *two;

static void both(upc_lock_t *first, upc_lock_t *second)
{
  upc_lock(first);
  upc_lock(second);
  upc_unlock(second);
  upc_unlock(first);
}

int main(int argc, char **argv)
{
  char what = argc > 1 ? argv[1][0] : ' ';
  one = upc_all_lock_alloc();
  two = upc_all_lock_alloc();
  switch (what) {
  case 'u': /* an update is lost */
    n++;
    break;
  case 'l': /* none is */
    upc_lock(one);
    n++;
    upc_unlock(one);
    break;
  case 'd': /* two locks in opposite order */
    if (MYTHREAD % 2) both(one, two);
    else both(two, one);
    break;
  case 'b': /* a barrier that one thread comes to only if it has seen what the other did just before */
    if (MYTHREAD == 0) flag = 1;
    else if (flag == 1 && turn == 0) upc_barrier 1;
    if (MYTHREAD == 0) turn = 1;
    break;
  case 's': /* a loop that waits */
    if (MYTHREAD == 0) {
      data = 5;
      flag = 1;
    } else {
      while (!flag)
        ;
      n += data == 5;
    }
    break;
  case 'v': /* a loop that waits for ever */
    while (!flag)
      ;
    break;
  case 'a': /* an assertion that one order breaks */
    if (MYTHREAD == 0) ready = 1;
    else assert(!ready);
    break;
  case 'g': /* a bad access in one order */
    if (MYTHREAD == 0) ready = 1;
    else if (ready) {
      int few[2] = { 0, 0 };
      int *volatile at = few;
      n = at[2 + 1000000 * ready];
    }
    break;
  case 'i': /* independent: one order */
    upc_barrier;
    break;
  }
  upc_barrier;
  if (MYTHREAD == 0) printf("n is %d\n", n);
  return what == 'u' && n != THREADS;
}
