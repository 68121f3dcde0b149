/**
 * Parts gets and puts into their start and their completion, with as much of the program between as may be.
 *
 * Takes: relaxed gets and puts. Gives: gets started as early as their address is known and nothing before may write
 * what they read, and completed where the value is first wanted; puts completed where something may touch what they
 * wrote, where threads synchronize or where control leaves. One idea: statements are moved within their own list only,
 * so that nothing runs that did not run before, and what is begun in a list is completed in it. A loop that begins
 * puts and meets none of them again completes them behind itself.
 * (Chen, Iancu and Yelick, Communication Optimizations for Fine-Grained UPC Applications, 2005: split-phase.)
 */
import { memorySize } from '../../ir/builders.ts';
import type { Function as Definition, Expression, Get, Loop, Put, Statement } from '../../ir/ir.ts';
import { localsIn, mapBlocksOf, visitStatements } from '../../ir/walk.ts';
import { mayMeet, type Region } from '../analyses/alias.ts';
import { readsMemory, setIn } from '../analyses/counted.ts';
import { Definitions } from '../analyses/definitions.ts';
import { type Effects, effectsOf, meets } from '../analyses/effects.ts';
import { inductionsOf } from '../analyses/induction.ts';
import { lineText, objectText, type PassContext, Teller } from '../remarks.ts';
import { affine } from './affine.ts';

/** Statements that a start is moved over at most, and as many to the completion. */
const WINDOW = 32;

export function splitPhases(definition: Definition, context: PassContext): Definition {
  let lands = false;
  visitStatements(definition.body, (s) => {
    lands ||= s.op === 'landing';
  });
  if (lands) return definition;
  const splitting = new Splitting(context);
  const gets = splitting.gets(definition.body);
  const { body } = splitting.puts(gets, true);
  return body === definition.body ? definition : { ...definition, body };
}

class Splitting {
  readonly #tell: Teller;
  readonly #effects = new WeakMap<Statement, Effects>();

  constructor(context: PassContext) {
    this.#tell = new Teller('split', context);
  }

  #effectsOf(s: Statement): Effects {
    let effects = this.#effects.get(s);
    if (!effects) this.#effects.set(s, (effects = effectsOf(s)));
    return effects;
  }

  // -------------------------------------------------------------- gets

  gets(body: readonly Statement[]): readonly Statement[] {
    const list = body.map((s) => mapBlocksOf(s, (block) => this.gets(block)));
    let isSame = list.every((s, index) => s === body[index]);
    for (let index = 0; index < list.length; index++) {
      const s = list[index] as Statement;
      if (s.op !== 'get' || s.strict || s.volatile) continue;
      const from = this.#startOf(s, list, index);
      const to = this.#wantedAt(s, list, index);
      if (to - from < 2) {
        this.#tell.missed(s, () => `get of ${objectText(s.address)} not split: ${this.#reason(list, from, to)}`);
        continue;
      }
      isSame = false;
      const place = s.at && { at: s.at };
      const { local, memory, address } = s;
      this.#tell.done(
        s,
        () => `get of ${objectText(s.address)} split: ${to - from - 1} statements between start and use`,
      );
      list.splice(to, 0, { op: 'get.sync', local, ...place });
      list.splice(index, 1);
      list.splice(from, 0, { op: 'get.start', local, memory, address, ...place });
      // What was before the get has moved on by one; what was behind it has not.
    }
    return isSame ? body : list;
  }

  #reason(list: readonly Statement[], from: number, to: number): string {
    const [before, after] = [list[from - 1], list[to]];
    const behind = before ? `it depends on ${lineText(before)}` : 'nothing stands before it';
    return `${behind}, and ${after ? `${lineText(after)} wants its value` : 'nothing stands behind it'}`;
  }

  /** Index of the first statement that the get may stand before. */
  #startOf(s: Get, list: readonly Statement[], index: number): number {
    const own = this.#effectsOf(s);
    let from = index;
    while (from > 0 && index - from < WINDOW && this.#mayPass(own, list[from - 1] as Statement)) from--;
    return from;
  }

  #mayPass(get: Effects, s: Statement): boolean {
    const other = this.#effectsOf(s);
    if (other.isBarrier || meets(other.sets, get.reads)) return false;
    if (meets(other.sets, get.sets) || meets(other.reads, get.sets)) return false;
    return !other.writes.some((region) => [...get.gets, ...get.loads].some((read) => mayMeet(region, read)));
  }

  /**
   * Index of the first statement behind the get that mentions its local, may write what it reads, or that nothing may
   * be open at.
   */
  #wantedAt(s: Get, list: readonly Statement[], index: number): number {
    const name = new Set([s.local]);
    let region = regionOf(s);
    let to = index + 1;
    for (; to < list.length && to - index <= WINDOW; to++) {
      const { sets, reads, writes, isBarrier } = this.#effectsOf(list[to] as Statement);
      if (isBarrier || meets(sets, name) || meets(reads, name)) break;
      if (writes.some((written) => mayMeet(written, region))) break;
      region = aged(region, sets);
    }
    return to;
  }

  // -------------------------------------------------------------- puts

  /** The list with its puts split; what is still open at its end, which is completed there if it `closes`. */
  puts(body: readonly Statement[], closes: boolean): { body: readonly Statement[]; open: readonly Region[] } {
    const list: Statement[] = [];
    let open: Region[] = [];
    let isSame = true;
    const complete = (): void => {
      if (open.length > 0) list.push({ op: 'put.sync' });
      open = [];
    };
    body.forEach((s, index) => {
      if (s.op === 'put' && !s.strict && !s.volatile && this.#canStay(s, body, index, closes)) {
        if (this.#touches(s, open)) complete();
        list.push(startedPut(s));
        open.push(regionOf(s));
        isSame = false;
        this.#tell.done(s, () => `put of ${objectText(s.address)} split: completed later`);
        return;
      }
      if (this.#touches(s, open)) complete();
      const inner = this.#inner(s);
      isSame &&= inner.statement === s;
      list.push(inner.statement);
      open = open.map((put) => aged(put, this.#effectsOf(s).sets));
      open.push(...inner.open);
    });
    if (closes) complete();
    return isSame && list.length === body.length ? { body, open } : { body: list, open };
  }

  /** Is there anything that a put may stay open for? */
  #canStay(s: Put, body: readonly Statement[], index: number, closes: boolean): boolean {
    const next = body[index + 1];
    const region = regionOf(s);
    if (next ? !this.#touches(next, [region]) : !closes) return true;
    const why = next ? `${lineText(next)} needs it` : 'nothing stands behind it';
    this.#tell.missed(s, () => `put of ${objectText(s.address)} not split: ${why}`);
    return false;
  }

  #inner(s: Statement): { statement: Statement; open: readonly Region[] } {
    if (s.op === 'loop') return this.#loop(s);
    return { statement: mapBlocksOf(s, (block) => this.puts(block, true).body), open: [] };
  }

  /** Puts of one iteration may be open in the next where nothing in the loop can meet them, in whatever iteration. */
  #loop(s: Loop): { statement: Statement; open: readonly Region[] } {
    if (!this.#mayStayOpen(s)) return { statement: mapBlocksOf(s, (block) => this.puts(block, true).body), open: [] };
    const { body, open } = this.puts(s.body, false);
    return { statement: body === s.body ? s : { ...s, body }, open: open.map((put) => ({ ...put, isOld: true })) };
  }

  #mayStayOpen(s: Loop): boolean {
    const { isBarrier, loads, gets, writes } = this.#effectsOf(s);
    const puts = s.body.filter((inner) => inner.op === 'put' && isSpread(inner.address, memorySize(inner.memory), s));
    if (isBarrier || puts.length === 0 || puts.length !== writes.length) return false;
    const all = [...loads, ...gets, ...writes].map((region) => ({ ...region, isOld: true }));
    // Each meets itself, and must meet nothing else.
    return writes.every((put) => all.filter((other) => mayMeet(put, other)).length === 1);
  }

  /** Must what is open be complete before the statement? */
  #touches(s: Statement, open: readonly Region[]): boolean {
    if (open.length === 0) return false;
    const { isBarrier, loads, gets, writes } = this.#effectsOf(s);
    return isBarrier || [...loads, ...gets, ...writes].some((region) => open.some((put) => mayMeet(region, put)));
  }
}

function startedPut({ memory, address, value, at }: Put): Statement {
  return { op: 'put.start', memory, address, value, ...(at && { at }) };
}

/** The region once locals are set that its address may be computed from. */
const aged = (region: Region, sets: ReadonlySet<string>): Region =>
  meets(localsIn(region.address), sets) ? { ...region, isOld: true } : region;

/** What a get reads or a put writes; an address read from memory may be another when it is read again. */
function regionOf({ memory, address }: Get | Put): Region {
  return { address, size: memorySize(memory), ...(readsMemory(address) && { isOld: true }) };
}

/** Is the address another in each iteration: does it move on with a counter, the rest of it unchanged? */
function isSpread(address: Expression, size: number, s: Loop): boolean {
  const set = setIn(s);
  const index = address.op === 'element' && !localsSetIn(address.base, set) ? address.index : undefined;
  const sum = affine(index ?? address);
  const moving = [...sum.values()].filter(({ atom }) => atom && localsSetIn(atom, set));
  const [only, ...others] = moving;
  if (!only || others.length > 0 || only.atom?.op !== 'local' || readsMemory(address)) return false;
  const { name } = only.atom;
  const induction = inductionsOf(s, new Definitions()).find(({ counter }) => counter === name);
  const steps = induction?.step.op === 'const' ? Math.abs(Number(induction.step.value)) : 0;
  return steps * Math.abs(only.coefficient) >= (index ? 1 : size);
}

const localsSetIn = (e: Expression, set: ReadonlySet<string>): boolean => meets(localsIn(e), set);
