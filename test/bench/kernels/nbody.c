/* 1000 bodies, all pairs, 5 steps, as an array of structures. */
#include "bench.h"
#define N 1000
typedef struct { double x, y, z, vx, vy, vz, mass; } body_t;
static body_t bodies[N];

static void prepare(void) {
  for (int i = 0; i < N; i++) {
    body_t *b = &bodies[i];
    b->x = sin(i * 1.1) * 10; b->y = cos(i * 2.3) * 10; b->z = sin(i * 3.7) * 10;
    b->vx = b->vy = b->vz = 0;
    b->mass = 1 + i % 3;
  }
}

static void step(double dt) {
  for (int i = 0; i < N; i++) {
    body_t *b = &bodies[i];
    double ax = 0, ay = 0, az = 0;
    for (int j = 0; j < N; j++) {
      const body_t *c = &bodies[j];
      double dx = c->x - b->x, dy = c->y - b->y, dz = c->z - b->z;
      double r2 = dx * dx + dy * dy + dz * dz + 0.01;
      double f = c->mass / (r2 * sqrt(r2));
      ax += f * dx; ay += f * dy; az += f * dz;
    }
    b->vx += ax * dt; b->vy += ay * dt; b->vz += az * dt;
  }
  for (int i = 0; i < N; i++) {
    bodies[i].x += bodies[i].vx * dt; bodies[i].y += bodies[i].vy * dt; bodies[i].z += bodies[i].vz * dt;
  }
}

static void work(void) { for (int k = 0; k < 5; k++) step(0.001); }

BENCH("nbody", prepare(), work(), bodies[N / 2].x)
