/** What overlap gains over an exchange at most, from compute and transfer alone: (T_compute + T_transfer) / max of both, on an empty machine. */
import { computeSpan } from '../../../runtime/machines/compute.ts';
import { Paths } from '../../../runtime/machines/paths.ts';
import { machineFor } from '../../../runtime/machines/presets.ts';
import { exchangeInNodes } from '../../support/exchange-bounds.ts';

/** NPB 2.4's count of floating-point operations, an iteration. */
const flopsOf = (points: number): number => points * (5.23518 + 7.21113 * Math.log(points));
const COMPLEX_BYTES = 16;

export const CLASS_D = { points: 2048 * 1024 * 1024, ranks: 256 };
export const CLASS_C = { points: 512 ** 3, ranks: 64 };

export function gainBound(name: string, { points, ranks }: typeof CLASS_D): number {
  const machine = machineFor(name, () => undefined);
  const perNode = machine.node.ranks;
  const compute = computeSpan(machine, { flops: flopsOf(points) / ranks });
  const transfer = exchangeInNodes(new Paths(machine, ranks / perNode), perNode, (points * COMPLEX_BYTES) / ranks ** 2);
  return (compute + transfer) / Math.max(compute, transfer);
}
