/**
 * Copies of functions for the functions that they are given.
 *
 * Takes: all functions of a program. Gives: where a call gives a function's address to one that calls it in a loop, as
 * qsort is given a comparison, a call of a copy that calls it by name, so that it can be put there (inline).
 * One idea: a parameter that is called, or passed on to such a parameter, and never set is a constant in the copy. Calls in
 * the copy that pass it on are calls of copies in turn: recursion comes back to the copy. Constants that are looked at by
 * a comparison, such as an element's size, are put into the copy of what does not call itself as well, and the branches
 * not taken go.
 */
import type { Call, Constant, Function as Definition, Expression, FunctionAddress, Statement } from '../../ir/ir.ts';
import {
  blocksOf,
  localsSetBy,
  mapBlocksOf,
  mapEach,
  mapExpression,
  mapExpressionsOf,
  visitExpressions,
  visitStatements,
} from '../../ir/walk.ts';
import { callGraph, sizeOf } from '../analyses/calls.ts';
import { type PassContext, Teller } from '../remarks.ts';
import { simplifyControlFlow } from '../simplify/control.ts';
import { foldExpressions } from '../simplify/fold.ts';
import { propagateConstants } from '../simplify/propagate.ts';
import type { Surroundings } from './inline.ts';

/** A function that is larger is not copied, nor more than so much of all functions. */
const MOST_SIZE = 400;
const MOST_GROWTH = 4000;

export function specializeCallers(
  functions: readonly Definition[],
  _surroundings: Surroundings,
  context: PassContext,
): readonly Definition[] {
  return new Specializer(functions, context).run();
}

/** What a copy has in the place of a parameter. */
type Binding = Constant | FunctionAddress;

class Specializer {
  readonly #functions: Map<string, Definition>;
  readonly #context: PassContext;
  /** Parameters by function: those that are called, and those that are compared with constants. */
  readonly #called: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #compared = new Map<string, ReadonlySet<string>>();
  /** Names of copies by what they are copies of and for. */
  readonly #copies = new Map<string, string>();
  #room = MOST_GROWTH;

  constructor(functions: readonly Definition[], context: PassContext) {
    this.#functions = new Map(functions.map((f) => [f.name, f]));
    this.#context = context;
    const { recursive } = callGraph(this.#functions);
    this.#called = calledParameters(this.#functions, recursive);
    for (const name of this.#called.keys())
      if (!recursive.has(name)) this.#compared.set(name, comparedParameters(this.#functions.get(name) as Definition));
  }

  run(): readonly Definition[] {
    if (this.#called.size === 0) return [...this.#functions.values()];
    for (const f of [...this.#functions.values()]) this.#functions.set(f.name, this.#withCopies(f));
    return [...this.#functions.values()];
  }

  #withCopies(f: Definition): Definition {
    const tell = new Teller('specialize', this.#context, f.name);
    const block = (body: readonly Statement[]): readonly Statement[] =>
      mapEach(body, (s) => {
        if (s.op !== 'call') return [mapBlocksOf(s, block)];
        const copy = this.#copyFor(s);
        if (copy === undefined) return [s];
        tell.done(s, () => `a copy of '${symbolOf(s)}' made for what it is given`);
        return [{ ...s, callee: { symbol: copy } }];
      });
    const body = block(f.body);
    return body === f.body ? f : { ...f, body };
  }

  /** The name of the copy that the call should be of. */
  #copyFor(call: Call): string | undefined {
    const callee = this.#functions.get(symbolOf(call) ?? '');
    if (!callee || !this.#called.has(callee.name)) return undefined;
    const bindings = this.#bindings(call, callee);
    if (![...bindings.values()].some(({ op }) => op === 'function')) return undefined;
    const key = `${callee.name} ${[...bindings].map(([name, e]) => `${name}=${textOf(e)}`).join(' ')}`;
    return this.#copies.get(key) ?? this.#make(callee, bindings, key);
  }

  #bindings(call: Call, { name: callee, parameters }: Definition): Map<string, Binding> {
    const [called, compared] = [this.#called.get(callee), this.#compared.get(callee)];
    const bindings = new Map<string, Binding>();
    for (const [index, { name }] of parameters.entries()) {
      const value = call.arguments[index];
      if (value?.op === 'function' ? called?.has(name) : value?.op === 'const' && compared?.has(name))
        bindings.set(name, value as Binding);
    }
    return bindings;
  }

  #make(callee: Definition, bindings: ReadonlyMap<string, Binding>, key: string): string | undefined {
    const size = sizeOf(callee.body);
    if (callee.inlining === 'never' || size > Math.min(MOST_SIZE, this.#room)) return undefined;
    this.#room -= size;
    const name = this.#unused(`${callee.name}_for_${[...bindings.values()].find(isFunction)?.symbol}`);
    this.#copies.set(key, name);
    const bound = simplified({ ...withBindings(callee, bindings), name, linkage: 'internal' });
    this.#functions.set(name, bound);
    this.#functions.set(name, this.#withCopies(bound));
    return name;
  }

  #unused(name: string): string {
    let free = name;
    for (let number = 2; this.#functions.has(free); number++) free = `${name}_${number}`;
    return free;
  }
}

const isFunction = (e: Binding): e is FunctionAddress => e.op === 'function';
const textOf = (e: Binding): string => (e.op === 'function' ? `*${e.symbol}` : String(e.value));
const symbolOf = ({ callee }: Call): string | undefined => ('symbol' in callee ? callee.symbol : undefined);

function withBindings(f: Definition, bindings: ReadonlyMap<string, Binding>): Definition {
  const change = (e: Expression): Expression =>
    mapExpression(e, (inner) => (inner.op === 'local' && bindings.get(inner.name)) || inner);
  const block = (body: readonly Statement[]): readonly Statement[] =>
    mapEach(body, (s) => [mapBlocksOf(mapExpressionsOf(s, change), block)]);
  return { ...f, body: block(f.body) };
}

const simplified = (f: Definition): Definition =>
  simplifyControlFlow(foldExpressions(propagateConstants(simplifyControlFlow(foldExpressions(f)))));

// ---------------------------------------------------------------- parameters

/** By function, parameters that are never set and are called in a loop, in recursion, or by one that they are passed to. */
function calledParameters(
  functions: ReadonlyMap<string, Definition>,
  recursive: ReadonlySet<string>,
): Map<string, Set<string>> {
  const called = new Map<string, Set<string>>();
  const fixed = new Map([...functions].map(([name, f]) => [name, fixedParameters(f)]));
  for (const [name, { body }] of functions) {
    const own = [...calledIn(body, recursive.has(name))].filter((parameter) => fixed.get(name)?.has(parameter));
    if (own.length > 0) called.set(name, new Set(own));
  }
  for (let before = 0; before !== sizeOfAll(called); ) {
    before = sizeOfAll(called);
    for (const f of functions.values()) addPassedOn(f, fixed.get(f.name) as Set<string>, functions, called);
  }
  return called;
}

const sizeOfAll = (sets: ReadonlyMap<string, ReadonlySet<string>>): number =>
  [...sets.values()].reduce((sum, { size }) => sum + size, 0);

/** Names of locals that are called, of which those in loops where that is not all of the body. */
function calledIn(body: readonly Statement[], inLoop: boolean): Set<string> {
  const names = new Set<string>();
  for (const s of body) {
    if (s.op === 'call' && inLoop && 'table' in s.callee && s.callee.table.op === 'local')
      names.add(s.callee.table.name);
    for (const block of blocksOf(s)) for (const name of calledIn(block, inLoop || s.op === 'loop')) names.add(name);
  }
  return names;
}

function addPassedOn(
  f: Definition,
  fixed: ReadonlySet<string>,
  functions: ReadonlyMap<string, Definition>,
  called: Map<string, Set<string>>,
): void {
  if (fixed.size === 0) return;
  visitStatements(f.body, (s) => {
    const callee = s.op === 'call' ? functions.get(symbolOf(s) ?? '') : undefined;
    const wanted = callee && called.get(callee.name);
    if (!wanted) return;
    for (const [index, { name }] of callee.parameters.entries()) {
      const value = (s as Call).arguments[index];
      if (!wanted.has(name) || value?.op !== 'local' || !fixed.has(value.name)) continue;
      called.set(f.name, (called.get(f.name) ?? new Set()).add(value.name));
    }
  });
}

/** Parameters that nothing sets. */
function fixedParameters({ parameters, body }: Definition): Set<string> {
  const fixed = new Set(parameters.map(({ name }) => name));
  visitStatements(body, (s) => {
    for (const name of localsSetBy(s)) fixed.delete(name);
  });
  return fixed;
}

/** Parameters of which it is asked whether they are a certain number. */
function comparedParameters(f: Definition): Set<string> {
  const fixed = fixedParameters(f);
  const compared = new Set<string>();
  visitExpressions(f.body, (e) => {
    if (e.op !== 'binary' || (e.operator !== 'eq' && e.operator !== 'ne') || e.right.op !== 'const') return;
    if (e.left.op === 'local' && fixed.has(e.left.name)) compared.add(e.left.name);
  });
  return compared;
}
