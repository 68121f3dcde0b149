// Threads of several processes reach each other's memory by loads and stores, if the arguments are the numbers of threads of each host and
// they are of one host; else, if it is "apart", only those of one process do. What they do through casts, shared pointers, copies, atomic
// operations and locks is done once. test/conduits/mapped.test.ts, test/hosts/mapped.test.ts
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <bupc_extensions.h>
#include <upc.h>
#include <upc_atomic.h>
#include <upc_castable.h>

#define CHECK(condition) ((condition) ? 0 : (printf("line %d: %s (thread %d)\n", __LINE__, #condition, MYTHREAD), bad++))
#define ROUNDS 200
#define BYTES 5000

static int bad;
shared int numbers[THREADS];
shared long counters[THREADS];
shared [BYTES] char rows[THREADS][BYTES], others[THREADS][BYTES];
strict shared int turn[THREADS];
shared int sum;
static char bytes[BYTES], back[BYTES];

/** The host of a thread; `sizes`: the threads of each. */
static int host_of(int thread, char **sizes) {
  int host = 0;
  for (int end = 0; (end += atoi(sizes[host])) <= thread; ) host++;
  return host;
}

static void casts(char **sizes) {
  for (int t = 0; t < THREADS; t++) {
    int distance = bupc_thread_distance(MYTHREAD, t);
    int near = distance <= (sizes == NULL ? BUPC_THREADS_VERYNEAR : BUPC_THREADS_NEAR);
    int *cast = upc_cast(&numbers[t]);
    CHECK((distance == BUPC_THREADS_SAME) == (t == MYTHREAD) && distance == bupc_thread_distance(t, MYTHREAD));
    CHECK(near || distance == (sizes == NULL ? BUPC_THREADS_FAR : BUPC_THREADS_VERYFAR));
    if (sizes != NULL) CHECK(near == (host_of(t, sizes) == host_of(MYTHREAD, sizes)));
    CHECK((cast != NULL) == near);
    CHECK((upc_thread_info(t).guaranteedCastable == UPC_CASTABLE_ALL) == near);
    CHECK(bupc_castable(&numbers[t]) == near && bupc_thread_castable(t) == near);
    if (cast == NULL) continue;
    CHECK(*cast == 10 * t && cast == (int *)upc_cast(&numbers[t]));
    CHECK(cast != &bad && memcmp(cast, (int[]){10 * t}, sizeof *cast) == 0);
  }
}

/** Each row is written by the thread before its owner, and from there copied to the thread before that, through a cast where there is one. */
static void copies(void) {
  int next = (MYTHREAD + 1) % THREADS, last = (MYTHREAD + THREADS - 1) % THREADS;
  for (int i = 0; i < BYTES; i++) bytes[i] = i * 7 + MYTHREAD;
  upc_memput(rows[next], bytes, BYTES);
  upc_barrier;
  for (int i = 0; i < BYTES; i++) CHECK(rows[MYTHREAD][i] == (char)(i * 7 + last));
  upc_memget(back, rows[next], BYTES);
  CHECK(memcmp(back, bytes, BYTES) == 0);
  upc_barrier;
  char *cast = upc_cast(rows[next]);
  if (cast != NULL) upc_memput(others[last] + 1, cast + 3, 1000);
  else upc_memcpy(others[last] + 1, rows[next] + 3, 1000);
  upc_memget(back, others[last] + 1, 1000);
  CHECK(memcmp(back, bytes + 3, 1000) == 0);
  upc_barrier;
}

static void atomics(void) {
  upc_atomicdomain_t *domain = upc_all_atomicdomain_alloc(UPC_LONG, UPC_ADD | UPC_INC, 0);
  upc_lock_t *lock = upc_all_lock_alloc();
  long one = 1;
  for (int i = 0; i < ROUNDS; i++) {
    for (int t = 0; t < THREADS; t++) upc_atomic_relaxed(domain, NULL, UPC_ADD, &counters[t], &one, NULL);
    upc_lock(lock);
    sum++;
    upc_unlock(lock);
  }
  upc_barrier;
  for (int t = 0; t < THREADS; t++) CHECK(counters[t] == ROUNDS * THREADS);
  CHECK(sum == ROUNDS * THREADS);
  upc_barrier;
  upc_all_lock_free(lock);
  upc_all_atomicdomain_free(domain);
}

/** A thread that sleeps for a lock or a semaphore is woken from another process. */
static void sleeps(void) {
  shared [] bupc_sem_t *shared *semaphores = upc_all_alloc(THREADS, sizeof *semaphores);
  semaphores[MYTHREAD] = bupc_sem_alloc(BUPC_SEM_INTEGER);
  upc_barrier;
  int next = (MYTHREAD + 1) % THREADS;
  for (int i = 0; i < 20; i++) {
    if (MYTHREAD == 0) {
      usleep(2000); // the others sleep
      bupc_sem_post(semaphores[next]);
      bupc_sem_wait(semaphores[0]);
    } else {
      bupc_sem_wait(semaphores[MYTHREAD]);
      bupc_sem_post(semaphores[next]);
    }
  }
  for (int i = 1; i <= 100; i++) {
    turn[next] = i;
    while (turn[MYTHREAD] < i) ;
  }
  upc_barrier;
  bupc_sem_free(semaphores[MYTHREAD]);
  upc_barrier;
  if (MYTHREAD == 0) upc_free(semaphores);
}

int main(int argc, char **argv) {
  numbers[(MYTHREAD + 1) % THREADS] = 10 * ((MYTHREAD + 1) % THREADS);
  upc_barrier;
  casts(strcmp(argv[1], "apart") == 0 ? NULL : argv + 1);
  copies();
  atomics();
  sleeps();
  return bad != 0;
}
