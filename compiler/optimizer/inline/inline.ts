/**
 * Puts the bodies of functions in the place of calls.
 *
 * Takes: all functions of a program. Gives: those that are still reached, with small functions, and functions that are
 * called once, put into their callers.
 * One idea: callees come before their callers, so what is put into a function has been dealt with itself, and its size
 * is known. A call of an address becomes direct when the address is a constant, which inlining often makes it.
 */

import type { Call, Function as Definition, Expression, Statement, Static } from '../../ir/ir.ts';
import { reach } from '../../ir/reach.ts';
import { mapBlocksOf, mapEach, some } from '../../ir/walk.ts';
import { type CallGraph, calledName, callGraph, sizeOf } from '../analyses/calls.ts';
import { type PassContext, Teller } from '../remarks.ts';
import { frameSizeOf, Host, instantiate } from './inlined-body.ts';

/** What a level of -O may spend, in statements and operations. */
interface Limits {
  /** A function of up to this size goes wherever it is called. */
  readonly size: number;
  /** The same where the call is in a loop, or gives a function's address. */
  readonly hot: number;
  /** A function with loops of which a call says nearly all: numbers, and the objects that pointers lead to. */
  readonly known: number;
  /** A function that is called in one place. */
  readonly once: number;
  /** A function does not grow beyond this. */
  readonly caller: number;
  /** Nor the program beyond so many times its size, or the least that counts as large. */
  readonly growth: number;
}

const LIMITS: readonly Limits[] = [
  { size: 0, hot: 0, known: 0, once: 0, caller: 0, growth: 1 },
  { size: 10, hot: 10, known: 10, once: 10, caller: 2000, growth: 1.1 },
  { size: 40, hot: 120, known: 450, once: 400, caller: 4000, growth: 1.5 },
  { size: 80, hot: 250, known: 900, once: 1000, caller: 8000, growth: 2 },
];
const LARGE_PROGRAM = 10_000;

/** Bytes that a function's frame may grow to; one that calls itself has many frames. */
const MOST_FRAME = 16_384;
const MOST_RECURSIVE_FRAME = 256;

/** Calls that became direct by inlining are inlined in turn, this deep. */
const MOST_DEPTH = 4;

/** What of the program is not functions. */
export interface Surroundings {
  /** Where it starts, and what has an address. */
  readonly roots: readonly string[];
  readonly statics: readonly Static[];
}

export function inlineCalls(
  functions: readonly Definition[],
  surroundings: Surroundings,
  context: PassContext,
): readonly Definition[] {
  return reached(new Inliner(functions, surroundings, context).run(), surroundings);
}

/** Those of the functions that can still be called. */
export function reached(functions: readonly Definition[], { roots, statics }: Surroundings): readonly Definition[] {
  const all = new Map(functions.map((f) => [f.name, f]));
  const { names } = reach(roots, all, new Map(statics.map((s) => [s.name, s])));
  return functions.filter(({ name }) => names.has(name));
}

class Inliner {
  readonly #functions: Map<string, Definition>;
  readonly #sizes: Map<string, number>;
  readonly #graph: CallGraph;
  readonly #limits: Limits;
  readonly #context: PassContext;
  readonly #roots: ReadonlySet<string>;
  /** What the program may still grow by. */
  #room: number;

  constructor(functions: readonly Definition[], { roots }: Surroundings, context: PassContext) {
    this.#functions = new Map(functions.map((f) => [f.name, f]));
    this.#sizes = new Map(functions.map((f) => [f.name, sizeOf(f.body)]));
    this.#graph = callGraph(this.#functions);
    this.#context = context;
    this.#limits = LIMITS[context.level] as Limits;
    this.#roots = new Set(roots);
    let size = 0;
    for (const each of this.#sizes.values()) size += each;
    this.#room = Math.max(LARGE_PROGRAM, size) * this.#limits.growth - size;
  }

  run(): Definition[] {
    for (const name of this.#graph.order) this.#intoCaller(name);
    return [...this.#functions.values()];
  }

  #intoCaller(name: string): void {
    const definition = this.#functions.get(name) as Definition;
    if (some(definition, (s) => s.op === 'landing')) return;
    const host = new Host(definition);
    const site: Site = { host, tell: new Teller('inline', this.#context, name), inLoop: false, depth: 0 };
    const after = host.finish(this.#block(definition.body, site));
    if (after === definition) return;
    this.#functions.set(name, after);
    this.#sizes.set(name, sizeOf(after.body));
  }

  #block(body: readonly Statement[], site: Site): readonly Statement[] {
    return mapEach(body, (s) => {
      if (s.op === 'call') return this.#call(s, site);
      const inside = s.op === 'loop' ? { ...site, inLoop: true } : site;
      return [mapBlocksOf(s, (block) => this.#block(block, inside))];
    });
  }

  #call(s: Call, site: Site): readonly Statement[] {
    const call = direct(s, this.#functions);
    const name = 'symbol' in call.callee ? call.callee.symbol : undefined;
    const callee = name === undefined ? undefined : this.#functions.get(name);
    if (!callee || callee.name === 'main') return [call];
    const size = this.#sizes.get(callee.name) as number;
    const reason = this.#objection(call, callee, size, site);
    if (reason !== undefined) {
      site.tell.missed(call, () => `'${callee.name}' not inlined: ${reason}`);
      return [call];
    }
    site.tell.done(call, () => `'${callee.name}' inlined, of size ${size}`);
    this.#grow(callee, size, site);
    const body = instantiate(site.host, call, callee);
    return this.#nowDirect(body, site);
  }

  /** What speaks against putting the callee there. */
  #objection(call: Call, callee: Definition, size: number, site: Site): string | undefined {
    if (callee.inlining === 'never') return 'it is declared noinline';
    if (this.#graph.recursive.has(callee.name)) return 'it is recursive';
    if (site.depth > MOST_DEPTH) return `calls are ${MOST_DEPTH} deep in each other`;
    if (some(callee, (s) => s.op === 'landing')) return 'it calls setjmp';
    if (callee.inlining === 'always') return undefined;
    const limit = this.#limit(call, callee, site);
    if (size > limit) return `too large: ${size} > ${limit}`;
    const grown = site.host.size + size;
    if (grown > this.#limits.caller) return `the caller would be too large: ${grown} > ${this.#limits.caller}`;
    if (!this.#isOnly(callee) && size > this.#limits.size / 4 && size > this.#room)
      return 'the program has grown enough';
    const frame = site.host.frameSize + frameSizeOf(callee);
    const most = this.#graph.recursive.has(site.host.definition.name) ? MOST_RECURSIVE_FRAME : MOST_FRAME;
    if (frameSizeOf(callee) > 0 && frame > most)
      return `the caller's frame would be too large: ${frame} > ${most} bytes`;
    return undefined;
  }

  #limit(call: Call, callee: Definition, { inLoop }: Site): number {
    const { once, known, hot, size } = this.#limits;
    if (this.#isOnly(callee)) return once;
    if (saysMuch(call) && some(callee, ({ op }) => op === 'loop')) return known;
    return inLoop || call.arguments.some(({ op }) => op === 'function') ? hot : size;
  }

  /** Nothing but this call reaches the function. */
  #isOnly({ name }: Definition): boolean {
    return this.#graph.calls.get(name) === 1 && !this.#roots.has(name);
  }

  #grow(callee: Definition, size: number, { host }: Site): void {
    host.size += size;
    if (!this.#isOnly(callee)) this.#room -= size;
  }

  /** The callee's calls have been dealt with, but those of addresses may have become direct. */
  #nowDirect(body: readonly Statement[], site: Site): readonly Statement[] {
    const inner = { ...site, depth: site.depth + 1 };
    const isNew = (s: Statement): boolean => s.op === 'call' && 'table' in s.callee && calledName(s) !== undefined;
    const block = (statements: readonly Statement[]): readonly Statement[] =>
      mapEach(statements, (s) => {
        if (s.op === 'call') return isNew(s) ? this.#call(s, inner) : [s];
        return [mapBlocksOf(s, block)];
      });
    return some({ body }, isNew) ? block(body) : body;
  }
}

/** Where a call is. */
interface Site {
  readonly host: Host;
  readonly tell: Teller;
  readonly inLoop: boolean;
  /** Of inlined bodies in each other. */
  readonly depth: number;
}

/** A call of a constant address as one by name, where the function takes what the call gives. */
function direct(call: Call, functions: ReadonlyMap<string, Definition>): Call {
  if ('symbol' in call.callee) return call;
  const symbol = calledName(call);
  const definition = symbol === undefined ? undefined : functions.get(symbol);
  return symbol !== undefined && definition && fits(call, definition) ? { ...call, callee: { symbol } } : call;
}

function fits({ signature }: Call, { parameters, results }: Definition): boolean {
  const types = (list: readonly string[]): string => list.join(' ');
  return (
    types(signature.parameters) === types(parameters.map(({ type }) => type)) &&
    types(signature.results) === types(results)
  );
}

const KNOWN: ReadonlySet<Expression['op']> = new Set(['const', 'static', 'frame']);
/** Of two numbers, say a length and a step, a loop can be made its own. */
const FEWEST_NUMBERS = 2;

/** All arguments but one are known, and several are numbers. */
function saysMuch({ arguments: all }: Call): boolean {
  const numbers = all.filter(({ op }) => op === 'const').length;
  return numbers >= FEWEST_NUMBERS && all.filter(({ op }) => KNOWN.has(op)).length + 1 >= all.length;
}
