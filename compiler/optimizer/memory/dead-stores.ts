/**
 * Dead store elimination: removes stores to the frame that nothing reads, and calls whose only effect is a result that nobody uses.
 *
 * Takes: a function; from the context, what the functions it calls do. Gives: the function without stores to slots that
 * are never read, stores that are overwritten or forgotten before they are read, calls without effect, and slots that
 * are mentioned no more. One idea: read a block from its end; what is about to be overwritten, or to go with the frame,
 * need not be stored.
 */
import { isDroppable, memorySize, operandsOf } from '../../ir/builders.ts';
import { localUses } from '../../ir/homes.ts';
import type { Function as Definition, Expression, Statement } from '../../ir/ir.ts';
import { blocksOf, expressionsOf, mapBlocksOf, mapStatements, some, visitStatements } from '../../ir/walk.ts';
import { calledName } from '../analyses/calls.ts';
import { type Span, slotUses, spanOf } from '../frame/slots.ts';
import type { PassContext } from '../remarks.ts';

export function removeDeadStores(definition: Definition, context: PassContext): Definition {
  const called = withoutIdleCalls(definition, context);
  if (called.frame.length === 0 || some(called, (s) => s.op === 'landing')) return called;
  const stored = withoutOverwritten(withoutUnread(called));
  return stored === definition ? definition : withoutSlots(stored);
}

const withBody = (definition: Definition, body: readonly Statement[]): Definition =>
  body === definition.body ? definition : { ...definition, body };

// ---------------------------------------------------------------- calls

function withoutIdleCalls(definition: Definition, { effects }: PassContext): Definition {
  const isIdle = (s: Statement): boolean => {
    const of = s.op === 'call' ? effects?.(calledName(s) ?? '') : undefined;
    return of !== undefined && !of.acts && of.returns && expressionsOf(s).every(isDroppable);
  };
  if (!some(definition, isIdle)) return definition;
  const uses = localUses(definition);
  const isUnread = (name: string): boolean => uses.get(name)?.reads === 0;
  const body = mapStatements(definition.body, (s) =>
    s.op === 'call' && s.results.every(isUnread) && isIdle(s) ? [] : s,
  );
  return withBody(definition, body);
}

// ---------------------------------------------------------------- slots that are only written

function withoutUnread(definition: Definition): Definition {
  const read = new Set<string>();
  visitStatements(definition.body, (s) => {
    for (const e of readBy(s)) addSlots(e, read);
  });
  const isDead = (s: Statement): boolean => {
    const slot = writtenSlot(s);
    return slot !== undefined && !read.has(slot) && expressionsOf(s).every(isDroppable);
  };
  if (!some(definition, isDead)) return definition;
  return withBody(
    definition,
    mapStatements(definition.body, (s) => (isDead(s) ? [] : s)),
  );
}

/** The expressions of a statement, but for the sum that is the address of what it writes in a slot. */
function readBy(s: Statement): readonly Expression[] {
  if (writtenSlot(s) === undefined) return expressionsOf(s);
  const [address, ...others] = expressionsOf(s) as [Expression, ...Expression[]];
  return [...indexesIn(address), ...others];
}

/** The slot that a statement writes in and does nothing else. */
function writtenSlot(s: Statement): string | undefined {
  const address = addressOf(s);
  return address && slotIn(address);
}

function addressOf(s: Statement): Expression | undefined {
  if (s.op === 'store' && !s.volatile) return s.address;
  if (s.op === 'fill') return s.address;
  return s.op === 'copy' && s.to === 'private' && s.from === 'private' && !s.strict ? s.destination : undefined;
}

/** The slot whose address, with something added, this is. */
function slotIn(address: Expression): string | undefined {
  if (address.op === 'frame') return address.slot;
  if (address.op !== 'binary' || address.operator !== 'add') return undefined;
  return slotIn(address.left) ?? slotIn(address.right);
}

/** What is added to the slot's address. */
function indexesIn(address: Expression): readonly Expression[] {
  if (address.op !== 'binary') return [];
  const { left, right } = address;
  return slotIn(left) === undefined ? [left, ...indexesIn(right)] : [...indexesIn(left), right];
}

function addSlots(e: Expression, slots: Set<string>): void {
  if (e.op === 'frame') slots.add(e.slot);
  for (const operand of operandsOf(e)) addSlots(operand, slots);
}

// ---------------------------------------------------------------- stores that are overwritten

function withoutOverwritten(definition: Definition): Definition {
  const { escaping, mentioned } = slotUses(definition);
  const own = [...mentioned].filter((slot) => !escaping.has(slot));
  if (own.length === 0) return definition;
  return withBody(definition, new Backwards(own).block(definition.body, new Forgotten(own)));
}

/** Bytes of slots that are written before they are read again, at some point of the function. */
class Forgotten {
  readonly #whole: Set<string>;
  readonly #spans: Span[] = [];

  constructor(whole: Iterable<string> = [], spans: readonly Span[] = []) {
    this.#whole = new Set(whole);
    this.#spans.push(...spans);
  }

  copy(): Forgotten {
    return new Forgotten(this.#whole, this.#spans);
  }

  add(span: Span): void {
    if (this.#spans.length < MOST_SPANS) this.#spans.push(span);
  }

  has({ slot, offset, size }: Span): boolean {
    if (this.#whole.has(slot)) return true;
    return this.#spans.some((s) => s.slot === slot && s.offset <= offset && offset + size <= s.offset + s.size);
  }

  /** Something of the slot is read. */
  remove(slot: string): void {
    this.#whole.delete(slot);
    for (let i = this.#spans.length - 1; i >= 0; i--) if (this.#spans[i]?.slot === slot) this.#spans.splice(i, 1);
  }
}

/** No more are followed at a time. */
const MOST_SPANS = 64;

class Backwards {
  readonly #own: readonly string[];

  constructor(own: readonly string[]) {
    this.#own = own;
  }

  /** The block without stores that are forgotten; `after` holds behind it. */
  block(body: readonly Statement[], after: Forgotten): readonly Statement[] {
    let forgotten = after;
    const kept: Statement[] = [];
    for (const s of [...body].reverse()) {
      const written = writtenSpan(s);
      if (written && forgotten.has(written) && expressionsOf(s).every(isDroppable)) continue;
      const inner = this.#inside(s, forgotten);
      kept.push(inner);
      if (s.op === 'return') forgotten = new Forgotten(this.#own);
      else if (blocksOf(s).length > 0 || JUMPS.has(s.op)) forgotten = new Forgotten();
      if (written) forgotten.add(written);
      for (const slot of slotsRead(s)) forgotten.remove(slot);
    }
    const same = kept.length === body.length && kept.every((s, index) => s === body[body.length - 1 - index]);
    return same ? body : kept.reverse();
  }

  #inside(s: Statement, after: Forgotten): Statement {
    const goesOn = s.op === 'if' || s.op === 'block';
    return mapBlocksOf(s, (block) => this.block(block, goesOn ? after.copy() : new Forgotten()));
  }
}

const JUMPS: ReadonlySet<Statement['op']> = new Set(['break', 'continue']);

function writtenSpan(s: Statement): Span | undefined {
  const address = addressOf(s);
  if (!address) return undefined;
  if (s.op === 'fill' || s.op === 'copy') return spanOf(address, s.size);
  if (s.op !== 'store' || address.op !== 'frame') return undefined;
  return { slot: address.slot, offset: address.offset, size: memorySize(s.memory) };
}

/** Slots that the statement's own expressions read; the one that it writes at a constant offset is not. */
function slotsRead(s: Statement): ReadonlySet<string> {
  const slots = new Set<string>();
  for (const e of readBy(s)) addSlots(e, slots);
  return slots;
}

// ---------------------------------------------------------------- slots

function withoutSlots(definition: Definition): Definition {
  const { mentioned } = slotUses(definition);
  const frame = definition.frame.filter(({ name }) => mentioned.has(name));
  return frame.length === definition.frame.length ? definition : { ...definition, frame };
}
