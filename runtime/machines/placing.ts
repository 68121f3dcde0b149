/**
 * Placement of a job's ranks on a machine as it asks for it, by --per-node and --map.
 *
 * Takes what was asked for and gives a placement, or says why the machine cannot hold it. One idea: a node has as many places as hardware threads.
 */
import { MachineError } from './errors.ts';
import { buildTopology, shapeFor } from './fabrics/build.ts';
import type { Machine } from './machine.ts';
import { block, cyclic, listed, mapped, type Placement } from './placement.ts';
import { isFile, type ReadFile } from './presets.ts';

export interface Wanted {
  /** --per-node: ranks of a node; as many as the machine has where nobody asks. */
  readonly perNode?: number | undefined;
  /** --map: block, cyclic, dimensions of a torus and T as in ABCDET, or a file. */
  readonly map?: string | undefined;
}

/** Throws MachineError. */
export function placeRanks(machine: Machine, ranks: number, wanted: Wanted = {}, read: ReadFile = () => undefined) {
  const placement = placed(machine, ranks, wanted, read);
  buildTopology(machine, placement.nodes); // says what it has no room for
  return placement;
}

function placed(machine: Machine, ranks: number, { perNode, map = 'block' }: Wanted, read: ReadFile): Placement {
  const places = placesOf(machine);
  if (isFile(map)) return fromFile(machine, ranks, perNode, map, read);
  const count = perNode ?? machine.node.ranks;
  const said = perNode === undefined ? `node.ranks=${count}` : `--per-node=${count}`;
  if (count > places)
    throw new MachineError(
      `${said}: a node of ${machine.name} has ${places} hardware threads, one for each rank: give 1 to ${places}`,
    );
  if (map === 'block') return block(ranks, count);
  if (map === 'cyclic') return cyclic(ranks, count);
  const { torus } = machine;
  if (torus) return mapped(ranks, count, map, shapeFor(machine, torus.shapes, Math.ceil(ranks / count)));
  throw new MachineError(
    `--map=${map}: ${machine.name} is no torus, whose dimensions have letters: give block, cyclic, or a file as in ./ranks`,
  );
}

const placesOf = ({ node }: Machine): number => node.cores * node.threads;

function fromFile(
  machine: Machine,
  ranks: number,
  perNode: number | undefined,
  file: string,
  read: ReadFile,
): Placement {
  if (perNode !== undefined)
    throw new MachineError(
      `--per-node=${perNode}: the file ${file} says how many ranks a node has; leave out the flag`,
    );
  const text = read(file);
  if (text === undefined)
    throw new MachineError(`--map=${file}: there is no such file, or it cannot be read; it has a line for each rank`);
  return listed(text, file, { ranks, places: placesOf(machine), shapes: machine.torus?.shapes });
}
