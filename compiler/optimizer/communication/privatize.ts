/**
 * Makes loads and stores of shared accesses that are surely to the running thread's own part.
 *
 * Takes: gets, puts and copies of elements of shared arrays. Gives: the same without pointers-to-shared where affinity
 * proves them local. One idea: an index is taken apart into what this thread owns (MYTHREAD, the counter of a
 * upc_forall, one that starts at MYTHREAD and steps by THREADS) times m, whole rows of THREADS blocks, and a rest. If
 * m elements of what is owned are a block of the array and the rest stays within them, then the element is own, and
 * its place in the own part needs no division.
 * Affinity and layout: UPC 6.4.2, 6.4.3, 6.6.2; the method: Chen, Bonachea, Duell, Husbands, Iancu and Yelick,
 * A Performance Analysis of the Berkeley UPC Compiler (2003).
 */
import { add, constI32, elementAddress, isSum, load, local, mul, myThread, unary } from '../../ir/builders.ts';
import type {
  Copy,
  Function as Definition,
  ElementAddress,
  Expression,
  Get,
  Loop,
  OwnElements,
  Put,
  SetLocal,
  Statement,
} from '../../ir/ir.ts';
import { printExpression } from '../../ir/text.ts';
import { blocksOf, mapBlocksOf, mapEach, some } from '../../ir/walk.ts';
import { addressLocals, Definitions } from '../analyses/definitions.ts';
import { type Induction, inductionsOf, type Range, rangeOf } from '../analyses/induction.ts';
import { Names } from '../names.ts';
import { objectText, type PassContext, Teller } from '../remarks.ts';
import { type Affine, affine, expressionOf, type Term } from './affine.ts';

/** A number whose values are those of elements that this thread owns, divided by `factor`. */
interface Owner {
  /** Text of the number in sums. */
  readonly key: string;
  readonly name: string;
  readonly block: number;
  readonly factor: number;
  /** Place of the element in the own part. */
  readonly place: () => Expression;
}

interface Scope {
  readonly owners: readonly Owner[];
  readonly ranges: ReadonlyMap<string, Range>;
  readonly known: Definitions;
}

const MYTHREAD: Owner = { key: 'mythread', name: 'MYTHREAD', block: 1, factor: 1, place: () => constI32(0) };

export function privatize(definition: Definition, context: PassContext): Definition {
  return some(definition, isShared) ? new Privatizing(definition, context).run() : definition;
}

const isShared = (s: Statement): boolean =>
  s.op === 'get' ||
  s.op === 'put' ||
  (s.op === 'copy' && (s.to === 'shared' || s.from === 'shared')) ||
  (s.op === 'loop' && s.own !== undefined);

class Privatizing {
  readonly #definition: Definition;
  readonly #context: PassContext;
  readonly #tell: Teller;
  readonly #names: Names;

  constructor(definition: Definition, context: PassContext) {
    this.#definition = definition;
    this.#context = context;
    this.#tell = new Teller('privatize', context);
    this.#names = new Names(definition);
  }

  run(): Definition {
    const scope: Scope = {
      owners: [MYTHREAD],
      ranges: new Map(),
      known: new Definitions(addressLocals(this.#definition)),
    };
    const body = this.#block(this.#definition.body, scope);
    return this.#names.declaredIn(this.#definition, body);
  }

  #block(body: readonly Statement[], scope: Scope): readonly Statement[] {
    return mapEach(body, (s) => this.#statement(s, scope));
  }

  #statement(s: Statement, scope: Scope): readonly Statement[] {
    if (s.op === 'loop') return this.#loop(s, scope);
    const blocks = blocksOf(s);
    if (blocks.length === 0) {
      const made = this.#access(s, scope);
      scope.known.pass(s);
      return [made];
    }
    // A switch falls through from arm to arm: each may come after those before it.
    if (s.op !== 'if') for (const block of blocks) scope.known.forgetSetIn(block);
    const made = mapBlocksOf(s, (block) => this.#block(block, { ...scope, known: scope.known.copy() }));
    for (const block of blocks) scope.known.forgetSetIn(block);
    return [made];
  }

  // -------------------------------------------------------------- loops

  #loop(s: Loop, scope: Scope): readonly Statement[] {
    const inductions = inductionsOf(s, scope.known);
    scope.known.forgetSetIn([s]);
    const ranges = new Map(scope.ranges);
    for (const induction of inductions) {
      const range = rangeOf(induction);
      if (range) ranges.set(induction.counter, range);
      else ranges.delete(induction.counter);
    }
    const { own, ...plain } = s;
    const inner = { ...scope, ranges };
    if (own) return [this.#forall(plain, own, inner, scope)];
    const rows = inductions.flatMap((induction) => this.#cyclic(induction));
    const made = this.#inside(s, { ...inner, owners: [...rows.map(({ owner }) => owner), ...scope.owners] }, scope);
    return rows.reduce<readonly Statement[]>(
      (list, { row }) => (row() ? counted(list, row() as string) : list),
      [made],
    );
  }

  /** The loop with its body in one scope and its step, which moves the counter on, in another. */
  #inside(s: Loop, scope: Scope, outer: Scope): Loop {
    const within = (block: readonly Statement[], { known, ...rest }: Scope) =>
      this.#block(block, { ...rest, known: known.copy() });
    return mapBlocksOf(s, (block) => within(block, block === s.step ? outer : scope)) as Loop;
  }

  /** A loop of whose elements it is known that they are own. */
  #forall(s: Loop, { counter, block, place }: OwnElements, scope: Scope, outer: Scope): Loop {
    const owner: Owner = { key: keyOf(counter), name: counter, block, factor: 1, place: () => place };
    return this.#inside(s, { ...scope, owners: [owner, ...scope.owners] }, outer);
  }

  /** A counter from MYTHREAD * f in steps of THREADS * f; `row` is the local to count its iterations by, once it is asked for. */
  #cyclic({ counter, first, step }: Induction): { owner: Owner; row: () => string | undefined }[] {
    const factor = first && multipleOf(affine(first), 'mythread');
    if (factor === undefined || factor < 1) return [];
    const sum = affine(step);
    const threads = this.#context.threads;
    const steps = threads === undefined ? multipleOf(sum, 'rows ') : (multipleOf(sum, '') ?? 0) / threads;
    if (steps !== factor) return [];
    let row: string | undefined;
    const place = (): Expression => {
      row ??= this.#names.local(`${counter}_row`);
      return local(row, 'i32');
    };
    return [{ owner: { key: keyOf(counter), name: counter, block: 1, factor, place }, row: () => row }];
  }

  // -------------------------------------------------------------- accesses

  #access(s: Statement, scope: Scope): Statement {
    switch (s.op) {
      case 'get':
        return s.strict ? s : this.#get(s, scope);
      case 'put':
        return s.strict || s.mask !== undefined ? s : this.#put(s, scope);
      case 'copy':
        return s.strict ? s : this.#copy(s, scope);
      default:
        return s;
    }
  }

  #get(s: Get, scope: Scope): Statement {
    const address = this.#own(s, s.address, scope, 'get');
    if (!address) return s;
    const set: SetLocal = { op: 'set', local: s.local, value: load(s.memory, address, s) };
    return s.at ? { ...set, at: s.at } : set;
  }

  #put(s: Put, scope: Scope): Statement {
    const address = this.#own(s, s.address, scope, 'put');
    if (!address) return s;
    const { strict: _, ...rest } = s;
    return { ...rest, op: 'store', address };
  }

  #copy(s: Copy, scope: Scope): Statement {
    const to = s.to === 'shared' ? this.#own(s, s.destination, scope, 'copy to') : undefined;
    const from = s.from === 'shared' ? this.#own(s, s.source, scope, 'copy from') : undefined;
    if (!to && !from) return s;
    return { ...s, ...(to && { destination: to, to: 'private' }), ...(from && { source: from, from: 'private' }) };
  }

  /** The address without a pointer-to-shared, where it is surely in the own part. */
  #own(s: Statement, address: Expression, scope: Scope, what: string): Expression | undefined {
    if (this.#context.threads === 1) return unary('private', address);
    const { element, bytes } = elementOf(address.op === 'local' ? scope.known.resolve(address) : address);
    if (!element) return undefined;
    const index = affine(scope.known.resolve(element.index));
    const problems: (() => string)[] = [];
    for (const owner of scope.owners) {
      const place = this.#placeOf(element, index, owner, scope, problems);
      if (!place) continue;
      this.#tell.done(s, () => `${what} of ${objectText(element)} made private: the element is of ${owner.name}`);
      const start = elementAddress({ block: 1, elementSize: 1 }, element.base, myThread);
      const offset = affine(add(mul(place, constI32(element.layout.elementSize)), constI32(bytes)));
      return add(unary('private', start), expressionOf(offset.values()));
    }
    const [problem] = problems;
    if (problem) this.#tell.missed(s, () => `${what} of ${objectText(element)} not made private: ${problem()}`);
    return undefined;
  }

  /** Place of the element in the own part, if the owner makes it own. */
  #placeOf(
    { layout }: ElementAddress,
    index: Affine,
    owner: Owner,
    scope: Scope,
    problems: (() => string)[],
  ): Expression | undefined {
    const term = index.get(owner.key);
    if (!term) return undefined;
    const times = term.coefficient * owner.factor;
    if (times * owner.block !== layout.block) {
      problems.push(
        () =>
          `${times * owner.block} elements go with each ${owner.block > 1 ? 'block of ' : ''}${owner.name}, the array's blocks have ${layout.block}`,
      );
      return undefined;
    }
    const others = [...index].filter(([key]) => key !== owner.key).map(([, other]) => other);
    const rows = others.filter((other) => this.#isRows(other, layout.block));
    const rest = others.filter((other) => !rows.includes(other));
    const range = rangeOfSum(rest, scope.ranges);
    if (!range || range[0] < 0 || range[1] >= times) {
      problems.push(() => `${printed(rest)} may leave the ${times} elements from ${owner.name}'s on`);
      return undefined;
    }
    const place = mul(owner.place(), constI32(times));
    return add(add(place, this.#rowPlaces(rows)), expressionOf(rest));
  }

  /** Whole rows of blocks, which leave an element on its thread. */
  #isRows({ rows, coefficient }: Term, block: number): boolean {
    if (rows) return coefficient % block === 0;
    const { threads } = this.#context;
    return threads !== undefined && coefficient % (block * threads) === 0;
  }

  #rowPlaces(rows: readonly Term[]): Expression {
    const { threads } = this.#context;
    const one = (term: Term): Term => (term.rows ? term : { ...term, coefficient: term.coefficient / (threads ?? 1) });
    return expressionOf(rows.map(one), false);
  }
}

const keyOf = (counter: string): string => printExpression(local(counter, 'i32'));

/** The loop with a local that counts its iterations from 0. */
function counted(list: readonly Statement[], row: string): readonly Statement[] {
  const start: SetLocal = { op: 'set', local: row, value: constI32(0) };
  const step: SetLocal = { op: 'set', local: row, value: add(local(row, 'i32'), constI32(1)) };
  return [start, ...list.map((s) => (s.op === 'loop' ? { ...s, step: [...s.step, step] } : s))];
}

/** c of a sum that is c times the one term, and nothing else. */
function multipleOf(sum: Affine, key: string): number | undefined {
  return sum.size === 1 ? sum.get(key)?.coefficient : undefined;
}

/** The element that an address is in, and the bytes from its start. */
function elementOf(address: Expression): { element?: ElementAddress; bytes: number } {
  if (address.op === 'element' && address.layout.block > 0) {
    return { element: address, bytes: 0 };
  }
  if (!isSum(address) || address.right.op !== 'const') return { bytes: 0 };
  const inner = elementOf(address.left);
  return { ...inner, bytes: inner.bytes + Number(address.right.value) };
}

const printed = (terms: readonly Term[]): string =>
  terms
    .map(({ atom, coefficient }) => (atom?.op === 'local' ? atom.name : atom ? 'a value' : `${coefficient}`))
    .join(' + ');

function rangeOfSum(terms: readonly Term[], ranges: ReadonlyMap<string, Range>): Range | undefined {
  let [low, high] = [0, 0];
  for (const { atom, coefficient, rows } of terms) {
    const range: Range | undefined = rows ? undefined : atom ? rangeOfAtom(atom, ranges) : [1, 1];
    if (!range) return undefined;
    const ends = [coefficient * range[0], coefficient * range[1]] as const;
    low += Math.min(...ends);
    high += Math.max(...ends);
  }
  return [low, high];
}

function rangeOfAtom(e: Expression, ranges: ReadonlyMap<string, Range>): Range | undefined {
  if (e.op === 'local') return ranges.get(e.name);
  if (e.op === 'load') return e.memory === 'u8' ? [0, 255] : e.memory === 'u16' ? [0, 65535] : undefined;
  if (e.op !== 'binary' || e.right.op !== 'const') return undefined;
  const value = Number(e.right.value);
  if (e.operator === 'and' && value >= 0) return [0, value];
  return e.operator === 'rem_u' && value > 0 ? [0, value - 1] : undefined;
}
