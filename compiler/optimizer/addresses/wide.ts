/**
 * Pointers-to-shared where memories lie apart: a rank and an offset in its region, two i32.
 *
 * Takes: nodes and statements with pointers-to-shared. Gives: the same with two words for each. One idea: while `expand` goes
 * through a function, a pointer-to-shared is a `Pair` of expressions, which whatever uses it takes apart. In memory it has two
 * words as well: the offset, then the rank in as many bits as the job's ranks need, with the phase above. The library,
 * in JavaScript, has one number for both (runtime/memory/space.ts), an f64.
 */
import {
  add,
  binary,
  constF64,
  constI32,
  constI64,
  convert,
  load,
  local,
  myThread,
  offset,
  origin,
  ownRegion,
  regionShift,
  select,
  sub,
  unary,
} from '../../ir/builders.ts';
import type {
  Binary,
  Call,
  Copy,
  Function as Definition,
  Expression,
  Get,
  GetStart,
  GetSync,
  Load,
  MachineType,
  MemoryType,
  Put,
  PutStart,
  Signature,
  Statement,
  Store,
  Unary,
} from '../../ir/ir.ts';
import { some, visitExpression, visitStatements } from '../../ir/walk.ts';
import type { Expander, Form } from './form.ts';
import { plainForm, threadsOf } from './layouts.ts';
import { withWholePointers } from './whole-pointers.ts';
import { elementPlace, elementsBetween, movedPlace, type Place } from './wide-layouts.ts';

/** Lives only while `expand` builds a statement. */
interface Pair extends Place {
  readonly op: 'pair';
  readonly type: 'shared';
}

const NOTHING = constI32(0);

function pair(rank: Expression, offset: Expression): Expression {
  const made: Pair = { op: 'pair', type: 'shared', rank, offset };
  return made as unknown as Expression;
}

const isPair = (e: Expression): boolean => (e as unknown as Pair).op === 'pair';

function placeOf(e: Expression): Place {
  if (!isPair(e)) throw new Error(`${e.op} is no pointer-to-shared`);
  return e as unknown as Pair;
}

function words(e: Expression): readonly Expression[] {
  if (!isPair(e)) return [e];
  const { rank, offset } = placeOf(e);
  return [rank, offset];
}

const joined = ([first, second]: readonly Expression[]): Expression => (second ? pair(first!, second) : first!);

export const wideForm = (definition: Definition, expander: Expander): Form => {
  const form = new Wide(definition, expander);
  return {
    prepared: (body) => withWholePointers(body, expander.names),
    words,
    joined,
    expression: (e, f) => (e.type === 'shared' ? form.pointer(e, f) : form.scalar(e, f)),
    statement: (s) => form.statement(s),
    declared: (made) => form.declared(made),
  };
};

/** A call's types: of a function of the program, or of the library. */
export function wideSignature({ parameters, results }: Signature, isLibrary: boolean): Signature {
  const types = (type: MachineType): readonly MachineType[] =>
    type !== 'shared' ? [type] : isLibrary ? ['f64'] : ['i32', 'i32'];
  return { parameters: parameters.flatMap(types), results: results.flatMap(types) };
}

type Formulas = Parameters<Form['expression']>[1];

class Wide {
  readonly #expander: Expander;
  /** Locals that hold the ranks of pointers in others. */
  readonly #ranks: ReadonlyMap<string, string>;
  /** What the last get that was begun for a local is of, and the local that a pointer's 64 bits go to. */
  readonly #begun = new Map<string, { readonly memory: MemoryType; readonly word: string }>();

  /** Whether puts are begun, one of which may be of the word that is read next. */
  readonly #beginsPuts: boolean;

  constructor(definition: Definition, expander: Expander) {
    this.#expander = expander;
    this.#beginsPuts = some(definition, ({ op }) => op === 'put.start');
    const pointers = [...definition.parameters, ...definition.locals].filter(({ type }) => type === 'shared');
    this.#ranks = new Map(pointers.map(({ name }) => [name, expander.names.label(`${name}_rank`)]));
    visitStatements(definition.body, (s) => {
      if (s.op === 'get.start' && !this.#begun.has(s.local)) this.#begun.set(s.local, this.#beginning(s));
    });
  }

  declared(definition: Definition): Definition {
    const spread = <T extends { readonly name: string; readonly type: MachineType }>(
      list: readonly T[],
    ): readonly T[] =>
      list.flatMap((each) =>
        each.type === 'shared'
          ? [
              { ...each, name: this.#ranks.get(each.name)!, type: 'i32' },
              { ...each, type: 'i32' },
            ]
          : [each],
      );
    const { parameters, locals, results } = definition;
    return {
      ...definition,
      parameters: spread(parameters),
      locals: spread(locals),
      results: wideSignature({ parameters: [], results }, false).results,
    };
  }

  // -------------------------------------------------------------- the words in memory

  /** Bits of a rank. */
  get #bits(): Expression {
    const last = sub(threadsOf(this.#expander), constI32(1));
    return sub(constI32(32), unary('clz', last));
  }

  #mask(): Expression {
    return sub(binary('shl', constI32(1), this.#bits), constI32(1));
  }

  #rankIn(upper: Expression): Expression {
    return binary('and', upper, this.#mask());
  }

  #phaseIn(upper: Expression): Expression {
    return binary('shr_u', upper, this.#bits);
  }

  /** The upper word. */
  #upper(rank: Expression, phase: Expression): Expression {
    return binary('or', rank, binary('shl', phase, this.#bits));
  }

  #ofWord(word: Expression): Expression {
    return pair(this.#rankIn(upperHalf(word)), convert('i32', word));
  }

  // -------------------------------------------------------------- expressions

  /** A pointer-to-shared. */
  pointer(e: Expression, f: Formulas): Expression {
    const { kept } = this.#expander;
    switch (e.op) {
      case 'const':
        return pair(NOTHING, constI32(Number(e.value)));
      case 'local':
        return this.#local(e.name);
      case 'shared':
        return pair(NOTHING, { ...e, type: 'i32' });
      case 'load':
        return this.#loaded(e);
      case 'binary': {
        const { rank, offset: start } = placeOf(e.left);
        return pair(rank, add(start, e.right));
      }
      case 'unary': // place
        return this.#ofWord(kept(e.operand, 'word'));
      case 'convert':
        return ofInteger(kept(e.operand, 'number'));
      case 'element':
        return ofPlace(elementPlace(placeOf(e.base), e.index, e.layout, f));
      case 'advance':
        return ofPlace(movedPlace(placeOf(kept(e.address, 'pointer')), e.phase, e.count, e.layout, f));
      case 'counterpart':
        return pair(e.thread, isPair(e.address) ? placeOf(e.address).offset : this.#offsetOf(e.address));
      default:
        return e;
    }
  }

  #local(name: string): Expression {
    return pair(local(this.#ranks.get(name)!, 'i32'), local(name, 'i32'));
  }

  #loaded(e: Load): Expression {
    const address = this.#expander.kept(e.address, 'place');
    return pair(this.#rankIn(load('i32', offset(address, 4), e)), load('i32', address, e));
  }

  /** What is computed of pointers-to-shared, and what has nothing to do with them. */
  scalar(e: Expression, f: Formulas): Expression {
    switch (e.op) {
      case 'load':
        return e.memory === 'phase' ? this.#phaseIn(load('i32', e.address, e)) : e;
      case 'unary':
        return this.#unary(e);
      case 'binary':
        return isPair(e.left) || isPair(e.right) ? this.#binary(e) : e;
      case 'convert':
        return isPair(e.operand) ? toInteger(placeOf(e.operand), e.type) : e;
      case 'threadof':
        return placeOf(e.address).rank;
      case 'difference': {
        const [left, right] = [placeOf(e.left), placeOf(e.right)];
        return elementsBetween(left, e.leftPhase, right, e.rightPhase, e.layout, f);
      }
      case 'advance.phase':
        return plainForm(e, f);
      default:
        return e;
    }
  }

  #unary(e: Unary): Expression {
    if (e.operator === 'phase') return this.#phaseIn(upperHalf(e.operand));
    if (!isPair(e.operand)) return e;
    return e.operator === 'private' ? this.#privately(placeOf(e.operand)) : isNull(placeOf(e.operand));
  }

  /** The address in this memory, and null for null; elements of the own part are something. */
  #privately(place: Place): Expression {
    const { marks } = this.#expander;
    if (place.rank.op === 'mythread' && !marks) return add(ownRegion, place.offset);
    const [rank, start] = words(this.#expander.kept(ofPlace(place), 'pointer')) as [Expression, Expression];
    const address = select(start, add(regionOf(rank, this.#threads), start), NOTHING);
    return marks ? select(isPhantom(start), start, address) : address;
  }

  /** Of an address in this memory; that of a phantom array is the address. */
  #offsetOf(address: Expression): Expression {
    if (!this.#expander.marks) return offsetOf(address);
    const place = this.#expander.kept(address, 'address');
    return select(this.#isBehind(place), place, offsetOf(place));
  }

  /** Whether the address lies behind all regions. */
  #isBehind(place: Expression): Expression {
    return binary('ge_u', binary('shr_u', place, regionShift), this.#threads);
  }

  #binary(e: Binary): Expression {
    if (e.operator === 'word') return this.#word(placeOf(e.left), e.right);
    const [left, right] = [placeOf(e.left), placeOf(e.right)];
    if (e.operator === 'eq' || e.operator === 'ne') {
      const [ranks, starts] = [
        binary(e.operator, left.rank, right.rank),
        binary(e.operator, left.offset, right.offset),
      ];
      return binary(e.operator === 'eq' ? 'and' : 'or', ranks, starts);
    }
    return binary(e.operator, left.offset, right.offset);
  }

  #word({ rank, offset: start }: Place, phase: Expression): Expression {
    return wordOf(this.#upper(rank, phase), start);
  }

  // -------------------------------------------------------------- statements

  statement(s: Statement): readonly Statement[] {
    switch (s.op) {
      case 'set':
        return isPair(s.value) ? this.#set(s.local, placeOf(s.value), s) : [s];
      case 'evaluate':
        return words(s.value).map((value) => ({ ...s, value }));
      case 'return':
        return [{ ...s, values: s.values.flatMap(words) }];
      case 'store':
        return this.#store(s);
      case 'get':
        return this.#get(located(s));
      case 'get.start':
        return [this.#begin(located(s))];
      case 'get.sync':
        return this.#end(s);
      case 'put':
      case 'put.start':
        return this.#put(located(s));
      case 'copy':
        return [this.#copy(s)];
      case 'call':
        return this.#call(s);
      default:
        return [s];
    }
  }

  /** Sets both words of a local; neither is set before both are computed. */
  #set(name: string, { rank, offset: start }: Place, { at }: Statement): readonly Statement[] {
    const where = at ? { at } : {};
    const rankName = this.#ranks.get(name)!;
    const setOffset: Statement = { op: 'set', local: name, value: start, ...where };
    const setRank: Statement = { op: 'set', local: rankName, value: rank, ...where };
    if (!mentions(rank, name)) return [setOffset, setRank];
    if (!mentions(start, rankName)) return [setRank, setOffset];
    const late = this.#expander.names.local('rank');
    return [{ op: 'set', local: late, value: rank, ...where }, setOffset, { ...setRank, value: local(late, 'i32') }];
  }

  /** One part replaces its bits alone. */
  #store(s: Store): readonly Statement[] {
    const { kept } = this.#expander;
    if (s.memory === 'phase') {
      const address = kept(s.address, 'place');
      const rank = this.#rankIn(load('i32', address, s));
      return [{ ...s, memory: 'i32', address, value: this.#upper(rank, s.value) }];
    }
    if (s.memory !== 'shared') return [s];
    const [address, value] = [kept(s.address, 'place'), placeOf(kept(s.value, 'pointer'))];
    const upper = offset(address, 4);
    const phase = this.#phaseIn(load('i32', upper, s));
    return [
      { ...s, memory: 'i32', address, value: value.offset },
      { ...s, memory: 'i32', address: upper, value: this.#upper(value.rank, phase) },
    ];
  }

  // -------------------------------------------------------------- shared accesses

  /** A pointer is one word of 64 bits. */
  #get(s: Get): readonly Statement[] {
    if (s.memory === 'phase') return [{ ...s, memory: 'i32' }, this.#setPhase(s)];
    if (s.memory !== 'shared') return [s];
    const word = this.#expander.names.local('word', 'i64');
    return [{ ...s, local: word, memory: 'i64' }, ...this.#setFrom(word, s)];
  }

  #beginning({ local: name, memory }: GetStart): { readonly memory: MemoryType; readonly word: string } {
    if (memory !== 'shared') return { memory, word: name };
    const begun = this.#begun.get(name);
    return begun?.memory === 'shared' ? begun : { memory, word: this.#expander.names.local('word', 'i64') };
  }

  #begin(s: GetStart): Statement {
    const begun = this.#beginning(s);
    this.#begun.set(s.local, begun);
    const memory = s.memory === 'phase' ? 'i32' : s.memory === 'shared' ? 'i64' : s.memory;
    return { ...s, local: begun.word, memory };
  }

  #end(s: GetSync): readonly Statement[] {
    const { memory, word } = this.#begun.get(s.local)!;
    if (memory === 'phase') return [s, this.#setPhase(s)];
    return memory === 'shared' ? [{ ...s, local: word }, ...this.#setFrom(word, s)] : [s];
  }

  #setFrom(word: string, s: Get | GetSync): readonly Statement[] {
    return this.#set(s.local, placeOf(this.#ofWord(local(word, 'i64'))), s);
  }

  /** The local has the upper word. */
  #setPhase(s: Get | GetSync): Statement {
    const value = this.#phaseIn(local(s.local, 'i32'));
    return { op: 'set', local: s.local, value, ...(s.at && { at: s.at }) };
  }

  /** One part goes with the other as it is: who writes pointers there at the same time must do so strictly, as one word. */
  #put(s: Put | PutStart): readonly Statement[] {
    if (s.memory !== 'shared' && s.memory !== 'phase') return [s];
    const { names, kept } = this.#expander;
    const upper = names.local('upper', 'i32');
    const [rank, address] = [kept(s.rank!, 'rank'), kept(s.address, 'place')];
    const value = kept(s.value, s.memory === 'shared' ? 'pointer' : 'phase');
    const isPhase = s.memory === 'phase';
    const get: Statement = {
      ...{ op: 'get', local: upper, memory: 'i32', rank, strict: false, volatile: true },
      address: isPhase ? address : offset(address, 4),
      ...(s.at && { at: s.at }),
    };
    const before = local(upper, 'i32');
    const first: readonly Statement[] = this.#beginsPuts ? [{ op: 'put.sync', ...(s.at && { at: s.at }) }, get] : [get];
    if (isPhase)
      return [...first, { ...s, memory: 'i32', rank, address, value: this.#upper(this.#rankIn(before), value) }];
    const place = placeOf(value);
    const word = wordOf(this.#upper(place.rank, this.#phaseIn(before)), place.offset);
    return [...first, { ...s, memory: 'i64', rank, address, value: word }];
  }

  /** A private side gets its rank and offset too. */
  #copy(s: Copy): Statement {
    if (s.to === 'private' && s.from === 'private') return s;
    const sides = (address: Expression): Place => (isPair(address) ? placeOf(address) : this.#sides(address));
    const [to, from] = [sides(s.destination), sides(s.source)];
    return {
      ...{ ...s, destinationRank: to.rank, destination: to.offset },
      ...{ sourceRank: from.rank, source: from.offset },
    };
  }

  #sides(address: Expression): Place {
    const { kept } = this.#expander;
    const place = kept(address, 'address');
    const rank = kept(add(binary('shr_u', place, regionShift), origin), 'rank');
    const around = this.#around(rank);
    if (!this.#expander.marks) return { rank: around, offset: offsetOf(place) };
    return { rank: select(this.#isBehind(place), myThread, around), offset: this.#offsetOf(place) };
  }

  /** Behind the last rank comes the first. */
  #around(rank: Expression): Expression {
    return select(binary('ge_u', rank, this.#threads), sub(rank, this.#threads), rank);
  }

  // -------------------------------------------------------------- calls

  #call(s: Call): readonly Statement[] {
    const isLibrary = 'symbol' in s.callee && this.#expander.isLibrary(s.callee.symbol);
    const signature = wideSignature(s.signature, isLibrary);
    if (isLibrary) return this.#callLibrary(s, signature);
    const results = s.results.flatMap((name) => {
      const rank = this.#ranks.get(name);
      return rank === undefined ? [name] : [rank, name];
    });
    return [{ ...s, results, signature, arguments: s.arguments.flatMap(words) }];
  }

  #callLibrary(s: Call, signature: Signature): readonly Statement[] {
    const { kept, names } = this.#expander;
    const passed = s.arguments.map((value) =>
      isPair(value) ? this.#toAddress(placeOf(kept(value, 'pointer'))) : value,
    );
    const after: Statement[] = [];
    const results = s.results.map((name) => {
      if (!this.#ranks.has(name)) return name;
      const address = names.local('address', 'f64');
      after.push(...this.#setAddress(name, address, s));
      return address;
    });
    return [{ ...s, results, signature, arguments: passed }, ...after];
  }

  get #threads(): Expression {
    return threadsOf(this.#expander);
  }

  #toAddress(place: Place): Expression {
    const { kept, marks } = this.#expander;
    const address = toAddress(place, this.#threads, kept);
    if (!marks) return address;
    return select(isPhantom(place.offset), toPhantomAddress(place), address);
  }

  /** Rank and offset of an address of the library, which may be a signed i32. */
  #setAddress(name: string, address: string, { at }: Statement): readonly Statement[] {
    const where = at ? { at } : {};
    const number = local(address, 'f64');
    const [region, rank] = [this.#expander.names.local('region'), this.#expander.names.local('rank')];
    const index = local(region, 'i32');
    const isNegative = binary('lt', number, constF64(0));
    const unsigned: Expression = select(isNegative, add(number, constF64(2 ** 32)), number);
    const start = sub(number, binary('mul', convert('f64', index, false), unary('power', regionShift)));
    const summed = add(index, origin);
    const around = this.#around(local(rank, 'i32'));
    const isThere = binary('ne', number, constF64(0));
    const first: Statement = { op: 'set', local: address, value: unsigned, ...where };
    const plain: readonly Statement[] = [
      { op: 'set', local: region, value: convert('i32', binary('mul', number, perRegion), false), ...where },
      { op: 'set', local: rank, value: summed, ...where },
      { op: 'set', local: name, value: convert('i32', start, false), ...where },
      { op: 'set', local: this.#ranks.get(name)!, value: select(isThere, around, NOTHING), ...where },
    ];
    if (!this.#expander.marks) return [first, ...plain];
    const test = binary('ge', number, constF64(PHANTOM));
    return [first, { op: 'if', test, then: this.#setPhantomAddress(name, number, where), otherwise: plain, ...where }];
  }

  /** The same of a number that is of a phantom array. */
  #setPhantomAddress(name: string, number: Expression, where: Pick<Statement, 'at'>): readonly Statement[] {
    const above = this.#expander.names.local('above');
    const rank = local(above, 'i32');
    const start = sub(number, binary('mul', convert('f64', rank, false), constF64(PHANTOM)));
    return [
      { op: 'set', local: above, value: convert('i32', binary('mul', number, constF64(1 / PHANTOM)), false), ...where },
      { op: 'set', local: name, value: convert('i32', start, false), ...where },
      { op: 'set', local: this.#ranks.get(name)!, value: sub(rank, constI32(1)), ...where },
    ];
  }
}

// ---------------------------------------------------------------- parts

const ofPlace = ({ rank, offset }: Place): Expression => pair(rank, offset);

const upperHalf = (word: Expression): Expression => convert('i32', binary('shr_u', word, constI64(32n)));

const wordOf = (upper: Expression, lower: Expression): Expression =>
  binary('or', convert('i64', lower, false), binary('shl', convert('i64', upper, false), constI64(32n)));

const isNull = ({ rank, offset }: Place): Expression => binary('eq', binary('or', rank, offset), NOTHING);

/** Of an address in this memory. */
const offsetOf = (address: Expression): Expression =>
  binary('and', address, sub(binary('shl', constI32(1), regionShift), constI32(1)));

/** Where the region of a rank starts in this memory, which has it. */
const regionOf = (rank: Expression, threads: Expression): Expression =>
  rank.op === 'mythread' ? ownRegion : binary('shl', fromOrigin(rank, threads), regionShift);

/** Ranks from this process's first on, and round. */
const fromOrigin = (rank: Expression, threads: Expression): Expression =>
  add(sub(rank, origin), select(binary('lt_u', rank, origin), threads, NOTHING));

/** As C's casts make a pointer of a number, and a number of a pointer: rank above, offset below. */
const ofInteger = (number: Expression): Expression =>
  number.type === 'i64' ? pair(upperHalf(number), convert('i32', number)) : pair(NOTHING, number);

function toInteger({ rank, offset }: Place, type: MachineType): Expression {
  return type === 'i32' ? offset : convert(type, wordOf(rank, offset), false);
}

/** 1 / the bytes of a region. */
const perRegion = unary('power', unary('neg', regionShift));

/** The library's address: the regions from this process's first on, and round; up to 2^32 a signed i32 (runtime/memory/space.ts). */
function toAddress({ rank, offset }: Place, threads: Expression, kept: Expander['kept']): Expression {
  const region = kept(fromOrigin(rank, threads), 'region');
  const start = binary('mul', convert('f64', region, false), unary('power', regionShift));
  const number = kept(add(start, convert('f64', offset, false)), 'address');
  const isI32 = binary('and', binary('ge', number, constF64(2 ** 31)), binary('lt', number, constF64(2 ** 32)));
  return select(binary('or', rank, offset), select(isI32, sub(number, constF64(2 ** 32)), number), constF64(0));
}

/** The library's addresses of phantom arrays have the thread's number + 1 above 32 bits, and the offset below (runtime/simulated/addresses.ts). */
const PHANTOM = 2 ** 32;

/** Whether an offset is of a phantom array: behind the end of a region. */
const isPhantom = (start: Expression): Expression => binary('ge_u', start, binary('shl', constI32(1), regionShift));

function toPhantomAddress({ rank, offset }: Place): Expression {
  const above = binary('mul', convert('f64', add(rank, constI32(1)), false), constF64(PHANTOM));
  return add(above, convert('f64', offset, false));
}

function mentions(e: Expression, name: string): boolean {
  let found = false;
  visitExpression(e, (part) => {
    found ||= part.op === 'local' && part.name === name;
  });
  return found;
}

/** An access to shared memory, by rank and offset. */
function located<T extends Get | GetStart | Put | PutStart>(s: T): T {
  const { rank, offset } = placeOf(s.address);
  return { ...s, rank, address: offset };
}
