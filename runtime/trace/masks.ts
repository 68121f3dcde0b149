/**
 * Masks of the operations that are written to traces, and of those that are counted: by GASNet's letters.
 *
 * A program changes them at run time (bupc_trace_setmask and others), so they are bit sets tested for each operation.
 */

/** Gets, puts, synchronization, collectives, barriers, locks, ... and H, the program's own messages. */
const LETTERS = 'GPSWXBLAICDNHU';

export class Masks {
  /** Bits of the letters. */
  trace: number;
  statistics: number;
  /** Whether traces include accesses with the thread's own affinity. */
  tracesLocal: boolean;

  constructor(variables: Readonly<Record<string, string | undefined>>) {
    this.trace = bitsOf(variables.PGAS_TRACEMASK);
    this.statistics = bitsOf(variables.PGAS_STATSMASK);
    this.tracesLocal = variables.PGAS_TRACELOCAL !== '0';
  }
}

/** The bits of the known letters; all if none are given. */
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
