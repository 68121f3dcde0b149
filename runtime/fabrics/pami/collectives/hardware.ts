/**
 * Algorithms by the machine's hardware: of barriers, broadcasts and reductions to all, where it does them.
 *
 * Takes the machine's hardware and a geometry. They are in the list of those that must be queried: the check function asks the hardware. Data go to it as contiguous
 * bytes, and sums are added in its order: node by node, then along a tree of nodes.
 */
import type { Collective, Gatherings, RankGroup, Taking } from '../../model.ts';
import type { Algorithm, Steps } from '../algorithms.ts';
import { PredefinedType } from '../predefined.ts';
import type { Command, XferType } from '../xfer.ts';
import { bytesOf, type Call, side } from './call.ts';

/** Their name. */
const HARDWARE = 'hardware';

type Kind = Collective['kind'];
const KINDS: readonly XferType[] = ['barrier', 'broadcast', 'allreduce'] satisfies readonly Kind[];

/** None where the hardware does no operations of that type. */
export function hardwareAlgorithms(hardware: Gatherings, group: RankGroup, type: XferType): readonly Algorithm[] {
  if (!KINDS.includes(type)) return [];
  const kind = type as Kind;
  return [
    {
      ...{ name: HARDWARE, type, rangeHi: Number.POSITIVE_INFINITY, mostMembers: Number.POSITIVE_INFINITY },
      check: (command) => isPlain(command) && hardware.does(asked(kind, command), group),
      run: (call, command) => take(hardware, group, call, kind, command),
    },
  ];
}

function asked(kind: Kind, { op, stype, stypecount }: Command): Collective {
  const bytes = bytesOf(stype, stypecount);
  if (kind !== 'allreduce') return { kind, bytes };
  return { kind, bytes, type: (stype as PredefinedType).kind, operation: String(op) };
}

/** Elements are numbers, one after the other. */
const isPlain = ({ stype, rtype }: Command): boolean =>
  [stype, rtype].every(
    (type) =>
      type === undefined ||
      (type instanceof PredefinedType && type.numbers === 1 && type.index === undefined && !type.isLogical),
  );

function* take(hardware: Gatherings, group: RankGroup, call: Call, kind: Kind, command: Command): Steps {
  const { sndbuf, rcvbuf, stype, rtype, root = 0 } = command;
  const what = asked(kind, command);
  const source = side(sndbuf, stype);
  const target = kind === 'broadcast' ? source : side(rcvbuf, rtype);
  const gives = kind !== 'broadcast' || call.me === root;
  let result: Uint8Array | undefined;
  const done = (bytes: Uint8Array) => {
    result = bytes;
    call.roused();
  };
  const taking: Taking<Uint8Array> = {
    ...what,
    ...{ me: call.me, root, signature: call.signature, differs: call.differs, done },
    given: gives ? call.bytesOf(source, what.bytes) : undefined,
    ...(kind === 'allreduce' && { combine: (sum, more) => combined(call, command, sum, more) }),
  };
  hardware.take(group, call.sequence, taking);
  while (result === undefined) yield;
  if (what.bytes > 0 && !(kind === 'broadcast' && gives)) call.store(target, result);
}

/** Piece by piece: both operands lie in the room. */
function combined(call: Call, command: Command, sum: Uint8Array, more: Uint8Array): Uint8Array {
  const combine = call.combiner(command)!;
  const size = call.chunk(command.stype!.dataSize);
  const all = new Uint8Array(sum.length);
  for (let at = 0; at < sum.length; at += size)
    all.set(call.combine(combine, sum.subarray(at, at + size), more.subarray(at, at + size)), at);
  return all;
}
