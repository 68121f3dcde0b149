/**
 * Functions that may wait, for simulated jobs: they unwind to their caller where a call below waits, and are rewound later.
 *
 * Takes: functions of which `waiting` says that they may wait. Gives: the same, with a test behind each site (a statement that may wait). One idea: IR has calls
 * and communication in statements alone, so nothing is on the operand stack at a site. SUSPENSION of the rank says what happens. Behind a site the function
 * looks at it: to unwind, it stores the variables that are wanted there with the number of the site, and returns. Called to be rewound, it goes to that site: sites have numbers in
 * the order of the text, so those within a statement are a range, and each list of statements that has sites leads to the one that is wanted. There it loads them, and makes the call again.
 * Each site stores its own live variables. If one place stored those of all sites, all paths would meet there, and an engine takes time by variables times paths.
 * The memory stack stays as it is; stored variables lie at its lower end (suspended-frames.ts).
 */
import { MODULE_NUMBERS, SUSPENDED, SUSPENSION } from '../../../runtime/abi.ts';
import { binary, constant, local, mayTrap, operandsOf, select } from '../../ir/builders.ts';
import type { Function as Definition, Expression, Local, Statement, Switch } from '../../ir/ir.ts';
import { handleOf, wantedAt } from '../../ir/liveness.ts';
import { blocksOf, hasBlocks, localsSetBy, mapBlocksOf, mapExpressionsOf, visitStatements } from '../../ir/walk.ts';
import { type FunctionContext, REWIND, UNWIND } from './context.ts';
import { jump, ownBase, value } from './expressions.ts';
import { LOADS, STORES } from './memory.ts';
import { scalar } from './types.ts';

const { REWINDING } = SUSPENSION;
/** The number of the site that is wanted; 0: the function runs. No variable of a program has this name. */
export const SITE = ' site';
const PLACE_OF_FRAME = ' suspended';
/** Of the number of a site, in a frame. */
export const NUMBER_BYTES = 4;
const ACCESSES: ReadonlySet<Statement['op']> = new Set([
  ...(['get', 'put', 'get.start', 'get.sync', 'put.start', 'put.sync'] as const),
  ...(['fence', 'notify', 'wait', 'barrier', 'poll'] as const),
]);

/** Numbers of sites: from `first` on, so many. */
interface Range {
  readonly first: number;
  readonly count: number;
}

export class Sites {
  /** Of each statement that has sites within, or is one. */
  readonly #ranges = new Map<Statement, Range>();
  /** The locals whose values are wanted at each site; undefined: all. */
  readonly #wanted: ReadonlyMap<Statement, ReadonlySet<string>> | undefined;
  #next = 1;

  constructor(
    definition: Definition,
    private readonly waiting: ReadonlySet<string>,
  ) {
    this.#number(definition.body);
    this.#wanted = wantedAt(definition, (s) => isSite(s, waiting));
  }

  get isEmpty(): boolean {
    return this.#next === 1;
  }

  #number(body: readonly Statement[]): void {
    for (const s of body) {
      const first = this.#next;
      if (isSite(s, this.waiting)) this.#next++;
      for (const inner of blocksOf(s)) this.#number(inner);
      if (this.#next > first) this.#ranges.set(s, { first, count: this.#next - first });
    }
  }

  has(s: Statement): boolean {
    return this.#ranges.has(s);
  }

  wantedAt(s: Statement): ReadonlySet<string> | undefined {
    return this.#wanted?.get(s);
  }

  /** The number of a site. */
  numberOf(s: Statement): number | undefined {
    return isSite(s, this.waiting) ? this.#ranges.get(s)?.first : undefined;
  }

  /** Whether the wanted site is in a list. */
  within(body: readonly Statement[]): Expression | undefined {
    const ranges = body.flatMap((s) => this.#ranges.get(s) ?? []);
    const [first, last] = [ranges[0], ranges.at(-1)];
    return first && last && isWithin({ first: first.first, count: last.first + last.count - first.first });
  }

  isAt(s: Statement): Expression {
    return isWithin(this.#ranges.get(s)!);
  }
}

const site: Local = local(SITE, 'i32');

const isWithin = ({ first, count }: Range): Expression =>
  binary('lt_u', binary('sub', site, constant('i32', first)), constant('i32', count));

function isSite(s: Statement, waiting: ReadonlySet<string>): boolean {
  if (s.op === 'call') return !('symbol' in s.callee) || waiting.has(s.callee.symbol);
  return ACCESSES.has(s.op) || (s.op === 'copy' && s.destinationRank !== undefined);
}

// ---------------------------------------------------------------- the function in a form that can be resumed

/** The function with a variable for the site, and its sites; undefined if it has none. */
export function resumable(
  definition: Definition,
  waiting: ReadonlySet<string> | undefined,
): { definition: Definition; sites: Sites } | undefined {
  if (!waiting?.has(definition.name)) return undefined;
  const added: Local[] = [site];
  const body = prepared(definition.body, waiting, added);
  const sites = new Sites({ ...definition, body }, waiting);
  const locals = [...definition.locals, ...added.map(({ name, type }) => ({ name, type }))];
  return sites.isEmpty ? undefined : { definition: { ...definition, body, locals }, sites };
}

/**
 * A copy, as a statement may stand in two places of the IR, and each is a site of its own. A site makes one call, with operands that are the same when it
 * is made again: those that read memory or the variable that it sets, or may trap, are computed before.
 */
function prepared(body: readonly Statement[], waiting: ReadonlySet<string>, added: Local[]): Statement[] {
  return body.flatMap((s): Statement[] => {
    if (hasBlocks(s)) return [mapBlocksOf({ ...s }, (inner) => prepared(inner, waiting, added))];
    if (!isSite(s, waiting)) return [{ ...s }];
    const before: Statement[] = [];
    const set = localsSetBy(s);
    const keep = (e: Expression): Expression => {
      if (isSteady(e, set)) return e;
      const kept = local(` operand${added.length}`, e.type);
      added.push(kept);
      before.push({ op: 'set', local: kept.name, value: e, at: s.at } as Statement);
      return kept;
    };
    const one = mapExpressionsOf({ ...s }, keep);
    return [...before, ...(one.op === 'copy' && one.strict ? fenced(one) : [one])];
  });
}

/** Whether it has the same value when what is in `set`, and memory, have changed. */
function isSteady(e: Expression, set: readonly string[]): boolean {
  if (e.op === 'load' || mayTrap(e) || (e.op === 'local' && set.includes(e.name))) return false;
  return operandsOf(e).every((operand) => isSteady(operand, set));
}

function fenced(s: Statement & { op: 'copy' }): Statement[] {
  const fence = (): Statement => ({ op: 'fence', at: s.at }) as Statement;
  return [fence(), { ...s, strict: false }, fence()];
}

// ---------------------------------------------------------------- the way to a site

/** The test of an if, which leads to the sites of its first list. */
export function leadingIf(sites: Sites | undefined, s: Statement & { op: 'if' }): Expression {
  if (!sites?.has(s)) return s.test;
  return select(site, sites.within(s.then) ?? constant('i32', 0), s.test);
}

/** The test in front of a loop, which leads on to the sites in it. */
export function leadingLoop(sites: Sites | undefined, s: Statement & { op: 'loop' }): Expression | undefined {
  return s.test && sites?.has(s) ? select(site, constant('i32', 1), s.test) : s.test;
}

/** Whether the wanted site is in the step of a loop; undefined if it has none. */
export function leadingStep(sites: Sites | undefined, s: Statement & { op: 'loop' }): Expression | undefined {
  const within = sites?.within(s.step);
  return within && select(site, within, constant('i32', 0));
}

/** The value of a switch, which leads to the arm with the site. */
export function leadingSwitch(sites: Sites | undefined, s: Switch): Switch {
  if (!sites?.has(s)) return s;
  const type = s.value.type;
  const value = s.arms.reduce((otherwise, { values, body }) => {
    const within = sites.within(body);
    return within ? select(within, constant(type, values[0] ?? valueOfNone(s)), otherwise) : otherwise;
  }, s.value);
  return { ...s, value };
}

/** A value that no arm has: it leads to the default. */
function valueOfNone({ arms }: Switch): number {
  const taken = new Set(arms.flatMap(({ values }) => values.map(Number)));
  let value = 0;
  while (taken.has(value)) value++;
  return value;
}

/** Writes a list of statements, of which those with sites can be gone to. */
export function emitListWithSites(
  f: FunctionContext,
  sites: Sites,
  body: readonly Statement[],
  emit: (s: Statement) => void,
): void {
  const { code } = f;
  const keys = new Map(body.filter((s) => sites.has(s)).map((s) => [s, f.freshKey()]));
  for (const key of [...keys.values()].reverse()) {
    code.open('block');
    f.enter(key);
  }
  code.indexed('local.get', f.local(SITE));
  code.open('if');
  f.within(undefined, () => {
    for (const [s, key] of keys) emitWay(f, sites, s, key);
  });
  for (const s of body) {
    const key = keys.get(s);
    if (key !== undefined) f.leave(key);
    emit(s);
  }
}

/** To the statement where the wanted site is in it; where it is the site itself, with the variables. */
function emitWay(f: FunctionContext, sites: Sites, s: Statement, key: string): void {
  const isHere = sites.isAt(s);
  if (sites.numberOf(s) === undefined) jump(f, isHere, key, true);
  else {
    value(f, isHere);
    f.code.open('if');
    f.within(undefined, () => {
      loadVariables(f, s);
      f.code.indexed('br', f.depth(key));
    });
  }
}

/** Behind a site: to unwind, the function stores its variables, and returns. */
export function emitLook(f: FunctionContext, s: Statement, number: number): void {
  const { code } = f;
  loadWord(f, SUSPENSION.WORD);
  code.open('if');
  f.within(undefined, () => {
    storeVariables(f, s, number);
    for (const type of f.definition.results) code.zero(type);
    code.op('return');
  });
  emitArrived(f);
}

/** No site is wanted any more: behind one, and where a jump lands that a site has made. */
export function emitArrived(f: FunctionContext): void {
  if (!f.sites) return;
  f.code.constant('i32', 0);
  f.code.indexed('local.set', f.local(SITE));
}

// ---------------------------------------------------------------- unwinding and rewinding

/** In the head: a function that is rewound has its site, instead of what `head` does. */
export function emitRewinding(f: FunctionContext, head: () => void): void {
  const { code } = f;
  loadWord(f, SUSPENSION.WORD);
  code.constant('i32', REWINDING);
  code.op('i32.eq');
  code.open('if');
  f.within(undefined, () => {
    loadWord(f, SUSPENDED);
    code.constant('i32', NUMBER_BYTES);
    code.op('i32.sub');
    code.memory('i32.load', 4, 0);
    code.indexed('local.set', f.local(SITE));
    code.op('else');
    head();
  });
}

function storeVariables(f: FunctionContext, s: Statement, number: number): void {
  const { code } = f;
  const place = f.kept(PLACE_OF_FRAME);
  const { variables, bytes } = variablesAt(f, s);
  code.constant('i32', bytes + NUMBER_BYTES);
  code.constant('i32', number);
  code.call(UNWIND);
  code.indexed('local.set', place);
  for (const { type, index, offset } of variables) {
    code.indexed('local.get', place);
    code.indexed('local.get', index);
    code.memory(STORES[type], 1, offset);
  }
}

function loadVariables(f: FunctionContext, s: Statement): void {
  const { code } = f;
  const place = f.kept(PLACE_OF_FRAME);
  const { variables, bytes } = variablesAt(f, s);
  code.constant('i32', bytes + NUMBER_BYTES);
  code.call(REWIND);
  code.indexed('local.set', place);
  for (const { type, index, offset } of variables) {
    code.indexed('local.get', place);
    code.memory(LOADS[type], 1, offset);
    code.indexed('local.set', index);
  }
}

const BYTES = { i32: 4, f32: 4, i64: 8, f64: 8, v128: 16 };

/** Temporaries are not stored: the statement is executed anew. */
function variablesAt(f: FunctionContext, s: Statement) {
  const variables: { type: keyof typeof BYTES; index: number; offset: number }[] = [];
  let bytes = 0;
  for (const index of indicesAt(f, s)) {
    const type = scalar(f.variables[index]!);
    variables.push({ type, index, offset: bytes });
    bytes += BYTES[type];
  }
  return { variables, bytes };
}

/** The locals and handles that are wanted at a site, and what the emitter keeps of the stack. */
function indicesAt(f: FunctionContext, s: Statement): readonly number[] {
  const keptOf = (names: readonly string[]) => names.filter((name) => f.keeps(name)).map((name) => f.kept(name));
  const wanted = f.sites!.wantedAt(s);
  if (wanted !== undefined)
    return [...keptOf(OF_ACTIVATION), ...[...wanted].map((name) => f.local(name) ?? f.kept(name))];
  const never = new Set([...keptOf(SET_ANEW), f.local(SITE)]);
  return [...f.names.keys()].filter((index) => !never.has(index));
}

/** What the emitter keeps of the stack. */
const OF_ACTIVATION = ['frame', 'entry', 'lowest'];
/** What it sets anew in each call. */
const SET_ANEW = [...MODULE_NUMBERS, 'statics', PLACE_OF_FRAME];

/** Handles have variables from the beginning, as lists lead to sites that stand in front of what is in the lists. */
export function keepHandles(f: FunctionContext): void {
  visitStatements(f.definition.body, (s) => {
    if (s.op === 'get.start') f.kept(handleOf(s.local));
  });
}

function loadWord(f: FunctionContext, offset: number): void {
  ownBase(f);
  f.code.memory('i32.load', 4, offset);
}
