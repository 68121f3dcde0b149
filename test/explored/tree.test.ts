/**
 * The walk over schedules against all interleavings: of random programs of a few processes each class of equivalent interleavings comes, and none twice.
 *
 * A program here is a list of operations for each process: reads and writes of places, and locks, held to the end of a list. Two interleavings are equivalent if they order
 * all pairs of operations alike that depend on each other.
 */
import { expect, test } from 'vitest';
import { type Footprint, meet, reads, writes } from '../../runtime/simulated/explored/footprint.ts';
import { type Pending, Tree } from '../../runtime/simulated/explored/tree.ts';

interface Step {
  readonly footprint: Footprint;
  readonly lock?: { readonly name: number; readonly takes: boolean };
}
type Program = readonly (readonly Step[])[];
/** Processes in the order in which they go on. */
type Schedule = readonly number[];

class State {
  private readonly done: number[];
  private readonly held = new Map<number, number>();

  constructor(private readonly program: Program) {
    this.done = program.map(() => 0);
  }

  get pending(): Pending[] {
    return this.program.flatMap((steps, process) => {
      const step = steps[this.done[process]!];
      if (step === undefined) return [];
      const { footprint, lock } = step;
      const name = lock?.name;
      const enabled = !(lock?.takes && this.held.has(lock.name));
      return [
        {
          process,
          footprint,
          enabled,
          acquires: lock?.takes ? name : undefined,
          releases: lock?.takes ? undefined : name,
        },
      ];
    });
  }

  goOn(process: number): void {
    const { lock } = this.program[process]![this.done[process]!++]!;
    if (lock?.takes) this.held.set(lock.name, process);
    else if (lock) this.held.delete(lock.name);
  }
}

function stateAfter(program: Program, schedule: Schedule): State {
  const state = new State(program);
  for (const process of schedule) state.goOn(process);
  return state;
}

function all(program: Program, schedule: Schedule = []): Schedule[] {
  const enabled = stateAfter(program, schedule).pending.filter((each) => each.enabled);
  return enabled.length === 0 ? [schedule] : enabled.flatMap(({ process }) => all(program, [...schedule, process]));
}

function walked(program: Program): Schedule[] {
  const tree = new Tree();
  const found: Schedule[] = [];
  do {
    tree.begin();
    const state = new State(program);
    const schedule: number[] = [];
    let chosen: number | undefined = 0;
    while (chosen !== undefined && state.pending.some(({ enabled }) => enabled)) {
      chosen = tree.choose(state.pending);
      if (chosen === undefined) break;
      state.goOn(chosen);
      schedule.push(chosen);
    }
    if (chosen === undefined) continue;
    tree.choose(state.pending); // a deadlock, if there are any
    found.push(schedule);
  } while (tree.next());
  return found;
}

/** The pairs of operations that depend on each other, in their order. */
function classOf(program: Program, schedule: Schedule): string {
  const counts = program.map(() => 0);
  const events = schedule.map((process) => {
    const index = counts[process]!++;
    return { name: `${process}.${index}`, process, footprint: program[process]![index]!.footprint };
  });
  const pairs = events.flatMap((a, i) =>
    events
      .slice(i + 1)
      .filter((b) => a.process !== b.process && meet(a.footprint, b.footprint))
      .map((b) => `${a.name}<${b.name}`),
  );
  return [`of ${schedule.length}`, ...counts, ...pairs.sort()].join(' ');
}

/** Numbers in [0, end), the same for the same seed. */
function numbers(seed: number): (end: number) => number {
  let state = seed * 2654435761 + 1;
  return (end) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
}

function randomProgram(seed: number): Program {
  const below = numbers(seed);
  const access = (): Step => ({ footprint: (below(2) ? writes : reads)(8 * below(3), 8) });
  const locked = (name: number, steps: readonly Step[]): Step[] => {
    const footprint = writes(1000 + 8 * name, 8);
    return [{ footprint, lock: { name, takes: true } }, ...steps, { footprint, lock: { name, takes: false } }];
  };
  const processes = 2 + below(2);
  return Array.from({ length: processes }, () => {
    const steps = Array.from({ length: 1 + below(processes === 2 ? 4 : 2) }, access);
    return below(3) === 0 ? locked(below(2), steps) : steps;
  });
}

const SEEDS = Array.from({ length: process.env.LONG ? 2000 : 200 }, (_, seed) => seed);

test('of random programs each class of interleavings comes once', () => {
  for (const seed of SEEDS) {
    const program = randomProgram(seed);
    const expected = new Set(all(program).map((schedule) => classOf(program, schedule)));
    const found = walked(program).map((schedule) => classOf(program, schedule));
    const missing = [...expected].filter((each) => !found.includes(each));
    expect({ seed, missing }).toEqual({ seed, missing: [] });
    expect(found.length, `program ${seed}`).toBe(expected.size);
  }
});

test('two locks in opposite order: the deadlock comes', () => {
  const take = (name: number): Step => ({ footprint: writes(8 * name, 8), lock: { name, takes: true } });
  const give = (name: number): Step => ({ footprint: writes(8 * name, 8), lock: { name, takes: false } });
  const program = [
    [take(0), take(1), give(1), give(0)],
    [take(1), take(0), give(0), give(1)],
  ];
  const found = walked(program);
  expect(found.some((schedule) => stateAfter(program, schedule).pending.length === 2)).toBe(true);
  expect(found).toHaveLength(3);
});
