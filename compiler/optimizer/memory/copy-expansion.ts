/**
 * Expands copies and fills of a few bytes, whose number is known, into loads and stores.
 *
 * Takes: `copy` and `fill` of private memory, or of any where all memory is one. Gives: the words one by one. One idea:
 * everything is read before anything is written, so that it does not matter how the two lie; and a handful of moves
 * costs less than the call that an engine makes of a bulk instruction.
 */
import { add, constant, constI32, load, local, unary } from '../../ir/builders.ts';
import type { Constant, Copy, Function as Definition, Expression, Fill, Statement } from '../../ir/ir.ts';
import { mapStatements, some } from '../../ir/walk.ts';
import { Names } from '../names.ts';
import type { PassContext } from '../remarks.ts';

/** Of more bytes the bulk instruction is the quicker one. */
export const MOST_BYTES_IN_PIECES = 64;

type Word = 'i64' | 'i32' | 'u16' | 'u8';
const WORDS: readonly (readonly [Word, number])[] = [
  ['i64', 8],
  ['i32', 4],
  ['u16', 2],
  ['u8', 1],
];

interface Piece {
  readonly memory: Word;
  readonly offset: number;
}

export function expandCopies(definition: Definition, { keepsCalls }: PassContext): Definition {
  if (keepsCalls || !some(definition, isShort)) return definition;
  const names = new Names(definition);
  const body = mapStatements(definition.body, (s) => {
    if (!isShort(s)) return s;
    const made = s.op === 'copy' ? copied(s, names) : filled(s, names);
    return made.map((piece) => (s.at ? { ...piece, at: s.at } : piece));
  });
  return names.declaredIn(definition, body);
}

function isShort(s: Statement): s is Copy | Fill {
  if ((s.op !== 'copy' || s.strict) && s.op !== 'fill') return false;
  if (s.op === 'fill' && s.byte.op !== 'const') return false;
  return s.size.op === 'const' && Number(s.size.value) >>> 0 <= MOST_BYTES_IN_PIECES;
}

function piecesOf(size: Expression): Piece[] {
  const pieces: Piece[] = [];
  let offset = 0;
  let left = Number((size as Expression & { op: 'const' }).value);
  for (const [memory, bytes] of WORDS)
    for (; left >= bytes; left -= bytes, offset += bytes) pieces.push({ memory, offset });
  return pieces;
}

/** What gives the same whatever is written meanwhile, and costs nothing. */
const LEAVES: ReadonlySet<Expression['op']> = new Set(['local', 'const', 'static', 'shared', 'frame']);

/** The address, as all memory is one here, in a local, unless it is one or a plain object's. */
function kept(address: Expression, base: string, names: Names, before: Statement[]): Expression {
  const own = address.type === 'shared' ? unary('private', address) : address;
  if (LEAVES.has(address.op)) return own;
  const name = names.local(base);
  before.push({ op: 'set', local: name, value: own });
  return local(name, 'i32');
}

const at = (address: Expression, { offset }: Piece): Expression => add(address, constI32(offset));

function copied({ destination, source, size }: Copy, names: Names): Statement[] {
  const loads: Statement[] = [];
  const to = kept(destination, 'to', names, loads);
  const from = kept(source, 'from', names, loads);
  const stores = piecesOf(size).map((piece): Statement => {
    const value = load(piece.memory, at(from, piece), { unaligned: true, punned: true });
    const word = names.local('word', value.type);
    loads.push({ op: 'set', local: word, value });
    return {
      op: 'store',
      memory: piece.memory,
      address: at(to, piece),
      value: local(word, value.type),
      unaligned: true,
      punned: true,
    };
  });
  return [...loads, ...stores];
}

function filled({ address, byte, size }: Fill, names: Names): Statement[] {
  const before: Statement[] = [];
  const to = kept(address, 'to', names, before);
  const digits = (Number((byte as Constant).value) & 0xff).toString(16).padStart(2, '0');
  const stores = piecesOf(size).map(({ memory, offset }): Statement => {
    const type = memory === 'i64' ? 'i64' : 'i32';
    const bytes = WORDS.find(([word]) => word === memory)?.[1] ?? 1;
    const value = constant(type, BigInt(`0x${digits.repeat(bytes)}`));
    return { op: 'store', memory, address: at(to, { memory, offset }), value, unaligned: true, punned: true };
  });
  return [...before, ...stores];
}
