/**
 * -ftime-report: how long each phase of a compilation took.
 *
 * Takes: the names of phases as they are entered. Gives: a table, in the order in which they came first. One idea: there
 * is always one phase, which lasts until the next one is entered, so that the rows add up to the whole. Processor time
 * is that of all threads of the process: V8 compiles and collects garbage on others.
 */
import { PerformanceObserver } from 'node:perf_hooks';

interface Spent {
  wall: number;
  processor: number;
}

/** Rows of less are put together. */
const LEAST = 0.005;
const BEFORE = 'starting';
const REST = 'all others';

export class PhaseTimes {
  readonly #phases = new Map<string, Spent>();
  readonly #collector: PerformanceObserver;
  readonly #collections = { wall: 0, count: 0 };
  #phase = BEFORE;
  #since: Spent = { wall: 0, processor: 0 };

  constructor() {
    this.#collector = new PerformanceObserver((list) => this.#collected(list.getEntries()));
    this.#collector.observe({ entryTypes: ['gc'] });
  }

  /** Ends the phase before. */
  enter(phase: string): void {
    const now = sinceStart();
    const spent = this.#phases.get(this.#phase) ?? { wall: 0, processor: 0 };
    spent.wall += now.wall - this.#since.wall;
    spent.processor += now.processor - this.#since.processor;
    this.#phases.set(this.#phase, spent);
    this.#since = now;
    this.#phase = phase;
  }

  /** The table; no phase is entered after it. */
  async text(): Promise<string> {
    this.enter('');
    await new Promise((resolve) => setImmediate(resolve)); // then Node has told of the collections
    this.#collected(this.#collector.takeRecords());
    this.#collector.disconnect();
    const whole = this.#since;
    const rows = shown([...this.#phases]).map(([name, spent]) => rowText(name, spent, whole));
    const { wall, count } = this.#collections;
    const most = (process.resourceUsage().maxRSS / 1024).toFixed(0);
    return [
      `${'phase'.padEnd(WIDTH)}${'wall'.padStart(9)}${'processor'.padStart(17)}`,
      ...rows,
      rowText('TOTAL', whole, whole),
      `garbage collection: ${wall.toFixed(2)} s of it, ${count} times; at most ${most} MB of memory\n`,
    ].join('\n');
  }

  #collected(entries: readonly { readonly duration: number }[]): void {
    this.#collections.count += entries.length;
    for (const { duration } of entries) this.#collections.wall += duration / 1e3;
  }
}

/** In seconds. */
function sinceStart(): Spent {
  const { user, system } = process.cpuUsage();
  return { wall: performance.now() / 1e3, processor: (user + system) / 1e6 };
}

function shown(phases: readonly [string, Spent][]): [string, Spent][] {
  const small = phases.filter(([, { wall }]) => wall < LEAST);
  const sum = (of: keyof Spent) => small.reduce((total, [, spent]) => total + spent[of], 0);
  const rest: [string, Spent] = [REST, { wall: sum('wall'), processor: sum('processor') }];
  return [...phases.filter(([, { wall }]) => wall >= LEAST), ...(small.length > 0 ? [rest] : [])];
}

const WIDTH = 20;

function rowText(name: string, { wall, processor }: Spent, whole: Spent): string {
  const column = (seconds: number, all: number) =>
    `${seconds.toFixed(2).padStart(9)} (${((100 * seconds) / all).toFixed(0).padStart(3)}%)`;
  return `${name.padEnd(WIDTH)}${column(wall, whole.wall)}${column(processor, whole.processor)}`;
}
