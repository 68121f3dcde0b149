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
  if (shape === undefined)
    throw new MachineError(
      `${nodes} nodes: the largest shape of ${machine.name} is ${shapes.at(-1)!.join('x')}, ${nodesOf(shapes.at(-1)!)} nodes; give a larger one as shapes=${shapes.at(-1)!.join('x')}`,
    );
  return shape;
}
