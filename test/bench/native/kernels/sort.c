/* Ranks of two million small keys by counting, and the keys in order, as NAS IS does: keys are sums of four random numbers. */
#include "kernel.h"
#define KEYS (1 << 21)
#define LARGEST (1 << 16)
#define ROUNDS 3
static int keys[KEYS], ranks[KEYS], sorted[KEYS], counts[LARGEST];

static void prepare(void) {
  randomState = 1;
  for (int i = 0; i < KEYS; i++) {
    uint64_t bits = randomBits();
    keys[i] = ((bits & 0xffff) + (bits >> 16 & 0xffff) + (bits >> 32 & 0xffff) + (bits >> 48)) / 4;
  }
}

static void rank(void) {
  for (int key = 0; key < LARGEST; key++) counts[key] = 0;
  for (int i = 0; i < KEYS; i++) counts[keys[i]]++;
  for (int key = 1; key < LARGEST; key++) counts[key] += counts[key - 1];
  for (int i = KEYS - 1; i >= 0; i--) ranks[i] = --counts[keys[i]];
}

static void permute(void) {
  for (int i = 0; i < KEYS; i++) sorted[ranks[i]] = keys[i];
}

/* As in NAS IS, two keys change before each round. */
static void work(void) {
  for (int round = 0; round < ROUNDS; round++) {
    keys[round] = round;
    keys[round + ROUNDS] = LARGEST - 1 - round;
    rank();
    permute();
  }
}

static int inOrder(void) {
  for (int i = 1; i < KEYS; i++)
    if (sorted[i - 1] > sorted[i]) return 0;
  return 1;
}

int main(void) {
  measure(prepare, work);
  resultBits("ranks", ranks, sizeof ranks);
  resultBits("sorted", sorted, sizeof sorted);
  return verdict(inOrder());
}
