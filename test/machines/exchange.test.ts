/** The folded exchange beside one that is simulated message by message, and at the size for which it was made. */
import { describe, expect, test } from 'vitest';
import { Paths } from '../../runtime/machines/paths.ts';
import { block } from '../../runtime/machines/placement.ts';
import { machineFor } from '../../runtime/machines/presets.ts';
import { Simulation } from '../../runtime/machines/simulation.ts';
import { MICROSECOND } from '../../runtime/machines/time.ts';
import { exchangeInNodes } from '../support/exchange-bounds.ts';
import { foldedExchange, shuffled } from '../support/folded-exchange.ts';
import { some } from '../support/share.ts';

const machine = (asked: string) => machineFor(asked, () => undefined);

/** Message by message, in the order of the folded one: each rank of a node begins with the target's rank of its own number. When the last data have arrived. */
function inFull(asked: string, nodes: number, perNode: number, bytes: number): number {
  const { queue, endpoints } = new Simulation(machine(asked), block(nodes * perNode, perNode));
  let end = 0;
  const arrived = (at: number) => {
    end = Math.max(end, at);
  };
  const order = shuffled(nodes);
  const ranks = Array.from({ length: perNode }, (_, rank) => rank);
  const send = (node: number, to: number) => {
    for (const i of ranks)
      for (const l of ranks)
        endpoints.put({ source: node * perNode + l, target: to * perNode + ((l + i) % perNode), bytes, arrived });
  };
  for (let round = 1; round < nodes; round++)
    for (const [place, node] of order.entries()) send(node, order[(place + round) % nodes]!);
  while (queue.step());
  return end;
}

describe('an exchange folded by symmetry', () => {
  test.each(
    some([
      ['p775,cold=0us', 8, 4, 21_504],
      ['p775,cold=0us,lr=50GB/s', 16, 8, 21_504],
      ['bgq', 16, 4, 65_536],
      ['elan4-itanium2', 16, 4, 65_536],
    ] as const),
  )('%s, %i nodes of %i ranks, %i B each: within 10 %% of all messages one by one', (asked, nodes, perNode, bytes) => {
    const folded = foldedExchange(new Paths(machine(asked), nodes), perNode, bytes);
    expect(Math.abs(folded / inFull(asked, nodes, perNode, bytes) - 1)).toBeLessThan(0.1);
  });

  test('is never shorter than what the fullest adapter takes', () => {
    const paths = new Paths(machine('p775'), 64);
    expect(foldedExchange(paths, 32, 21_504)).toBeGreaterThan(0.999 * exchangeInNodes(paths, 32, 21_504));
  });

  test('of two nodes it is a stream of messages', () => {
    const paths = new Paths(machine('p775'), 2);
    const { nic } = paths.machine;
    const stream = (32 * 32 * 21_504 * 1e12) / nic.rate / 2;
    expect(foldedExchange(paths, 32, 21_504) / MICROSECOND).toBeGreaterThan(stream / MICROSECOND);
  });
});
