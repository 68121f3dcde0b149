/**
 * Kernels: parts of a program that compute, and of which a simulated job needs the charges alone.
 *
 * Takes the marks of <pgas_sim.h>. One idea: a kernel's work depends on nothing but the sizes that it names, so the first run with these gives the charges of all: they are
 * added to the counters of whoever comes to it later. A formula in place of a kernel gives them without a run.
 */
import { CHARGES } from '../abi.ts';
import { kernelCommunicates, ProgramError } from '../errors.ts';
import { addressOf, type Space } from '../memory/space.ts';

const COUNTERS = Object.values(CHARGES);

/** Of a rank that runs one. */
interface Run {
  readonly key: string;
  readonly before: readonly number[];
}

export class Kernels {
  /** Runs, and times that one was passed over. */
  runs = 0;
  passed = 0;
  /** By kernel and sizes. */
  private readonly charges = new Map<string, readonly number[]>();
  private readonly running: Run[][];

  constructor(private readonly space: Space) {
    this.running = Array.from({ length: space.THREADS }, () => []);
  }

  /** Whether the rank has to run it. */
  begin(rank: number, key: string): boolean {
    const known = this.charges.get(key);
    if (known === undefined) {
      this.runs++;
      this.running[rank]!.push({ key, before: this.countersOf(rank) });
      return true;
    }
    this.passed++;
    this.charge(rank, known);
    return false;
  }

  end(rank: number): void {
    const { key, before } = this.running[rank]!.pop()!;
    const now = this.countersOf(rank);
    this.charges.set(
      key,
      now.map((value, i) => value - before[i]!),
    );
  }

  /** In place of a run. */
  chargeFormula(rank: number, flops: number, bytes: number): void {
    this.passed++;
    const charged = { flops, 'loaded.strided': bytes } as Readonly<Record<string, number>>;
    this.charge(
      rank,
      Object.keys(CHARGES).map((name) => Math.round(charged[name] ?? 0)),
    );
  }

  /** A call that may communicate is about to be made. */
  forbidWithin(rank: number): void {
    const run = this.running[rank]?.at(-1);
    if (run !== undefined) throw new ProgramError(kernelCommunicates(run.key.slice(0, run.key.indexOf('\0'))));
  }

  private countersOf(rank: number): readonly number[] {
    return COUNTERS.map((counter) => this.space.F64[this.indexOf(rank, counter)]!);
  }

  private charge(rank: number, amounts: readonly number[]): void {
    COUNTERS.forEach((counter, i) => {
      this.space.F64[this.indexOf(rank, counter)]! += amounts[i]!;
    });
  }

  private indexOf(rank: number, counter: number): number {
    return (addressOf(this.space, rank, counter) >>> 0) / 8;
  }
}
