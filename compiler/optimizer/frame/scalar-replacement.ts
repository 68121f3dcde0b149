/**
 * Scalar replacement of aggregates: small structs, complex numbers and arrays with constant indexes become locals.
 *
 * Takes: a function, best one whose calls were replaced by bodies, which read structs by their address. Gives: the
 * function with slots whose address goes nowhere divided into locals (layout.ts), copies of them into assignments.
 */
import {
  binary,
  constant,
  constI32,
  load,
  local,
  machineTypeOf,
  memorySize,
  offset,
  unary,
} from '../../ir/builders.ts';
import type {
  Copy,
  Function as Definition,
  Expression,
  Fill,
  Load,
  MemoryType,
  Statement,
  Store,
} from '../../ir/ir.ts';
import { mapExpression, mapExpressionsOf, mapStatements, some } from '../../ir/walk.ts';
import { Names } from '../names.ts';
import type { PassContext } from '../remarks.ts';
import { type Layout, layOut, type Piece } from './layout.ts';
import { type SlotUses, type Span, slotUses, spanOf } from './slots.ts';

export function replaceAggregates(definition: Definition, context: PassContext): Definition {
  if (definition.frame.length === 0 || some(definition, (s) => s.op === 'landing')) return definition;
  const uses = slotUses(definition);
  const layouts = layOut(uses);
  tell(definition, uses, layouts, context);
  const frame = definition.frame.filter(({ name }) => uses.mentioned.has(name) && !layouts.has(name));
  if (frame.length === definition.frame.length) return definition;
  return { ...new Scalars(definition, layouts).run(), frame };
}

function tell(
  { name, at, frame }: Definition,
  { mentioned, escaping }: SlotUses,
  layouts: ReadonlyMap<string, Layout>,
  { remark }: PassContext,
): void {
  if (!at || !remark) return;
  for (const slot of frame) {
    if (!mentioned.has(slot.name)) continue;
    const layout = layouts.get(slot.name);
    const text = layout
      ? `kept in ${layout.pieces.length} locals`
      : `stays in memory: ${reasonFor(slot.name, escaping)}`;
    remark({ function: name, pass: 'sroa', at, done: layout !== undefined, text: `'${slot.name}' ${text}` });
  }
}

const reasonFor = (slot: string, escaping: ReadonlySet<string>): string =>
  escaping.has(slot)
    ? 'its address is used, an index is not constant, or it is volatile'
    : 'it has too many parts, or is read as it was not written';

class Scalars {
  readonly #definition: Definition;
  readonly #layouts: ReadonlyMap<string, Layout>;
  readonly #names: Names;
  /** Names of the pieces, by slot and offset. */
  readonly #locals = new Map<string, Map<number, string>>();

  constructor(definition: Definition, layouts: ReadonlyMap<string, Layout>) {
    this.#definition = definition;
    this.#layouts = layouts;
    this.#names = new Names(definition);
    for (const [slot, { pieces }] of layouts) {
      const named = pieces.map(
        (p) => [p.offset, this.#names.local(`${slot}_${p.offset}`, machineTypeOf(p.type))] as const,
      );
      this.#locals.set(slot, new Map(named));
    }
  }

  run(): Definition {
    const body = mapStatements(this.#definition.body, (s) => this.#statement(s));
    return this.#names.declaredIn(this.#definition, body);
  }

  #statement(s: Statement): Statement | readonly Statement[] {
    if (s.op === 'copy') return this.#copy(s);
    if (s.op === 'fill') return this.#fill(s);
    if (s.op === 'store') return this.#store(s);
    return mapExpressionsOf(s, (e) => this.#expression(e));
  }

  #expression(expression: Expression): Expression {
    return mapExpression(expression, (e) => {
      const name = e.op === 'load' ? this.#nameAt(e.address) : undefined;
      return name === undefined ? e : asLoaded((e as Load).memory, local(name, e.type));
    });
  }

  #store(s: Store): Statement {
    const name = this.#nameAt(s.address);
    const value = this.#expression(s.value);
    if (name !== undefined) return { op: 'set', local: name, value, at: s.at };
    return mapExpressionsOf(s, (e) => this.#expression(e));
  }

  #nameAt(address: Expression): string | undefined {
    return address.op === 'frame' ? this.#locals.get(address.slot)?.get(address.offset) : undefined;
  }

  #copy(s: Copy): Statement | readonly Statement[] {
    const [to, from] = [this.#span(s.destination, s.size), this.#span(s.source, s.size)];
    const mapped = mapExpressionsOf(s, (e) => this.#expression(e)) as Copy;
    if (!to && !from) return mapped;
    const base = to && from ? undefined : this.#based(to ? mapped.source : mapped.destination, s);
    const pieces = this.#piecesIn((from ?? to) as Span);
    const moves = pieces.map((piece): Statement => {
      const value = from ? this.#read(from, piece) : load(piece.type, this.#at(base, piece), BYTES);
      if (to) return { op: 'set', local: this.#name(to, piece), value, at: s.at };
      return { op: 'store', memory: piece.type, address: this.#at(base, piece), value, ...BYTES, at: s.at };
    });
    return base ? [...base.before, ...moves] : moves;
  }

  #fill(s: Fill): Statement | readonly Statement[] {
    const span = this.#span(s.address, s.size);
    if (!span || s.byte.op !== 'const') return mapExpressionsOf(s, (e) => this.#expression(e));
    const byte = s.byte.value;
    return this.#piecesIn(span).map((piece) => ({
      op: 'set',
      local: this.#name(span, piece),
      value: filled(piece, Number(byte)),
      at: s.at,
    }));
  }

  /** The other side of a copy in a form that can be evaluated for each piece. */
  #based(address: Expression, { at }: Copy): Base {
    if (address.op === 'frame' || address.op === 'static' || address.op === 'local') return { address, before: [] };
    const name = this.#names.local('other');
    return { address: local(name, 'i32'), before: [{ op: 'set', local: name, value: address, at }] };
  }

  #at(base: Base | undefined, piece: Piece): Expression {
    return offset((base as Base).address, piece.offset);
  }

  #span(address: Expression, size: Expression): Span | undefined {
    const span = spanOf(address, size);
    return span && this.#layouts.has(span.slot) ? span : undefined;
  }

  /** Pieces with offsets from the start of the span. */
  #piecesIn(span: Span): readonly Piece[] {
    const pieces = (this.#layouts.get(span.slot) as Layout).within(span) as readonly Piece[];
    return pieces.map((p) => ({ ...p, offset: p.offset - span.offset }));
  }

  #name(span: Span, piece: Piece): string {
    return this.#locals.get(span.slot)?.get(span.offset + piece.offset) as string;
  }

  #read(span: Span, piece: Piece): Expression {
    return local(this.#name(span, piece), machineTypeOf(piece.type));
  }
}

/** Where the bytes of a copy are that are in no divided slot, and what has to be done to know it. */
interface Base {
  readonly address: Expression;
  readonly before: readonly Statement[];
}

/** What is copied as bytes need not be aligned, for it may be part of a packed struct, nor be of the pieces' types. */
const BYTES = { unaligned: true, punned: true } as const;

/** The value that loading the bits gives. */
function asLoaded(memory: MemoryType, bits: Expression): Expression {
  switch (memory) {
    case 'i8':
      return unary('extend8', bits);
    case 'i16':
      return unary('extend16', bits);
    case 'u8':
      return binary('and', bits, constI32(0xff));
    case 'u16':
      return binary('and', bits, constI32(0xffff));
    default:
      return bits;
  }
}

/** The piece with all of its bytes the same; of a float, all zero (layout.ts). */
function filled({ type }: Piece, byte: number): Expression {
  if (type === 'f64' || type === 'f32' || type === 'shared') return constant(type, 0);
  if (type === 'phase') return constI32(0);
  const view = new DataView(new Uint8Array(8).fill(byte).buffer);
  if (type === 'i64') return constant('i64', view.getBigInt64(0));
  return constant('i32', view.getInt32(0) >>> (32 - 8 * memorySize(type)));
}
