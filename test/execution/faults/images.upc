// Errors with images. Behind a case: the number of threads, and text of standard error (@+2: this program, two lines further).
#include <coarray.h>
#include <stdlib.h>
#include <upc.h>

int box:[*];
int set[3];
int status;
event_type e:[*];
lock_type guard:[*];
team_type t, u;
double d[100]:[*];
static int plus(int a, int b) { return a + b; }
struct large { char bytes[5000]; } large;
static struct large other(struct large a, struct large b) { return b; }

int main(int argc, char **argv) {
  int me = this_image(), all = num_images();
  switch (atoi(argv[1])) {
  case 1: // 3: coindex: image 3 is not in 0 .. 2: num_images() is 3 at @+1
    box:[all] = 1;
  case 2: // 3: coindex: image -1 is not in 0 .. 2: num_images() is 3 at @+1
    return box:[me - me - 1];
  case 3: // 2: sync_images: image 2 is not in 0 .. 1: num_images() is 2 at @+2
    set[0] = 2;
    sync_images(1, set);
    break;
  case 4: // 2: sync_images: image 1 is named twice; with a status argument the program would go on at @+2
    set[0] = set[1] = 1;
    sync_images(2, set);
    break;
  case 5: // 2: sync_images: the number of images is -2; it is how many numbers the set has at @+1
    sync_images(-2, set);
    break;
  case 6: // 3: sync_all: image 2 has stopped; with a status argument the program would go on at @+2
    if (me == 2) stop(0);
    sync_all();
    break;
  case 7: // 3: sync_all: image 1 has failed; with a status argument the program would go on at @+2
    if (me == 1) fail_image();
    sync_all();
    break;
  case 8: // 2: sync_images: image 1 has stopped; with a status argument the program would go on at @+2
    if (me == 1) return 0;
    sync_image(1);
    break;
  case 9: // 3: deadlock: this thread can never go on
    if (me == 0) sync_image(1);
    if (me == 1) sync_image(2);
    if (me == 2) sync_image(0);
    break;
  case 10: // 2: thread 1 waits at event_wait until 3
    event_post(&e);
    event_post(&e);
    event_wait(&e, 2 + me);
    sync_all();
    break;
  case 11: // 2: all images of a team make the same calls at
    if (me == 0) sync_all();
    else co_sum(&me, 1);
    break;
  case 12: // 2: co_sum: the number of elements is
    co_sum(d, 10 + me);
    break;
  case 13: // 2: co_sum: the result image is 2; images are 0 .. 1 at @+1
    co_sum(d, 10, 2);
    break;
  case 14: // 2: co_max: the type of the elements is
    if (me == 0) co_max((int *)d, 10);
    else co_max((float *)d, 10);
    break;
  case 15: // 2: co_sum: an element of 8 bytes is no number; use co_reduce with a function at @+1
    co_sum(&e, 1);
    break;
  case 16: // 2: co_broadcast: the source image is -1; images are 0 .. 1 at @+1
    co_broadcast(d, 3, -1);
    break;
  case 17: // 2: co_sum: the array of 10 elements is 0x0; null pointer at @+1
    co_sum((double *)0, 10);
    break;
  case 18: // 2: this image holds the lock already; with a status argument the program would go on at @+2
    lock(&guard);
    lock(&guard);
    break;
  case 19: // 2: nobody holds the lock; with a status argument the program would go on at @+1
    unlock(&guard);
    break;
  case 20: // 2: another image holds the lock, thread 0; with a status argument the program would go on at @+3
    if (me == 0) lock(&guard);
    sync_all();
    if (me == 1) unlock(&guard:[0]);
    sync_all();
    break;
  case 21: // 2: the image that held the lock has failed; with a status argument the program would go on at @+4
    if (me == 1) lock(&guard:[0]);
    if (me == 1) fail_image();
    while (image_status(1) == 0) { }
    lock(&guard:[0]);
    break;
  case 22: // 2: an image waits for its own events only, and this one is thread 0's at @+1
    if (me == 1) event_wait((event_type *)upc_addrfield(&e:[0]));
    sync_all();
    break;
  case 23: // 2: form_team: the number is 0; it must be positive at @+1
    form_team(0, &t);
    break;
  case 24: // 2: form_team: the new index is 1; another image of the new team has asked for it as well at @+1
    form_team(1, &t, 1);
    break;
  case 25: // 2: form_team: the new index is 5; the new team has indexes 0 .. 1 at @+1
    form_team(1, &t, 5);
    break;
  case 26: // 2: has not been given a value by form_team or get_team on this image at @+1
    sync_team(&t);
    break;
  case 27: // 2: change_team: the initial team was not formed in the current team, which is the initial team at @+2
    t = get_team();
    change_team (&t) { }
    break;
  case 28: // 2: num_images: there is no team 4 beside the current one; there are -1 at @+1
    return num_images(4);
  case 29: // 2: xmp_comalloc: the number of bytes is
    xmp_comalloc(8 + me);
    break;
  case 30: // 2: not what xmp_comalloc has given in the current team, which is the initial team, or freed already at @+1
    xmp_cofree(d);
    break;
  case 31: // 2: xmp_comalloc: the shared heap is exhausted
    xmp_comalloc(0x7ffffff0);
    break;
  case 32: // 2: xmp wait: image 1 has ended, and no such post of it is left at @+2
    if (me == 1) stop();
    xmp_wait_image(1);
    break;
  case 33: // 2: deadlock: this thread can never go on
    xmp_wait();
    break;
  case 34: // 2: xmp post: image 9 is not in 0 .. 1: num_images() is 2 at @+1
    xmp_post(9, 1);
    break;
  case 35: // 2: event_post: 0x0 is no event: null pointer at @+1
    event_post((event_type *)0);
    break;
  case 36: // 2: atomic_add: 0x
    atomic_add((int *)((char *)d + 2), 1);
    break;
  case 37: // 2: ERROR STOP 7 at @+1
    error_stop(7);
  case 38: // 2: ERROR STOP no convergence at @+1
    error_stop("no convergence");
  case 39: // 2: image_status: image 2 is not in 0 .. 1: num_images() is 2 at @+1
    return image_status(2);
  case 40: // 2: co_reduce: the size of an element is
    if (me == 0) co_reduce((int *)d, 4, plus);
    else co_reduce((long *)d, 4, plus);
    break;
  case 41: // 3: thread 2 has failed (fail_image)
    if (me == 2) fail_image();
    upc_barrier;
    break;
  case 42: // 2: waits for the lock of thread
    lock(&guard:[me]);
    sync_all();
    lock(&guard:[1 - me]);
    break;
  case 43: // 2: get_team: the level is 3; it is CURRENT_TEAM, PARENT_TEAM or INITIAL_TEAM at @+1
    t = get_team(3);
    break;
  case 44: // 2: the image that has it, thread 1, has failed; with a status argument the program would go on at @+3
    if (me == 1) fail_image();
    while (image_status(1) == 0) { }
    event_post(&e:[1]);
    break;
  case 45: // 2: the private heap is exhausted: 14.6 KiB wanted for the values of an operation on structures; raise --heap at @+2
    for (size_t n = 1 << 28; n > 1000; n /= 2) while (malloc(n)) { }
    co_reduce(&large, 1, other);
    break;
  }
  return 0;
}
