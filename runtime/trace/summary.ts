/**
 * Summary of all threads' records, for reports when the job is over.
 */
import { type Charges, type Ledger, readCharges, readConduitEvents } from './ledger.ts';
import type { Group, Operation } from './operations.ts';
import { readTallies, type Tally } from './tallies.ts';

export interface Summary {
  /** Name of the program, its network. */
  readonly program: string;
  readonly network: string;
  readonly seconds: number;
  readonly status: number;
  readonly operations: readonly Operation[];
  /** Text of a place by its number; 0 is none. */
  readonly places: readonly string[];
  /** The host of each thread. */
  readonly hosts: readonly string[];
  /** What is known of the clocks of other hosts. */
  readonly clocks: readonly string[];
  /** Of each thread. */
  readonly threads: readonly ThreadSummary[];
}

export interface ThreadSummary {
  readonly thread: number;
  readonly tallies: readonly Tally[];
  /** To each thread. */
  readonly messages: readonly number[];
  readonly bytes: readonly number[];
  readonly events: Readonly<Record<string, number>>;
  readonly charges: Charges;
}

export function summarizeThread(thread: number, ledger: Ledger, operations: number): ThreadSummary {
  const { matrix } = ledger;
  return {
    thread,
    tallies: readTallies(ledger, operations),
    messages: Array.from(matrix.filter((_, i) => i % 2 === 0)),
    bytes: Array.from(matrix.filter((_, i) => i % 2 === 1)),
    events: readConduitEvents(ledger),
    charges: readCharges(ledger),
  };
}

/** Sum of tallies. */
export interface Total {
  readonly calls: number;
  readonly bytes: number;
  readonly leastBytes: number;
  readonly mostBytes: number;
  readonly time: number;
  readonly leastTime: number;
  readonly mostTime: number;
}

const NOTHING: Total = {
  ...{ calls: 0, bytes: 0, leastBytes: Number.POSITIVE_INFINITY, mostBytes: 0 },
  ...{ time: 0, leastTime: Number.POSITIVE_INFINITY, mostTime: 0 },
};

export function totalOf(tallies: readonly Tally[]): Total {
  return tallies.reduce<Total>(
    (sum, one) => ({
      calls: sum.calls + one.calls,
      bytes: sum.bytes + one.bytes,
      leastBytes: Math.min(sum.leastBytes, one.leastBytes),
      mostBytes: Math.max(sum.mostBytes, one.mostBytes),
      time: sum.time + one.time,
      leastTime: Math.min(sum.leastTime, one.leastTime),
      mostTime: Math.max(sum.mostTime, one.mostTime),
    }),
    NOTHING,
  );
}

/** Tallies grouped by `key`, each group with its total. */
export function totals(tallies: readonly Tally[], key: (tally: Tally) => string): Map<string, Total & { one: Tally }> {
  const groups = new Map<string, Tally[]>();
  for (const tally of tallies) {
    const group = groups.get(key(tally));
    if (group === undefined) groups.set(key(tally), [tally]);
    else group.push(tally);
  }
  return new Map([...groups].map(([text, group]) => [text, { ...totalOf(group), one: group[0]! }]));
}

export function groupOf({ operations }: Summary, tally: Tally): Group {
  return operations[tally.operation]!.group;
}
