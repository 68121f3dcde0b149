/**
 * Loops whose iterations may go through their inner loop together, as far as locals tell.
 *
 * Takes: a loop. Gives: its parts, if it is one that counts by one and does nothing but: set locals, run one loop that
 * itself only sets locals, set locals and store. The inner loop must run alike in all iterations, and each local that a
 * iteration sets must be set before it is read there, and not be wanted behind the loop.
 */
import { add, binary, constI32, isDroppable, local, operandsOf, select, sub } from '../../ir/builders.ts';
import type { Expression, Load, Loop, SetLocal, Statement, Store } from '../../ir/ir.ts';
import { localsIn } from '../../ir/walk.ts';
import { isInvariant, readsMemory, setIn, sizeOf } from '../analyses/counted.ts';
import { meets } from '../analyses/effects.ts';

export interface Nest {
  readonly loop: Loop;
  readonly inner: Loop;
  readonly counter: string;
  /** The counter stays below it. */
  readonly bound: Expression;
  /** How many are taken together. */
  readonly iterations: number;
  /** What sets the inner loop's counters; alike for all iterations. */
  readonly control: readonly SetLocal[];
  /** What else is before the inner loop, but for stores. */
  readonly before: readonly SetLocal[];
  /** What the inner loop does, and what is behind it: stores that were before it come first. */
  readonly body: readonly SetLocal[];
  readonly behind: readonly (SetLocal | Store)[];
  /** Locals of which each iteration has its own. */
  readonly own: ReadonlySet<string>;
}

/** Nodes of IR that the inner loop may have for four iterations to go together, and for two. */
const FOR_FOUR = 48;
const FOR_TWO = 96;

/** The loop's parts; `wanted` are the locals that are read behind it. */
export function nestOf(loop: Loop, wanted: ReadonlySet<string> | undefined): Nest | undefined {
  const inner = loop.body.find((s) => s.op === 'loop');
  const count = inner && wanted && counterOf(loop);
  if (!inner || !count || !isPlain(inner)) return undefined;
  const place = loop.body.indexOf(inner);
  const [first, last] = [loop.body.slice(0, place), loop.body.slice(place + 1)];
  if (![...first, ...last].every(isSetOrStore)) return undefined;
  const parts = partsOf(loop, inner, first as (SetLocal | Store)[]);
  const size = sizeOf(inner.body);
  if (!parts || size > FOR_TWO) return undefined;
  const behind = [...parts.stores, ...last] as (SetLocal | Store)[];
  const { control, before } = parts;
  const body = inner.body as readonly SetLocal[];
  const own = setBy([...before, ...body, ...behind]);
  const isAlone = standAlone(loop, inner, { control, before, body, behind }, own);
  if (!isAlone || meets(own, wanted) || own.has(count.counter) || setBy(control).has(count.counter)) return undefined;
  return { loop, inner, ...count, iterations: size > FOR_FOUR ? 2 : 4, control, before, body, behind, own };
}

const setBy = (statements: readonly (SetLocal | Store)[]): ReadonlySet<string> =>
  new Set(statements.flatMap((s) => (s.op === 'set' ? [s.local] : [])));

function counterOf({
  kind,
  test,
  step,
  body,
}: Loop): { readonly counter: string; readonly bound: Expression } | undefined {
  const [only, ...others] = step;
  if (kind !== 'while' || only?.op !== 'set' || others.length > 0 || test?.op !== 'binary') return undefined;
  const { local: counter, value } = only;
  const isCounter = (e: Expression): boolean => e.op === 'local' && e.type === 'i32' && e.name === counter;
  if (value.op !== 'binary' || value.operator !== 'add' || !isCounter(value.left)) return undefined;
  if (value.right.op !== 'const' || value.right.value !== 1) return undefined;
  const bound = test.right;
  const set = new Set([...setIn({ op: 'loop', label: '', kind, step, body })]);
  if (test.operator !== 'lt_s' || !isCounter(test.left) || !isInvariant(bound, set)) return undefined;
  return isDroppable(bound) && !readsMemory(bound) ? { counter, bound } : undefined;
}

const isSetOrStore = (s: Statement): s is SetLocal | Store =>
  (s.op === 'set' || (s.op === 'store' && !s.volatile)) && expressions(s).every(isQuiet);
const expressions = (s: SetLocal | Store): readonly Expression[] => (s.op === 'set' ? [s.value] : [s.address, s.value]);
/** No volatile load, and nothing that could trap. */
const isQuiet = (e: Expression): boolean => isDroppable(e);

/** A loop that sets locals, whose iterations no memory decides on. */
function isPlain({ kind, test, step, body }: Loop): boolean {
  const isSet = (s: Statement): boolean => s.op === 'set' && isQuiet(s.value);
  if (kind !== 'while' || !test || readsMemory(test) || !isQuiet(test)) return false;
  return body.every(isSet) && step.every((s) => s.op === 'set' && isQuiet(s.value) && !readsMemory(s.value));
}

/** Does a floating-point number go from each iteration of the inner loop to the next? For such a chain it pays to take iterations together. */
export function addsUp({ inner: { body } }: Nest): boolean {
  const set = new Set<string>();
  const carried = new Set<string>();
  for (const s of body as readonly SetLocal[]) {
    for (const name of localsIn(s.value)) if (!set.has(name)) carried.add(name);
    set.add(s.local);
  }
  return (body as readonly SetLocal[]).some(
    ({ local, value }) => carried.has(local) && (value.type === 'f64' || value.type === 'f32'),
  );
}

interface Parts {
  readonly control: readonly SetLocal[];
  readonly before: readonly SetLocal[];
  /** They may as well come behind the inner loop. */
  readonly stores: readonly Store[];
}

/** What is before the inner loop, by what it is for. */
function partsOf(loop: Loop, inner: Loop, first: readonly (SetLocal | Store)[]): Parts | undefined {
  const steering = new Set(inner.step.flatMap((s) => (s.op === 'set' ? [s.local] : [])));
  const set = setIn(loop);
  const control: SetLocal[] = [];
  const before: SetLocal[] = [];
  const stores: Store[] = [];
  for (const s of first) {
    // What the inner loop of the iteration before left in its counters.
    const left = new Set([...steering].filter((name) => !control.some(({ local: known }) => known === name)));
    if (!expressions(s).every((e) => isInvariant(e, left))) return undefined;
    if (s.op === 'store') stores.push(s);
    else if (!steering.has(s.local)) before.push(s);
    else if (isInvariant(s.value, set) && !readsMemory(s.value)) control.push(s);
    else return undefined;
    if (s.op === 'set' && stores.some((store) => expressions(store).some((e) => localsIn(e).has(s.local))))
      return undefined;
  }
  const own = new Set(setIn(inner));
  const isMoved = stores.every((store) => expressions(store).every((e) => isInvariant(e, own) && !readsMemory(e)));
  return isMoved ? { control, before, stores } : undefined;
}

/** Is what an iteration reads its own, or the same for all? */
function standAlone(
  loop: Loop,
  inner: Loop,
  { control, before, body, behind }: Pick<Nest, 'control' | 'before' | 'body' | 'behind'>,
  own: ReadonlySet<string>,
): boolean {
  const steering = new Set(control.map(({ local }) => local));
  const steps = inner.step as readonly SetLocal[];
  const set = setIn(loop);
  const decides = [...steps.map(({ value }) => value), inner.test as Expression];
  const isAlike = decides.every((e) => [...localsIn(e)].every((name) => steering.has(name) || !set.has(name)));
  if (!isAlike || !steps.every(({ local }) => steering.has(local)) || meets(own, steering)) return false;
  const known = new Set<string>();
  const reads = (s: SetLocal | Store): boolean =>
    expressions(s).every((e) => [...localsIn(e)].every((name) => known.has(name) || !own.has(name)));
  const isKnown = (statements: readonly (SetLocal | Store)[]): boolean =>
    statements.every((s) => {
      const isRead = reads(s);
      if (s.op === 'set') known.add(s.local);
      return isRead;
    });
  if (!isKnown(before)) return false;
  const outside = new Set(known);
  if (!isKnown(body)) return false;
  // There may be no inner iteration.
  for (const name of known) if (!outside.has(name)) known.delete(name);
  return isKnown(behind);
}

/** Are there as many iterations left? */
export function roomFor({ counter, bound }: Nest, iterations: number): Expression {
  const count = local(counter, 'i32');
  if (bound.op === 'const' && Number(bound.value) >= iterations)
    return binary('lt_s', count, constI32(Number(bound.value) - iterations + 1));
  return select(binary('lt_s', count, bound), binary('ge_u', sub(bound, count), constI32(iterations)), constI32(0));
}

/** The outer loop's counter moved on by so many iterations. */
export const moveOn = ({ counter }: Nest, iterations: number): SetLocal => ({
  op: 'set',
  local: counter,
  value: add(local(counter, 'i32'), constI32(iterations)),
});

/** Loads of the inner loop that are the same for all iterations, where each of its own iterations begins. */
export function sharedLoads({ inner, counter, own, body }: Nest): readonly Load[] {
  const set = new Set([...own, counter]);
  for (const s of inner.body) if (s.op === 'set') set.add(s.local);
  const found: Load[] = [];
  const look = (e: Expression): void => {
    if (e.op === 'load' && isInvariant(e, set)) found.push(e);
    else (e.op === 'select' ? [e.test] : operandsOf(e)).forEach(look);
  };
  for (const { value } of body) look(value);
  return found;
}
