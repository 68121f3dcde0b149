/*
 * A master deals items of work of different lengths, one at a time, to whoever of the other ranks has nothing to do. It receives from
 * anybody (MPI_ANY_SOURCE), and who has answered gets the next item. A worker does not know how long its item is before it comes (MPI_Probe,
 * MPI_Get_count); the tag says that it is work, or that there is no more. An item is a list of numbers, the answer the sum of their steps to 1 in
 * Collatz' sequence, which take long for some numbers and not for others. The sum of all answers is compared with what the master computes alone.
 *
 *     pgasc run samples/mpi/workers.c -n 4 [items]
 *     mpicc workers.c -o workers && mpirun -n 4 ./workers
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { WORK, STOP, ANSWER };

static int me, size, items = 200;

/* Numbers of an item. */
static int lengthOf(int item) { return 1 + item * item % 37; }
static void fill(int *numbers, int item) {
  for (int i = 0; i < lengthOf(item); i++) numbers[i] = 1 + (item * 101 + i * 7919) % 9973;
}

static long answerTo(const int *numbers, int count) {
  long steps = 0;
  for (int i = 0; i < count; i++)
    for (long n = numbers[i]; n != 1; steps++) n = n % 2 ? 3 * n + 1 : n / 2;
  return steps;
}

/* What one rank computes alone. */
static long all(void) {
  int numbers[37];
  long sum = 0;
  for (int item = 0; item < items; item++) {
    fill(numbers, item);
    sum += answerTo(numbers, lengthOf(item));
  }
  return sum;
}

/* Gives a worker the next item, or says that there is none: then it is not busy any more. */
static int isGiven(int worker, int *next) {
  int numbers[37], item = *next;
  if (item == items) {
    MPI_Send(NULL, 0, MPI_INT, worker, STOP, MPI_COMM_WORLD);
    return 0;
  }
  fill(numbers, item);
  MPI_Send(numbers, lengthOf(item), MPI_INT, worker, WORK, MPI_COMM_WORLD);
  (*next)++;
  return 1;
}

static long master(void) {
  long sum = 0, answer;
  int next = 0, busy = 0;
  MPI_Status status;
  for (int worker = 1; worker < size; worker++) busy += isGiven(worker, &next);
  while (busy > 0) {
    MPI_Recv(&answer, 1, MPI_LONG, MPI_ANY_SOURCE, ANSWER, MPI_COMM_WORLD, &status);
    sum += answer;
    busy -= !isGiven(status.MPI_SOURCE, &next);
  }
  return sum;
}

/* Gives the number of items that it has done. */
static int work(void) {
  for (int done = 0;; done++) {
    MPI_Status status;
    int count;
    MPI_Probe(0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    int *numbers = malloc(sizeof(int) * count);
    MPI_Recv(numbers, count, MPI_INT, 0, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    long answer = answerTo(numbers, count);
    free(numbers);
    if (status.MPI_TAG == STOP) return done;
    MPI_Send(&answer, 1, MPI_LONG, 0, ANSWER, MPI_COMM_WORLD);
  }
}

int main(int argc, char **argv) {
  int wrong = 0, done = 0, most;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc > 1) items = atoi(argv[1]);
  if (me > 0) done = work();
  else wrong = (size == 1 ? all() : master()) != all();
  MPI_Reduce(&done, &most, 1, MPI_INT, MPI_MAX, 0, MPI_COMM_WORLD);
  if (me == 0) {
    if (wrong) printf("the sum is wrong\n");
    else printf("%d items, at most %d for one of %d workers: Solution validates\n", items, most, size - 1);
  }
  MPI_Bcast(&wrong, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return wrong != 0;
}
