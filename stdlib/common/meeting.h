/*
 * The barrier of all ranks where loads and stores reach all memory: the runtime's meeting (runtime/extended/barrier/shared.ts) without a call of it.
 *
 * Takes the words of meeting.ts. One idea: the arrival lines are all that the meeting consists of. So who finds the others there soon enough has met them; else
 * the runtime goes on from the lines: it wakes, sleeps, compares values, and looks for deadlocks.
 */

enum __pgasc_meeting { NOT_BEGUN, ARRIVED, MET };

/* Words of an arrival line (runtime/core/arrival.ts), and lines of a region. */
enum { LINE_PHASE, LINE_SLOTS, SLOT_WORDS = 4, SLOT_NAMED = 0, SLOT_PLACE = 2, LINE_NOTIFIED = 9, LINE_GLANCES, LINE_WORDS = 16, LINES = 64 };

static inline volatile int *__pgasc_slot(volatile int *line, int phase) { return line + LINE_SLOTS + (phase & 1) * SLOT_WORDS; }

static inline volatile int *__pgasc_line(volatile int *first, int rank) {
  return (int *)(shared [] int *)__builtin_counterpart((int *)first, rank) + rank % LINES * LINE_WORDS;
}

static inline enum __pgasc_meeting __pgasc_meet(volatile int *line, const int *sleepers) {
  if (!line || line[LINE_NOTIFIED]) return NOT_BEGUN;
  int phase = line[LINE_PHASE] + 1, glances = line[LINE_GLANCES], given = 0;
  __pgasc_slot(line, phase)[SLOT_NAMED] = __pgasc_slot(line, phase)[SLOT_PLACE] = 0;
  __atomic_store_n(&line[LINE_PHASE], phase, __ATOMIC_SEQ_CST);
  if (__atomic_load_n(sleepers, __ATOMIC_SEQ_CST)) return ARRIVED;
  volatile int *first = line - MYTHREAD % LINES * LINE_WORDS;
  for (int rank = 0; rank < THREADS; rank++) {
    volatile int *other = __pgasc_line(first, rank);
    while (__atomic_load_n(&other[LINE_PHASE], __ATOMIC_SEQ_CST) - phase < 0)
      if (--glances < 0) return ARRIVED;
    given |= __pgasc_slot(other, phase)[SLOT_NAMED];
  }
  return given ? ARRIVED : MET;
}
