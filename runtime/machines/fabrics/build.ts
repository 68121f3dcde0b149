/** The fabric of a machine, for a job of so many nodes. */
import { MachineError } from '../errors.ts';
import { nodesOf } from '../kinds.ts';
import type { Machine } from '../machine.ts';
import { Crossbar } from './crossbar.ts';
import { Direct } from './direct.ts';
import { FatTree } from './fattree.ts';
import type { Topology } from './topology.ts';
import { Torus } from './torus.ts';

export function buildTopology(machine: Machine, nodes: number): Topology {
  const { torus, fattree, direct, crossbar } = machine;
  if (torus) return new Torus(shapeFor(machine, torus.shapes, nodes), torus.hop, torus.link);
  if (fattree) return new FatTree(nodes, fattree.down, fattree.up, fattree.hop, fattree.link);
  return direct ? new Direct(nodes, direct) : new Crossbar(nodes, crossbar!.hop, crossbar!.link);
}

/** The first shape that holds the nodes. */
export function shapeFor(machine: Machine, shapes: readonly (readonly number[])[], nodes: number): readonly number[] {
  const shape = shapes.find((each) => nodesOf(each) >= nodes);
  if (shape === undefined) throw new MachineError(tooFew(machine, shapes.at(-1)!, nodes));
  return shape;
}

function tooFew({ name }: Machine, largest: readonly number[], nodes: number): string {
  const [first = 1, ...others] = largest;
  const larger = [first * Math.ceil(nodes / nodesOf(largest)), ...others].join('x');
  return `${nodes} nodes: the largest shape of ${name} is ${largest.join('x')}, ${nodesOf(largest)} nodes; give a larger one, as in shapes=${larger}`;
}
