/**
 * Spells out pointers-to-shared: after it, addresses of shared elements are plain arithmetic.
 *
 * Takes: element, advance, advance.phase, threadof, counterpart and difference, with their layout. Gives: sums,
 * products and shifts of THREADS, MYTHREAD and the region's size, which a machine runs as they stand and other passes
 * share, move and strengthen. One idea: the formulas (layouts.ts) ask for a value that they need twice to be kept; it
 * is set to a local before the statement, where all of the statement's expressions are evaluated. Where only an arm of
 * a conditional would evaluate it, the conditional becomes a statement; where a loop's test does, the test moves into
 * the loop. What is read or written lies in its object: of an object that has no more than a block in each thread it is
 * in the first row, which an address behind the last element, that is only compared, need not be.
 */
import { everyOperand, isDroppable, isSum, local, not } from '../../ir/builders.ts';
import type {
  Call,
  Function as Definition,
  ElementAddress,
  Expression,
  Loop,
  MachineType,
  Select,
  Statement,
} from '../../ir/ir.ts';
import { mapExpressionsOf, mapOperands, mapStatements, some, visitExpressionsOf } from '../../ir/walk.ts';
import { Names } from '../names.ts';
import type { PassContext } from '../remarks.ts';
import { type Formulas, plainForm } from './layouts.ts';
import { isSplit, splitCall } from './library-calls.ts';
import { rankAndOffset, scalarForm, scalarStatement, scalarType, withScalars } from './narrow.ts';
import { type WholeElements, wholeElements } from './whole-elements.ts';

/** The functions as back ends take them. */
export function expandAll(functions: readonly Definition[], context: Expanding): readonly Definition[] {
  return functions.map((definition) => expandAddresses(definition, context));
}

/** What has to be known of the program. */
export type Expanding = Pick<PassContext, 'threads' | 'sharedSizes' | 'addressesWrap' | 'isLibrary' | 'callsAccess'>;

export function expandAddresses(definition: Definition, context: Expanding): Definition {
  return isAboutShared(definition) ? new Expansion(definition, context).run() : definition;
}

/** An integer of pointers-to-shared, or of their phases, that is computed by their layout. */
const BY_LAYOUT: ReadonlySet<Expression['op']> = new Set(['advance.phase', 'threadof', 'difference'] as const);

function isAboutShared({ parameters, locals, results, body }: Definition): boolean {
  const isShared = ({ type }: { readonly type: MachineType }): boolean => type === 'shared';
  if (parameters.some(isShared) || locals.some(isShared) || results.includes('shared')) return true;
  let found = false;
  const look = (e: Expression): void => {
    found ||= e.type === 'shared' || BY_LAYOUT.has(e.op);
  };
  return some({ body }, (s) => {
    visitExpressionsOf(s, look);
    // Or a result that nobody wants.
    return found || (s.op === 'call' && s.signature.results.includes('shared'));
  });
}

class Expansion {
  readonly #definition: Definition;
  readonly #formulas: Formulas;
  readonly #sizes: ReadonlyMap<string, number>;
  readonly #names: Names;
  readonly #isLibrary: (name: string) => boolean;
  readonly #callsAccess: boolean;
  /** Addresses of the statement that are read or written, and lie in the first row of their object. */
  readonly #inFirstRow = new Set<Expression>();
  readonly #wholeElement: WholeElements;
  /** Elements of the statement that are read or written whole. */
  readonly #aligned = new Set<Expression>();
  /** What has to be set before the statement. */
  #before: Statement[] = [];

  constructor(definition: Definition, context: Expanding) {
    const { threads, sharedSizes = new Map(), addressesWrap = false, isLibrary = () => false } = context;
    this.#definition = definition;
    this.#formulas = { threads, kept: (value, name) => this.#kept(value, name), addressesWrap };
    this.#sizes = sharedSizes;
    this.#names = new Names(definition);
    this.#isLibrary = isLibrary;
    this.#callsAccess = context.callsAccess === true;
    this.#wholeElement = wholeElements(definition.body);
  }

  run(): Definition {
    const body = mapStatements(this.#definition.body, (s) => (s.op === 'loop' ? this.#loop(s) : this.#statement(s)));
    return withScalars(this.#names.declaredIn(this.#definition, body));
  }

  #statement(s: Statement): readonly Statement[] {
    for (const element of accessedBy(s)) if (this.#isOneBlock(element)) this.#inFirstRow.add(element);
    const whole = this.#wholeElement(s);
    if (whole) this.#aligned.add(whole);
    const { value, before } = this.#collected(() => this.#withScalars(mapExpressionsOf(s, this.#operand)));
    return [...before.map((set) => (s.at ? { ...set, at: s.at } : set)), ...value];
  }

  /** The statement, whose expressions are scalars, and what follows it. */
  #withScalars(s: Statement): readonly Statement[] {
    if (!this.#isSplit(s)) return [scalarStatement(this.#callsAccess ? this.#ranked(s) : s)];
    return splitCall(s, s.signature, {
      fresh: (name, type) => this.#names.local(name, type),
      kept: (value, name) => this.#kept(value, name),
    });
  }

  /** A shared access, and a copy from or to shared memory, with rank and offset instead of an address. */
  #ranked(s: Statement): Statement {
    const parts = (address: Expression) => rankAndOffset(this.#kept(address, 'address'));
    if (s.op === 'copy' && (s.to === 'shared' || s.from === 'shared')) {
      const [[destinationRank, destination], [sourceRank, source]] = [parts(s.destination), parts(s.source)];
      return { ...s, destinationRank, destination, sourceRank, source };
    }
    if (s.op !== 'get' && s.op !== 'get.start' && s.op !== 'put' && s.op !== 'put.start') return s;
    const [rank, address] = parts(s.address);
    return { ...s, rank, address };
  }

  /** Is it a call of the library that takes pointers-to-shared as two numbers? */
  #isSplit(s: Statement): s is Call {
    return s.op === 'call' && 'symbol' in s.callee && this.#isLibrary(s.callee.symbol) && isSplit(s.callee.symbol);
  }

  #collected<T>(make: () => T): { value: T; before: readonly Statement[] } {
    const outer = this.#before;
    this.#before = [];
    const value = make();
    const before = this.#before;
    this.#before = outer;
    return { value, before };
  }

  // -------------------------------------------------------------- expressions

  readonly #operand = (e: Expression): Expression => this.#expression(e);

  #expression(e: Expression): Expression {
    if (e.op === 'select') return this.#select(e);
    return plainForm(scalarForm(mapOperands(e, this.#operand)), this.#formulasOf(e));
  }

  #formulasOf(e: Expression): Formulas {
    const [inFirstRow, isAligned] = [this.#inFirstRow.has(e), this.#aligned.has(e)];
    return inFirstRow || isAligned ? { ...this.#formulas, inFirstRow, isAligned } : this.#formulas;
  }

  /** Has its object no more than one block in each thread? */
  #isOneBlock({ base, layout: { block, elementSize } }: ElementAddress): boolean {
    const size = base.op === 'shared' && base.offset >= 0 ? this.#sizes.get(base.symbol) : undefined;
    return size !== undefined && size <= block * elementSize;
  }

  /** A value for more than one use. */
  #kept(value: Expression, name: string): Expression {
    if (isCheap(value)) return value;
    const kept = this.#names.local(name, value.type);
    this.#before.push({ op: 'set', local: kept, value });
    return local(kept, value.type);
  }

  /** What an arm keeps is computed only where the arm is taken. */
  #select({ type, ...e }: Select): Expression {
    const scalar = scalarType(type);
    const test = this.#expression(e.test);
    const then = this.#collected(() => this.#expression(e.then));
    const otherwise = this.#collected(() => this.#expression(e.otherwise));
    if (then.before.length + otherwise.before.length === 0) {
      return { ...e, type: scalar, test, then: then.value, otherwise: otherwise.value };
    }
    const chosen = this.#names.local('chosen', scalar);
    const arm = (made: typeof then): Statement[] => [...made.before, { op: 'set', local: chosen, value: made.value }];
    this.#before.push({ op: 'if', test, then: arm(then), otherwise: arm(otherwise) });
    return local(chosen, scalar);
  }

  // -------------------------------------------------------------- loops

  #loop({ own: _, ...s }: Loop): Statement {
    if (!s.test) return s;
    const { value: test, before } = this.#collected(() => this.#expression(s.test as Expression));
    if (before.length === 0) return { ...s, test };
    const ends: Statement = { op: 'if', test: not(test), then: [{ op: 'break', label: s.label }], otherwise: [] };
    const { test: _test, ...endless } = s;
    if (s.kind === 'while') return { ...endless, body: [...before, ends, ...s.body] };
    const next = this.#names.label(`${s.label}_next`);
    const body = continuing(s.body, s.label, next);
    return { ...endless, kind: 'while', body: [{ op: 'block', label: next, body }, ...before, ends] };
  }
}

/** Elements that the statement reads or writes, or parts of them. */
function accessedBy(s: Statement): readonly ElementAddress[] {
  switch (s.op) {
    case 'get':
    case 'get.start':
    case 'put':
    case 'put.start':
      return elementIn(s.address);
    case 'copy':
      return s.size.op === 'const' && s.size.value !== 0 ? [s.destination, s.source].flatMap(elementIn) : [];
    default:
      return [];
  }
}

function elementIn(address: Expression): readonly ElementAddress[] {
  if (address.op === 'element') return [address];
  return isSum(address) && address.right.op === 'const' ? elementIn(address.left) : [];
}

/** The statements where `continue` of the loop leaves a block around them. */
function continuing(body: readonly Statement[], loop: string, next: string): readonly Statement[] {
  return mapStatements(body, (s) =>
    s.op === 'continue' && s.label === loop ? { op: 'break', label: next, ...(s.at && { at: s.at }) } : s,
  );
}

/** Nodes of an expression that is rather computed twice than kept. */
const CHEAP = 3;

/** A few operations of the plainest kind: engines share them by themselves. */
function isCheap(value: Expression): boolean {
  let nodes = 0;
  const look = (e: Expression): boolean =>
    ++nodes <= CHEAP && e.op !== 'load' && e.op !== 'pure' && e.op !== 'select' && everyOperand(e, look);
  return look(value) && isDroppable(value);
}
