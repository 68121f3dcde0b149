/*
 * Queue: image 0 deals tasks of very different cost to the others, who tell it by events when they have room for more.
 * A task is a range of numbers whose primes are counted by trial division. The UPC twin draws the same tasks from a shared
 * counter under a lock; both must count the same primes, and as many as there are.
 *
 *     pgasc run samples/coarray/queue.upc -n 4
 */
#include <coarray.h>
#include <upc_relaxed.h>
#include <stdio.h>

enum { RANGE = 1000, TASKS = 200, PRIMES = 17984 /* below 200000 */, DEPTH = 2, MOST = 256, NO_MORE = -1 };

/* A worker's tasks, in a ring, and how often it has been given one. */
int ring[DEPTH]:[*];
event_type given:[*];
/* On image 0: that a worker has finished a task, and how many each has; the primes of all. */
event_type finished:[*];
int done[MOST]:[*];
int primes:[*];

shared int nextTask, counted;

static int primesIn(int task) {
  int count = 0;
  for (int n = task * RANGE; n < (task + 1) * RANGE; n++) {
    int divisor = 2;
    while (divisor * divisor <= n && n % divisor != 0) divisor++;
    count += n > 1 && divisor * divisor > n;
  }
  return count;
}

static void work(void) {
  for (int n = 0;; n++) {
    event_wait(&given);
    int task = ring[n % DEPTH];
    if (task == NO_MORE) return;
    atomic_add(&primes:[0], primesIn(task));
    atomic_add(&done[this_image()]:[0], 1);
    event_post(&finished:[0]);
  }
}

static void give(int worker, int task, int sent[]) {
  ring[sent[worker]++ % DEPTH]:[worker] = task;
  event_post(&given:[worker]); /* what was put before is there when the event is */
}

/* The worker with the most room; each has DEPTH tasks at most. */
static int idlest(const int sent[]) {
  int best = 0, room = 0;
  for (int worker = 1; worker < num_images(); worker++) {
    int finishedBy;
    atomic_ref(&finishedBy, &done[worker]);
    if (DEPTH - (sent[worker] - finishedBy) <= room) continue;
    room = DEPTH - (sent[worker] - finishedBy);
    best = worker;
  }
  return best;
}

static void deal(void) {
  int sent[MOST] = {0}, outstanding = 0, workers = num_images() - 1;
  for (int task = 0; task < TASKS; task++) {
    if (outstanding == DEPTH * workers) {
      event_wait(&finished);
      outstanding--;
    }
    give(idlest(sent), task, sent);
    outstanding++;
  }
  event_wait(&finished, outstanding);
  for (int worker = 1; worker <= workers; worker++) give(worker, NO_MORE, sent);
}

static int byEvents(void) {
  if (num_images() == 1)
    for (int task = 0; task < TASKS; task++) primes += primesIn(task);
  else if (this_image() == 0) deal();
  else work();
  sync_all();
  return primes:[0];
}

static int byLock(void) {
  upc_lock_t *lock = upc_all_lock_alloc();
  for (;;) {
    upc_lock(lock);
    int task = nextTask++;
    upc_unlock(lock);
    if (task >= TASKS) break;
    int count = primesIn(task);
    upc_lock(lock);
    counted += count;
    upc_unlock(lock);
  }
  upc_barrier;
  return counted;
}

int main(void) {
  if (num_images() > MOST) {
    if (this_image() == 0) fprintf(stderr, "queue: %d images; there is room for %d\n", num_images(), MOST);
    return 2;
  }
  double begin = xmp_wtime();
  int events = byEvents();
  double middle = xmp_wtime();
  int locks = byLock();
  double end = xmp_wtime();
  int right = events == PRIMES && locks == PRIMES;
  if (this_image() == 0) {
    for (int k = 1; k < num_images(); k++) printf("image %d did %d tasks\n", k, done[k]);
    printf("primes: %d by events in %.3f s, %d by a lock in %.3f s\n", events, middle - begin, locks, end - middle);
    if (right) printf("Solution validates\n");
  }
  return !right;
}
