/**
 * Functions that may wait, for simulated jobs: they unwind to their caller where a call below waits, and are rewound later.
 *
 * Takes: functions of which `waiting` says that they may wait. Gives: the same, with a test behind each site (a statement that may wait). One idea: IR has calls
 * and communication in statements alone, so nothing is on the operand stack at a site. SUSPENSION of the rank says what happens. Behind a site the function
 * looks at it: to unwind, it stores its variables with the number of the site, and returns. Called to be rewound, it loads them in place of its head, and each list of
 * statements that has sites goes to the one that is wanted: sites have numbers in the order of the text, so those within a statement are a range.
 * What is on the memory stack stays there; variables lie at its lower end, from where SUSPENDED points to.
 */
import { MODULE_NUMBERS, SUSPENDED, SUSPENSION } from '../../../runtime/abi.ts';
import { binary, constant, local, mayTrap, operandsOf, select } from '../../ir/builders.ts';
import type { Function as Definition, Expression, Local, Statement, Switch } from '../../ir/ir.ts';
import { wantedAround } from '../../ir/liveness.ts';
import { blocksOf, hasBlocks, localsSetBy, mapBlocksOf, mapExpressionsOf } from '../../ir/walk.ts';
import { type FunctionContext, STACK_POINTER } from './context.ts';
import { jump, ownBase } from './expressions.ts';
import { LOADS, STORES } from './memory.ts';
import { scalar } from './types.ts';

const { REWINDING } = SUSPENSION;
/** The number of the site that is wanted; 0: the function runs. No variable of a program has this name. */
export const SITE = ' site';
const PLACE_OF_FRAME = ' suspended';
/** Where all ways out of the body lead that unwind. */
const UNWIND = ' unwind';
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
  /** The locals whose values outlast a suspension; undefined: all. */
  readonly #wanted: ReadonlySet<string> | undefined;
  #next = 1;

  constructor(
    definition: Definition,
    private readonly waiting: ReadonlySet<string>,
  ) {
    this.#number(definition.body);
    // Rewinding evaluates the conditions around a site, and ignores their values: their operands must be valid.
    this.#wanted = wantedAround(definition, (s) => this.has(s));
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

  outlasts(local: string): boolean {
    return local === SITE || this.#wanted === undefined || this.#wanted.has(local);
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
    for (const [s, key] of keys) jump(f, sites.isAt(s), key, true);
  });
  for (const s of body) {
    const key = keys.get(s);
    if (key !== undefined) f.leave(key);
    emit(s);
  }
}

/** Behind a site. */
export function emitLook(f: FunctionContext, number: number): void {
  const { code } = f;
  loadWord(f, SUSPENSION.WORD);
  code.open('if');
  f.within(undefined, () => {
    code.constant('i32', number);
    code.indexed('local.set', f.local(SITE));
    code.indexed('br', f.depth(UNWIND));
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

/** The whole body; behind it stands what stores the variables, which ways out that unwind lead to. */
export function emitUnwinding(f: FunctionContext, body: () => void): void {
  const { code } = f;
  code.open('block');
  f.within(UNWIND, () => {
    body();
    for (const type of f.definition.results) code.zero(type);
    code.op('return');
  });
  const place = f.kept(PLACE_OF_FRAME);
  const { variables, bytes } = storedVariables(f);
  loadWord(f, SUSPENDED);
  code.indexed('local.tee', place);
  code.constant('i32', bytes);
  code.op('i32.add');
  code.indexed('global.get', STACK_POINTER);
  code.op('i32.gt_u');
  code.open('if');
  f.within(undefined, () => code.call(f.module.operation('trapStack', [])));
  for (const { type, index, offset } of variables) {
    code.indexed('local.get', place);
    code.indexed('local.get', index);
    code.memory(STORES[type], 1, offset);
  }
  moveSuspended(f, bytes);
}

/** In the head: a function that is rewound takes its variables, instead of what `head` does. */
export function emitRewinding(f: FunctionContext, head: () => void): void {
  const { code } = f;
  const place = f.kept(PLACE_OF_FRAME);
  const { variables, bytes } = storedVariables(f);
  loadWord(f, SUSPENSION.WORD);
  code.constant('i32', REWINDING);
  code.op('i32.eq');
  code.open('if');
  f.within(undefined, () => {
    loadWord(f, SUSPENDED);
    code.constant('i32', bytes);
    code.op('i32.sub');
    code.indexed('local.set', place);
    moveSuspended(f, 0);
    for (const { type, index, offset } of variables) {
      code.indexed('local.get', place);
      code.memory(LOADS[type], 1, offset);
      code.indexed('local.set', index);
    }
    code.op('else');
    head();
  });
}

/** SUSPENDED = the place of this function's variables and so many bytes. */
function moveSuspended(f: FunctionContext, bytes: number): void {
  ownBase(f);
  f.code.indexed('local.get', f.kept(PLACE_OF_FRAME));
  f.code.constant('i32', bytes);
  f.code.op('i32.add');
  f.code.memory('i32.store', 4, SUSPENDED);
}

const BYTES = { i32: 4, f32: 4, i64: 8, f64: 8, v128: 16 };

/**
 * The locals whose values outlast a suspension, and the emitter's variables that the head does not set. Temporaries are not stored: the statement is
 * executed anew.
 */
function storedVariables(f: FunctionContext) {
  const variables: { type: keyof typeof BYTES; index: number; offset: number }[] = [];
  let bytes = 0;
  const again = new Set(AGAIN.filter((name) => f.keeps(name)).map((name) => f.kept(name)));
  f.variables.forEach((machineType, index) => {
    if (again.has(index) || !outlasts(f, index)) return;
    const type = scalar(machineType);
    variables.push({ type, index, offset: bytes });
    bytes += BYTES[type];
  });
  return { variables, bytes };
}

function outlasts(f: FunctionContext, index: number): boolean {
  const name = f.names.get(index);
  if (name === undefined) return false;
  return f.keeps(name) || f.sites!.outlasts(name);
}

/** Variables that the emitter keeps, and sets anew in each call. */
const AGAIN = [...MODULE_NUMBERS, 'statics', PLACE_OF_FRAME];

function loadWord(f: FunctionContext, offset: number): void {
  ownBase(f);
  f.code.memory('i32.load', 4, offset);
}
