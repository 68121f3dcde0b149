/**
 * Tries all orders of the steps that several ranks can take, with the classes that the runtime is made of.
 *
 * A world is a small setting of them in one thread. From each state that is reached for the first time every step is
 * taken; a state is reached by taking the steps that led there again in a new world, so nothing has to be copied.
 */
export interface World {
  /** Steps that can be taken now. None: this is an end. */
  steps(): readonly string[];
  take(step: string): void;
  /** The state, as text: equal texts have equal futures. */
  state(): string;
  /** Throws if something is wrong that must never be. */
  check(): void;
  /** Throws if something is wrong that must not be at an end. */
  checkEnd(): void;
}

export interface Explored {
  readonly states: number;
  readonly ends: number;
}

/** Explores; throws, with the steps that lead there, at the first state that is wrong. */
export function explore(make: () => World, most = 300_000): Explored {
  const seen = new Set<string>();
  const paths: string[][] = [[]];
  let ends = 0;
  for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
    const world = make();
    for (const step of path) world.take(step);
    const state = world.state();
    if (seen.has(state)) continue;
    seen.add(state);
    if (seen.size > most) throw new Error(`more than ${most} states`);
    const steps = world.steps();
    judge(path, () => (steps.length === 0 ? world.checkEnd() : world.check()));
    if (steps.length === 0) ends++;
    for (const step of steps) paths.push([...path, step]);
  }
  return { states: seen.size, ends };
}

/** Takes steps at random to an end, `walks` times, for worlds with too many states: as `explore` throws. */
export function wander(make: () => World, walks: number): void {
  let seed = 1;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 16) % below;
  };
  for (let walk = 0; walk < walks; walk++) {
    const world = make();
    const path: string[] = [];
    for (let steps = world.steps(); steps.length > 0; steps = world.steps()) {
      path.push(steps[random(steps.length)]!);
      judge(path, () => {
        world.take(path.at(-1)!);
        world.check();
      });
    }
    judge(path, () => world.checkEnd());
  }
}

function judge(path: readonly string[], check: () => void): void {
  try {
    check();
  } catch (error) {
    throw new Error(`after ${path.join(', ')}: ${(error as Error).message}`);
  }
}
