/**
 * Gathers charges: what is charged in a loop is charged once beside it, and neighbours are one.
 *
 * Takes: a function. Gives: one that is charged the same at whatever can tell (segments.ts). Three steps: an iteration's charges are multiplied by the
 * trip count where that is known; others in a loop that nothing in it can tell of are counted in a local, and multiplied by it behind the loop; charges
 * of a segment are added up. After the first, other passes see loops as they are without -simulate. The second comes when nothing can
 * make a trip count known any more.
 */
import { add, binary, constF64, isDroppable, local } from '../../ir/builders.ts';
import type { Charge, Function as Definition, Expression, Loop, Statement } from '../../ir/ir.ts';
import { mapBlocksOf, mapInnerFirst, mapStatements, some } from '../../ir/walk.ts';
import { isInvariant, readsMemory, setIn } from '../analyses/counted.ts';
import { Names } from '../names.ts';
import { charged, plus } from './amounts.ts';
import { endsSegment, leaves, tells } from './segments.ts';
import { tripsOf } from './trips.ts';

/** By trip counts that are known. */
export function gatherCharges(definition: Definition): Definition {
  if (!isCharged(definition.body)) return definition;
  const body = mapInnerFirst(definition.body, (s, before) => (s.op === 'loop' ? multiplied(s, before) : [s]));
  return { ...definition, body: addedUp(body) };
}

/** By all means. */
export function gatherAllCharges(definition: Definition): Definition {
  if (!isCharged(definition.body)) return definition;
  const names = new Names(definition);
  const body = mapInnerFirst(definition.body, (s, before) =>
    s.op === 'loop'
      ? multiplied(s, before).flatMap((each) => (each.op === 'loop' ? counted(each, names) : [each]))
      : [s],
  );
  return names.declaredIn(definition, addedUp(body));
}

const isCharged = (body: readonly Statement[]): boolean => some({ body }, ({ op }) => op === 'charge');

/** Whether nobody can tell when the loop's charges are made, as long as it is before what is behind the loop. */
const isSilent = (loop: Loop): boolean => !tells(loop) && !leaves([loop], []);

// ---------------------------------------------------------------- multiplied

/** The loop without what each of its iterations is charged, and that. */
function multiplied(loop: Loop, before: readonly Statement[]): readonly Statement[] {
  const places = loop.body.findIndex((s) => leaves([s], []));
  const each = places < 0 ? loop.body : loop.body.slice(0, places);
  const set = setIn(loop);
  const moved = each.filter((s): s is Charge => s.op === 'charge' && isTheSame(s.times, set));
  const leavesEarly = some({ body: loop.body }, (s) => s.op === 'break' && s.label === loop.label);
  if (moved.length === 0 || leavesEarly || !isSilent(loop)) return [loop];
  const trips = tripsOf(loop, before);
  if (!trips) return [loop];
  const rest = { ...loop, body: loop.body.filter((s) => !moved.includes(s as Charge)) };
  const charges = moved.flatMap(({ amounts, times }) => charged(amounts, times ? binary('mul', times, trips) : trips));
  // Behind the loop they stand in no pass's way, but its counter is another then.
  return isInvariant(trips, set) ? [rest, ...charges] : [...charges, rest];
}

const isTheSame = (times: Expression | undefined, set: ReadonlySet<string>): boolean =>
  times === undefined || (isInvariant(times, set) && !readsMemory(times) && isDroppable(times));

// ---------------------------------------------------------------- counted

/** The loop with counts in the place of charges, which stand behind it. */
function counted(loop: Loop, names: Names): readonly Statement[] {
  if (!isCharged([loop]) || !isSilent(loop)) return [loop];
  const [before, behind]: [Statement[], Statement[]] = [[], []];
  const [inLoop] = mapStatements([loop], (s) => {
    if (s.op !== 'charge') return s;
    const count = local(names.local('charged', 'f64'), 'f64');
    before.push({ op: 'set', local: count.name, value: constF64(0) });
    behind.push(...charged(s.amounts, count));
    return { op: 'set', local: count.name, value: add(count, s.times ?? constF64(1)) };
  });
  return [...before, inLoop as Loop, ...behind];
}

// ---------------------------------------------------------------- added up

/** Charges of a segment in one. */
function addedUp(body: readonly Statement[]): readonly Statement[] {
  const result: Statement[] = [];
  let place: number | undefined;
  for (const s of body) {
    const first = place === undefined ? undefined : (result[place] as Charge);
    if (s.op === 'charge' && !s.times) {
      if (first && place !== undefined) result[place] = { ...first, amounts: plus(first.amounts, s.amounts) };
      else place = result.push(s) - 1;
      continue;
    }
    result.push(mapBlocksOf(s, addedUp));
    if (endsSegment(s)) place = undefined;
  }
  return result;
}
