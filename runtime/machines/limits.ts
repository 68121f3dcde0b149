/**
 * Limits of a machine's model: bounds of what was measured, and the worth of a result beyond them.
 *
 * Takes the bounds of a preset, and those that follow from its values. One idea: who uses the machine says what, and how much of it (`see`); what is
 * beyond a bound is told once.
 */
import { count, type Kind, size } from './kinds.ts';
import type { Machine } from './machine.ts';
import { inUnitsOf, SIZES } from './units.ts';

interface Measure {
  readonly kind: Kind<number>;
  /** So much of it, for people. */
  shown(value: number): string;
}

const numbers = (shown: (value: string) => string): Measure => ({
  kind: count(1, 1e9),
  shown: (value) => shown(value.toLocaleString('en-US')),
});
const sizes = (what: string): Measure => ({
  kind: size('0 B', '1024 GiB'),
  shown: (value) => `${what} of ${inUnitsOf(SIZES, value)}`,
});

/** What has bounds. Puts, gets, messages and atomic operations are those between nodes; collective ones those of the hardware, by their ranks. */
export const MEASURES = {
  nodes: numbers((value) => `${value} nodes`),
  crowd: numbers((value) => `${value} ranks on a node`),
  puts: sizes('a put'),
  gets: sizes('a get'),
  messages: sizes('a message'),
  registrations: sizes('registered memory'),
  atomics: numbers(() => 'an atomic operation'),
  barriers: numbers((value) => `a barrier of ${value} ranks by hardware`),
  broadcasts: numbers((value) => `a broadcast to ${value} ranks by hardware`),
  reductions: numbers((value) => `a reduction of ${value} ranks by hardware`),
} satisfies Readonly<Record<string, Measure>>;

export type Measured = keyof typeof MEASURES;

export interface Limit {
  readonly of: readonly Measured[];
  /** What is between them is known; without both nothing is. */
  readonly least?: number;
  readonly most?: number;
  /** What a result beyond is worth. */
  readonly worth: string;
  readonly source: string;
}

export class Limits {
  /** Those that were not told yet. */
  private readonly left: Readonly<Record<Measured, Set<Limit>>>;

  constructor(
    private readonly machine: Machine,
    private readonly tell: (text: string) => void,
  ) {
    const all = [...machine.limits, ...limitsOfModels(machine)];
    const left = (measured: string) => new Set(all.filter(({ of }) => of.includes(measured as Measured)));
    this.left = Object.fromEntries(Object.keys(MEASURES).map((name) => [name, left(name)])) as never;
  }

  see(measured: Measured, value: number): void {
    if (this.left[measured].size === 0) return;
    for (const limit of this.left[measured])
      if (isBeyond(value, limit)) {
        for (const other of limit.of) this.left[other].delete(limit);
        this.tell(`${this.machine.name}: ${beyond(measured, value, limit)}`);
      }
  }
}

/** Bounds of the models, whatever the machine. */
function limitsOfModels({ node, fabric }: Machine): Limit[] {
  const threads: Limit = {
    ...{ of: ['crowd'], most: node.cores, source: 'node.cores' },
    worth: `hardware threads of a core do not slow each other here, so own code is up to ${node.threads} times too fast`,
  };
  const flows: Limit = {
    ...{ of: ['nodes'], most: fabric.packets, source: 'fabric.packets' },
    worth: `contention is that of flows, in which messages to ${inUnitsOf(SIZES, fabric.packet)} take no part`,
  };
  const limits = node.threads > 1 ? [threads] : [];
  return fabric.packets > 0 && fabric.transfers === 'shared' ? [...limits, flows] : limits;
}

const isBeyond = (value: number, { least, most }: Limit): boolean =>
  (least === undefined && most === undefined) || value < (least ?? 0) || value > (most ?? Number.POSITIVE_INFINITY);

/** What, the value, the bound, and what the result is worth. */
function beyond(measured: Measured, value: number, limit: Limit): string {
  return `${MEASURES[measured].shown(value)}: ${rangeOf(measured, limit)} (${limit.source}); ${limit.worth}`;
}

/** The range that is known. */
export function rangeOf(measured: Measured, { least, most }: Limit): string {
  const shown = (value: number) => MEASURES[measured].kind.show(value);
  if (least === undefined && most === undefined) return 'times are not known';
  if (least === most) return `known of ${shown(least!)} alone`;
  const from = least === undefined ? '' : ` from ${shown(least)}`;
  return `known${from}${most === undefined ? ' on' : ` up to ${shown(most)}`}`;
}
