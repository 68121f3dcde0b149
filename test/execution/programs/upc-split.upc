// flags: -fsplit
// static: 3
/* Gets and puts with work between, whose order shows: through pointers, in loops, before barriers, locks and returns. */
#include <upc_relaxed.h>
#include <stdio.h>

static int bad;
#define CHECK(c) do { if (!(c)) { bad++; printf("thread %d: line %d: %s\n", MYTHREAD, __LINE__, #c); } } while (0)

#define N 64
shared int x[N * THREADS];
shared [N] double grid[THREADS][N];
shared [] int *shared boxes[THREADS];
shared long total;
shared float ratio;
shared short small[THREADS];
upc_lock_t *lock;
static int log_[N], logged;

static int put_and_return(int i, int value) { x[i] = value; logged++; return value; }

static int several(int i, int j, int k) {
  int a = x[i], b = x[j], c = x[k];
  log_[logged++ % N] = a;
  double s = a * 3 + 1;
  return b + (int)s + c;
}

static void order(int i, int j) {
  x[i] = 1;
  int a = x[j];
  x[j] = 2;
  int b = x[i];
  logged = a + b;
  int c = x[j];
  CHECK(c == 2 && b == (i == j ? 2 : 1) && (i != j || a == 1));
  for (int k = 0; k < 5; k++) { x[i] = x[i] + k; logged += k; x[j] = x[j] - k; }
  CHECK(x[i] == (i == j ? 2 : 11) && x[j] == (i == j ? 2 : -8));
  int n = i;
  x[n] = 100;
  n = j;
  logged = n;
  x[n] = 200;
  CHECK(x[i] == (i == j ? 200 : 100) && x[j] == 200);
}

static void rows(int t) {
  for (int i = 0; i < N; i++) { grid[t][i] = i * 2; log_[i] = i; }
  for (int i = 0; i < N; i++) CHECK(grid[t][i] == i * 2);
  for (int i = 1; i < N; i++) { grid[t][i] = grid[t][i - 1] + 1; log_[i] = i; }
  CHECK(grid[t][N - 1] == N - 1);
  for (int i = 0; i < N - 1; i++) { grid[t][i] = 5; log_[i] = i; grid[t][i + 1] = 6; log_[i] = 0; }
  for (int i = 0; i < N; i++) CHECK(grid[t][i] == (i < N - 1 ? 5 : 6));
  for (int i = 0; i < N; i++) { grid[t][i % 8] = i; log_[i] = 1; }
  for (int i = 0; i < 8; i++) CHECK(grid[t][i] == N - 8 + i);
  for (int i = 0; i < N; i++) for (int j = 0; j < 3; j++) { grid[t][i] = i + j; log_[i] = j; }
  for (int i = 0; i < N; i++) CHECK(grid[t][i] == i + 2);
  upc_barrier;
  double *own = (double *)&grid[MYTHREAD][0];
  for (int i = 0; i < N; i++) { grid[MYTHREAD][i] = -i; log_[i] = own[i]; CHECK(log_[i] == -i); }
  double sum = 0;
  for (int i = 0; i < N; i++) { grid[MYTHREAD][i] = i; log_[i] = 1; sum += own[(i + N - 1) % N]; }
  CHECK(sum == (N - 2) * (N - 1) / 2 - (N - 1));
}

static int leaves(int i) {
  x[i] = 5;
  log_[0] = 1;
  if (log_[0]) return put_and_return(i, 6);
  x[i] = 7;
  return 0;
}

int main(void) {
  lock = upc_all_lock_alloc();
  int right = (MYTHREAD + 1) % THREADS, mine = N * MYTHREAD / N;
  for (int i = MYTHREAD; i < N * THREADS; i += THREADS) x[i] = i;
  upc_barrier;
  int i = (right + THREADS) % (N * THREADS), j = right + 5 * THREADS, k = right + 7 * THREADS;
  CHECK(several(i, j, k) == j + 3 * i + 1 + k);
  upc_barrier;
  order(i, j);
  order(i, i);
  upc_barrier;
  rows(right);
  upc_barrier;
  CHECK(leaves(i) == 6 && x[i] == 6);
  upc_barrier;
  for (int round = 0; round < 10; round++) {
    x[right] = round;
    log_[round] = round;
    upc_barrier;
    int got = x[MYTHREAD];
    log_[round] = got;
    CHECK(got == round);
    upc_notify;
    log_[round]++;
    upc_wait;
    upc_lock(lock);
    total += 1;
    log_[0]++;
    ratio = ratio + 0.5f;
    upc_unlock(lock);
  }
  upc_barrier;
  CHECK(total == 10 * THREADS && ratio == 5.0f * THREADS);
  small[right] = -7 * right;
  log_[1] = 2;
  boxes[MYTHREAD] = upc_alloc(4 * sizeof(int));
  upc_barrier;
  boxes[right][2] = right;
  log_[2] = 3;
  shared [] int *p = boxes[right];
  log_[3] = p[2];
  CHECK(log_[3] == right && small[MYTHREAD] == (short)(-7 * MYTHREAD));
  shared [] int *q = p + 1;
  p[1] = 9;
  log_[4] = 1;
  p = q;
  log_[5] = 1;
  CHECK(*p == 9 && p[1] == right);
  upc_barrier;
  return bad != 0 || mine < 0;
}
