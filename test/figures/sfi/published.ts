/** Luo and others: Early Evaluation of Scalable Fabric Interface for PGAS: software overhead of 402 instructions at 1.1 cycles each. */
import type { Published } from '../figure.ts';

export const INSTRUCTIONS = 402;
/** "More than 200 ns" for clocks of 1 to 1.8 GHz (figure 5): by clock, in nanoseconds. */
export const OVERHEADS: readonly (readonly [clock: string, published: Published])[] = [
  ['1GHz', 442],
  ['1.8GHz', 246],
  ['2.93GHz', 151],
].map(([clock, value]) => [
  String(clock),
  { name: `402 instructions at ${clock}`, kind: 'held out', value: Number(value), unit: 'ns', error: 0.01 },
]);
