/* Puts that arrive as late as they may: at their put.sync, the last begun first. */
#include <stdlib.h>

struct put { char *to; int kind; double real; long integer; };
static struct put *queue;
static int length, room;

static struct put *begun(int to, int kind) {
  if (length == room) queue = realloc(queue, (room = 2 * room + 16) * sizeof *queue);
  queue[length].to = (char *)to;
  queue[length].kind = kind;
  return &queue[length++];
}

void late_put_i8(int to, int value) { begun(to, 1)->integer = value; }
void late_put_u8(int to, int value) { begun(to, 1)->integer = value; }
void late_put_i16(int to, int value) { begun(to, 2)->integer = value; }
void late_put_u16(int to, int value) { begun(to, 2)->integer = value; }
void late_put_i32(int to, int value) { begun(to, 4)->integer = value; }
void late_put_shared(int to, int value) { begun(to, 4)->integer = value; }
void late_put_phase(int to, int value) { begun(to, 4)->integer = value; }
void late_put_i64(int to, long value) { begun(to, 8)->integer = value; }
void late_put_f32(int to, float value) { begun(to, 5)->real = value; }
void late_put_f64(int to, double value) { begun(to, 9)->real = value; }

void late_sync(void) {
  while (length > 0) {
    struct put p = queue[--length];
    switch (p.kind) {
      case 1: *p.to = p.integer; break;
      case 2: *(short *)p.to = p.integer; break;
      case 4: *(int *)p.to = p.integer; break;
      case 5: *(float *)p.to = p.real; break;
      case 8: *(long *)p.to = p.integer; break;
      case 9: *(double *)p.to = p.real; break;
    }
  }
}
