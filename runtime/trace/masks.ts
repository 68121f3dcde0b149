/**
 * Which kinds of operations are written to traces, and which are counted: by GASNet's letters.
 *
 * A program changes them while it runs (bupc_trace_setmask and others), so they are kept as bits that are looked at for
 * each operation.
 */

/** Gets, puts, synchronization, collectives, barriers, locks, ... and H, what the program itself writes. */
const LETTERS = 'GPSWXBLAICDNHU';

export class Masks {
  /** Bits of the letters. */
  trace: number;
  statistics: number;
  /** Whether traces show accesses to what has the thread's own affinity. */
  tracesLocal: boolean;

  constructor(variables: Readonly<Record<string, string | undefined>>) {
    this.trace = bitsOf(variables.PGAS_TRACEMASK);
    this.statistics = bitsOf(variables.PGAS_STATSMASK);
    this.tracesLocal = variables.PGAS_TRACELOCAL !== '0';
  }
}

/** The bits of the letters that are known; all if none are given. */
export function bitsOf(letters = LETTERS): number {
  return [...letters.toUpperCase()].reduce((bits, letter) => bits | bitOf(letter), 0);
}

export function bitOf(letter: string): number {
  const index = LETTERS.indexOf(letter);
  return index < 0 ? 0 : 1 << index;
}

/** The letters, each once, in the usual order. */
export function lettersOf(bits: number): string {
  return [...LETTERS].filter((letter) => (bits & bitOf(letter)) !== 0).join('');
}
