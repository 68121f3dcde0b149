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
import type { Form, FormOf } from './form.ts';
import type { Formulas } from './layouts.ts';
import { narrowForm } from './narrow.ts';
import { type WholeElements, wholeElements } from './whole-elements.ts';
import { wideForm } from './wide.ts';

/** The functions as back ends take them. */
export function expandAll(functions: readonly Definition[], context: Expanding): readonly Definition[] {
  return functions.map((definition) => expandAddresses(definition, context));
}

/** What has to be known of the program. */
export type Expanding = Pick<
  PassContext,
  'threads' | 'sharedSizes' | 'addressesWrap' | 'isLibrary' | 'callsAccess' | 'wide' | 'marks'
>;

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
    found ||= e.type === 'shared' || BY_LAYOUT.has(e.op) || (e.op === 'load' && e.memory === 'phase');
  };
  return some({ body }, (s) => {
    visitExpressionsOf(s, look);
    // Or a result that nobody wants.
    return (
      found || ('memory' in s && s.memory === 'phase') || (s.op === 'call' && s.signature.results.includes('shared'))
    );
  });
}

class Expansion {
  readonly #definition: Definition;
  readonly #formulas: Formulas;
  readonly #sizes: ReadonlyMap<string, number>;
  readonly #names: Names;
  readonly #form: Form;
  /** Addresses of the statement that are read or written, and lie in the first row of their object. */
  readonly #inFirstRow = new Set<Expression>();
  readonly #wholeElement: WholeElements;
  /** Elements of the statement that are read or written whole. */
  readonly #aligned = new Set<Expression>();
  /** What has to be set before the statement. */
  #before: Statement[] = [];

  constructor(definition: Definition, context: Expanding) {
    const { threads, sharedSizes = new Map(), addressesWrap = false } = context;
    const formOf: FormOf = context.wide ? wideForm : narrowForm;
    this.#definition = definition;
    this.#formulas = { threads, kept: (value, name) => this.#kept(value, name), addressesWrap };
    this.#sizes = sharedSizes;
    this.#names = new Names(definition);
    this.#form = formOf(definition, {
      names: this.#names,
      kept: this.#formulas.kept,
      threads,
      isLibrary: context.isLibrary ?? (() => false),
      callsAccess: context.callsAccess === true,
      marks: context.marks === true,
    });
    this.#wholeElement = wholeElements(definition.body);
  }

  run(): Definition {
    const prepared = this.#form.prepared(this.#definition.body);
    const body = mapStatements(prepared, (s) => (s.op === 'loop' ? this.#loop(s) : this.#statement(s)));
    return this.#form.declared(this.#names.declaredIn(this.#definition, body));
  }

  #statement(s: Statement): readonly Statement[] {
    for (const element of accessedBy(s)) if (this.#isOneBlock(element)) this.#inFirstRow.add(element);
    const whole = this.#wholeElement(s);
    if (whole) this.#aligned.add(whole);
    const { value, before } = this.#collected(() => this.#form.statement(mapExpressionsOf(s, this.#operand)));
    return [...before.map((set) => (s.at ? { ...set, at: s.at } : set)), ...value];
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
    return this.#form.expression(mapOperands(e, this.#operand), this.#formulasOf(e));
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
    return this.#form.joined(this.#form.words(value).map((word) => this.#keptWord(word, name)));
  }

  #keptWord(value: Expression, name: string): Expression {
    if (isCheap(value)) return value;
    const kept = this.#names.local(name, value.type);
    this.#before.push({ op: 'set', local: kept, value });
    return local(kept, value.type);
  }

  /** What an arm keeps is computed only where the arm is taken. */
  #select(e: Select): Expression {
    const { words, joined } = this.#form;
    const test = this.#expression(e.test);
    const arms = [e.then, e.otherwise].map((arm) => this.#collected(() => words(this.#expression(arm)))) as [Arm, Arm];
    const [then, otherwise] = arms;
    if (then.before.length + otherwise.before.length > 0) return joined(this.#chosen(test, then, otherwise));
    const once = then.value.length > 1 ? this.#keptWord(test, 'test') : test;
    const selected = then.value.map(
      (word, n): Expression => ({ ...e, type: word.type, test: once, then: word, otherwise: otherwise.value[n]! }),
    );
    return joined(selected);
  }

  /** Locals that an `if` sets, for the words of the value. */
  #chosen(test: Expression, then: Arm, otherwise: Arm): readonly Expression[] {
    const names = then.value.map(({ type }) => this.#names.local('chosen', type));
    const setting = ({ before, value }: Arm): Statement[] => [
      ...before,
      ...names.map((name, n): Statement => ({ op: 'set', local: name, value: value[n]! })),
    ];
    this.#before.push({ op: 'if', test, then: setting(then), otherwise: setting(otherwise) });
    return names.map((name, n) => local(name, then.value[n]!.type));
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

/** The words of a conditional's arm, and what has to be set before them. */
interface Arm {
  readonly value: readonly Expression[];
  readonly before: readonly Statement[];
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
