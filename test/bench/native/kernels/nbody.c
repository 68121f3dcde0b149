/* Bodies under gravity, all pairs once (each force acts on both), as an array of structures; leapfrog steps. */
#include "kernel.h"
#include <math.h>
#define BODIES 1000
#define STEPS 16
#define SOFTENING 0.01
typedef struct {
  double x, y, z, vx, vy, vz, mass;
} body_t;
static body_t bodies[BODIES];

static void prepare(void) {
  randomState = 1;
  for (int i = 0; i < BODIES; i++) {
    body_t *b = &bodies[i];
    b->x = 10 * randomUnit();
    b->y = 10 * randomUnit();
    b->z = 10 * randomUnit();
    b->vx = b->vy = b->vz = 0;
    b->mass = 1 + i % 3;
  }
}

static void attract(double dt) {
  for (int i = 0; i < BODIES; i++) {
    body_t *b = &bodies[i];
    for (int j = i + 1; j < BODIES; j++) {
      body_t *c = &bodies[j];
      double dx = c->x - b->x, dy = c->y - b->y, dz = c->z - b->z;
      double square = dx * dx + dy * dy + dz * dz + SOFTENING;
      double force = dt / (square * sqrt(square));
      b->vx += force * c->mass * dx;
      b->vy += force * c->mass * dy;
      b->vz += force * c->mass * dz;
      c->vx -= force * b->mass * dx;
      c->vy -= force * b->mass * dy;
      c->vz -= force * b->mass * dz;
    }
  }
}

static void move(double dt) {
  for (int i = 0; i < BODIES; i++) {
    bodies[i].x += dt * bodies[i].vx;
    bodies[i].y += dt * bodies[i].vy;
    bodies[i].z += dt * bodies[i].vz;
  }
}

static void work(void) {
  for (int step = 0; step < STEPS; step++) {
    attract(1e-4);
    move(1e-4);
  }
}

/* Momentum stays zero. */
static double momentum(void) {
  double x = 0;
  for (int i = 0; i < BODIES; i++) x += bodies[i].mass * (bodies[i].vx + bodies[i].vy + bodies[i].vz);
  return x;
}

int main(void) {
  measure(prepare, work);
  result("x", bodies[BODIES / 2].x);
  resultBits("bodies", bodies, sizeof bodies);
  return verdict(fabs(momentum()) < 1e-9);
}
