/**
 * Which locals are still wanted behind a statement: read there before they are set again.
 *
 * Takes: a function. Gives: for each of its loops, or for some of its statements, the locals whose values somebody behind it reads. One idea: what a
 * loop wants of its own earlier iterations does not depend on what follows it, so it is found once, from the inside out; then
 * one walk from the end of the function to its start knows everything. (Aho, Lam, Sethi and Ullman, Compilers, 9.2.5.)
 */
import type { Function as Definition, Loop, Statement } from './ir.ts';
import { expressionsOf, localsIn, localsSetBy, some, visitStatements } from './walk.ts';

type Locals = ReadonlySet<string>;

/** What is wanted where a `break` or `continue` goes, by its target. */
type Exits = ReadonlyMap<string, Locals>;

const NONE: Locals = new Set();

/** Several passes ask, most of a function that is what it was. */
const KNOWN = new WeakMap<Definition, ReadonlyMap<Loop, Locals>>();

/**
 * The locals that are wanted behind each loop, where it ends by its test or a break of its own; rather too many than too
 * few. Undefined where a longjmp may come back to anywhere.
 */
export function wantedBehindLoops(definition: Definition): ReadonlyMap<Loop, Locals> | undefined {
  if (some(definition, (s) => s.op === 'landing')) return undefined;
  const known = KNOWN.get(definition);
  if (known) return known;
  const wanted = new Map<Loop, Locals>();
  KNOWN.set(definition, wanted);
  walk(definition, (s, behind) => s.op === 'loop' && wanted.set(s, new Set(behind)));
  return wanted;
}

/**
 * For each statement that is asked for, the locals whose values are wanted where it has been made, or are read by it; likewise. What a
 * begun get needs until it is awaited has a name too.
 */
export function wantedAt(
  definition: Definition,
  isAsked: (s: Statement) => boolean,
): ReadonlyMap<Statement, Locals> | undefined {
  if (some(definition, (s) => s.op === 'landing')) return undefined;
  const wanted = new Map<Statement, Set<string>>();
  walk(definition, (s, behind) => {
    if (!isAsked(s)) return;
    const names = wanted.get(s) ?? new Set();
    wanted.set(s, names);
    include(names, behind);
    takeAway(names, s);
    include(names, readBy(s));
  });
  return wanted;
}

/** The handle of a get that has been begun: it is wanted until the get is awaited. */
export const handleOf = (name: string): string => `handle of ${name}`;

function walk(definition: Definition, see: See): void {
  new Liveness(see).before(definition.body, NONE, new Map());
}

/** Is told of each statement what is wanted behind it. */
type See = (s: Statement, behind: Locals) => void;

/** The locals that an iteration of the loop wants of those before it, or of what stands before the loop. */
export const wantedByIterations = (loop: Loop): Locals => new Liveness(() => undefined).ownOf(loop);

class Liveness {
  readonly #see: See;
  /** What loops want of themselves alone. */
  readonly #own: Map<Loop, Locals>;

  constructor(see: See, own = new Map<Loop, Locals>()) {
    this.#see = see;
    this.#own = own;
  }

  /** What is wanted before the statements, where `behind` is wanted behind them. */
  before(body: readonly Statement[], behind: Locals, exits: Exits): Locals {
    const wanted = new Set(behind);
    for (let index = body.length - 1; index >= 0; index--) this.#pass(body[index] as Statement, wanted, exits);
    return wanted;
  }

  /** Goes over a statement backwards. */
  #pass(s: Statement, wanted: Set<string>, exits: Exits): void {
    this.#see(s, wanted);
    switch (s.op) {
      case 'break':
      case 'continue':
        replace(wanted, exits.get(targetOf(s)) ?? NONE);
        break;
      case 'return':
        wanted.clear();
        break;
      case 'if': {
        const otherwise = this.before(s.otherwise, wanted, exits);
        replace(wanted, this.before(s.then, wanted, exits));
        include(wanted, otherwise);
        break;
      }
      case 'block':
        replace(wanted, this.before(s.body, wanted, new Map(exits).set(s.label, new Set(wanted))));
        break;
      case 'switch':
        this.#switch(s, wanted, exits);
        break;
      case 'loop':
        this.#loop(s, wanted, exits);
        break;
      default:
        takeAway(wanted, s);
    }
    include(wanted, readBy(s));
  }

  /** Arms fall through, and one may be skipped whether there is a default or not. */
  #switch(s: Statement & { op: 'switch' }, wanted: Set<string>, exits: Exits): void {
    const inside = new Map(exits).set(s.label, new Set(wanted));
    let next: Locals = new Set(wanted);
    for (const { body } of [...s.arms].reverse()) {
      next = this.before(body, next, inside);
      include(wanted, next);
    }
  }

  /** There may be no iteration, and after each there may be another. */
  #loop(s: Loop, wanted: Set<string>, exits: Exits): void {
    const again = new Set(this.ownOf(s));
    include(again, wanted);
    visitStatements(s.body, (inner) => {
      if (inner.op === 'break' || inner.op === 'continue') include(again, exits.get(targetOf(inner)) ?? NONE);
    });
    include(wanted, this.#iteration(s, again, new Map(exits).set(s.label, new Set(wanted))));
    include(wanted, again);
  }

  /** What its iterations want of those before them. */
  ownOf(s: Loop): Locals {
    const known = this.#own.get(s);
    if (known) return known;
    const own = new Liveness(() => undefined, this.#own).#iteration(s, NONE, new Map());
    this.#own.set(s, own);
    return own;
  }

  /** What is wanted before an iteration, where `again` is wanted behind it. */
  #iteration({ label, test, body, step }: Loop, again: Locals, exits: Exits): Locals {
    const tested = new Set(again);
    if (test) include(tested, localsIn(test));
    const stepped = this.before(step, tested, exits);
    const wanted = new Set(this.before(body, stepped, new Map(exits).set(`${label} again`, stepped)));
    if (test) include(wanted, localsIn(test));
    return wanted;
  }
}

/** What the statement sets is not wanted before it. A get that is begun sets its local where it is awaited. */
function takeAway(wanted: Set<string>, s: Statement): void {
  if (s.op === 'get.start') wanted.delete(handleOf(s.local));
  else for (const name of localsSetBy(s)) wanted.delete(name);
}

function readBy(s: Statement): Locals {
  const read = new Set<string>();
  if (s.op === 'stack.restore') read.add(s.local);
  if (s.op === 'get.sync') read.add(handleOf(s.local));
  for (const e of expressionsOf(s)) include(read, localsIn(e));
  return read;
}

const targetOf = (s: Statement & { op: 'break' | 'continue' }): string =>
  s.op === 'break' ? s.label : `${s.label} again`;

function include(into: Set<string>, names: Locals): void {
  for (const name of names) into.add(name);
}

function replace(old: Set<string>, names: Locals): void {
  const kept = new Set(names);
  old.clear();
  include(old, kept);
}
