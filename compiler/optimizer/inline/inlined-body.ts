/**
 * A function's body put in the place of a call of it.
 *
 * Takes: the caller as it grows, a call, the callee. Gives: statements that do what the call does.
 * One idea: the callee's locals, slots and labels get new names in the caller; what never changes while the body runs
 * takes a parameter's place at once. A return sets the call's results and leaves the body, where possible by standing
 * at its end: `if (c) return a; return b;` needs no jump.
 * An inlined body in a loop finds its locals as the last iteration left them, so those that it may read first are zeroed.
 */
import { isDroppable, local, neverChanges, zero } from '../../ir/builders.ts';
import { type LocalUse, localUses } from '../../ir/homes.ts';
import type { Call, Function as Definition, Expression, MachineType, Statement } from '../../ir/ir.ts';
import { mapBlocksOf, mapExpression, mapExpressionsOf, mapStatements, some, visitStatements } from '../../ir/walk.ts';
import { sizeOf } from '../analyses/calls.ts';
import { Names } from '../names.ts';
import { neverEnds } from '../simplify/control.ts';

/** A function that others are put into. */
export class Host {
  readonly definition: Definition;
  readonly #names: Names;
  readonly #frame: Definition['frame'][number][] = [];
  /** Bytes of the frame. */
  frameSize: number;
  /** Statements and operations. */
  size: number;

  constructor(definition: Definition) {
    this.definition = definition;
    this.#names = new Names(definition);
    this.frameSize = frameSizeOf(definition);
    this.size = sizeOf(definition.body);
  }

  local(base: string, type: MachineType): string {
    return this.#names.local(plain(base), type);
  }

  label(base: string): string {
    return this.#names.label(plain(base));
  }

  slot(like: Definition['frame'][number]): string {
    const name = this.#names.label(plain(like.name));
    this.#frame.push({ ...like, name });
    this.frameSize += like.size;
    return name;
  }

  /** The function with another body and what was added. */
  finish(body: readonly Statement[]): Definition {
    const { definition } = this;
    if (body === definition.body) return definition;
    return { ...this.#names.declaredIn(definition, body), frame: [...definition.frame, ...this.#frame] };
  }
}

/** A name without the number that kept it apart in another function. */
const plain = (name: string): string => name.replace(/_\d+$/, '');

/** Bytes of a function's slots. */
export const frameSizeOf = ({ frame }: Definition): number => frame.reduce((sum, { size }) => sum + size, 0);

/** The statements for the call. */
export function instantiate(host: Host, call: Call, callee: Definition): readonly Statement[] {
  const uses = localUses(callee);
  const instance = new Instance(host, call, callee);
  const parameters = instance.parameters(call, uses);
  const zeros = instance.locals(uses);
  const body = instance.rename(new Returns(call, callee).tail());
  const { label } = instance;
  const inner = jumpsTo(body, label) ? [{ op: 'block' as const, label, body, at: call.at }] : body;
  const whole = [...parameters, ...zeros, ...instance.withStack(inner)];
  return callee.at ? whole : placedAt(whole, call);
}

/** A function of the library has no places: what it does is done where it is called. */
const placedAt = (body: readonly Statement[], { at }: Call): readonly Statement[] =>
  at ? mapStatements(body, (s) => (s.at ? s : { ...s, at })) : body;

/** Label of a body before it is renamed: no label of C's has this. */
const END = ' end';

/** What a result of the call, which is the caller's local, is called in the body before that is renamed. */
const resultName = (name: string): string => `${END} ${name}`;

const jumpsTo = (body: readonly Statement[], label: string): boolean =>
  some({ body }, (s) => s.op === 'break' && s.label === label);

/** New names for everything in a body. */
class Instance {
  readonly #host: Host;
  readonly #callee: Definition;
  /** What stands for each local. */
  readonly #values = new Map<string, Expression>();
  readonly #slots = new Map<string, string>();
  readonly #labels = new Map<string, string>();
  readonly label: string;

  constructor(host: Host, call: Call, callee: Definition) {
    this.#host = host;
    this.#callee = callee;
    for (const [index, name] of call.results.entries())
      this.#values.set(resultName(name), local(name, callee.results[index] as MachineType));
    for (const slot of callee.frame) this.#slots.set(slot.name, host.slot(slot));
    this.label = host.label(callee.name);
    this.#labels.set(END, this.label);
    visitStatements(callee.body, (s) => {
      if (s.op === 'loop' || s.op === 'block' || s.op === 'switch') this.#labels.set(s.label, host.label(s.label));
    });
  }

  /** Sets the parameters that need locals of their own. */
  parameters(call: Call, uses: ReadonlyMap<string, LocalUse>): Statement[] {
    return this.#callee.parameters.flatMap(({ name, type }, index) => {
      const value = call.arguments[index] as Expression;
      const use = uses.get(name);
      const isSet = use !== undefined && use.assignments > 0;
      if (!isSet && stays(value, call)) {
        this.#values.set(name, value);
        return [];
      }
      if (!use && isDroppable(value)) return [];
      const fresh = this.#host.local(name, type);
      this.#values.set(name, local(fresh, type));
      return [{ op: 'set' as const, local: fresh, value, at: call.at }];
    });
  }

  /** Declares the others; gives what has to be zeroed. */
  locals(uses: ReadonlyMap<string, LocalUse>): Statement[] {
    return this.#callee.locals.flatMap(({ name, type }) => {
      const use = uses.get(name);
      if (!use) return [];
      const fresh = this.#host.local(name, type);
      this.#values.set(name, local(fresh, type));
      return use.origin ? [] : [{ op: 'set' as const, local: fresh, value: zero(type) }];
    });
  }

  rename(body: readonly Statement[]): readonly Statement[] {
    return body.map((s) => this.#statement(s));
  }

  #statement(s: Statement): Statement {
    const inner = mapBlocksOf(s, (block) => this.rename(block));
    return this.#names(mapExpressionsOf(inner, (e) => this.#expression(e)));
  }

  #expression(expression: Expression): Expression {
    return mapExpression(expression, (e) => {
      if (e.op === 'local') return this.#values.get(e.name) ?? e;
      if (e.op === 'frame') return { ...e, slot: this.#slots.get(e.slot) as string };
      return e;
    });
  }

  /** The statement with new names for what it sets, where it jumps and what it is called. */
  #names(s: Statement): Statement {
    switch (s.op) {
      case 'set':
      case 'get':
      case 'get.start':
      case 'get.sync':
      case 'stack.save':
      case 'stack.allocate':
      case 'stack.restore':
        return { ...s, local: this.#local(s.local) };
      case 'call':
        return { ...s, results: s.results.map((name) => this.#local(name)) };
      case 'loop':
        return {
          ...s,
          label: this.#labels.get(s.label) as string,
          ...(s.own && { own: { ...s.own, counter: this.#local(s.own.counter) } }),
        };
      case 'block':
      case 'switch':
      case 'break':
      case 'continue':
        return { ...s, label: this.#labels.get(s.label) as string };
      default:
        return s;
    }
  }

  #local(name: string): string {
    return (this.#values.get(name) as Expression & { op: 'local' }).name;
  }

  /** What the body takes from the stack is given back, as if the call returned. */
  withStack(body: readonly Statement[]): readonly Statement[] {
    if (!some({ body }, (s) => s.op === 'stack.allocate')) return body;
    const saved = this.#host.local('stack', 'i32');
    return [{ op: 'stack.save', local: saved }, ...body, { op: 'stack.restore', local: saved }];
  }
}

/** The value is the same wherever in the body it is read. */
function stays(value: Expression, { results }: Call): boolean {
  if (value.op !== 'local') return neverChanges(value);
  // The first result is set when the body is left, but then the value of the second is still to be read.
  return results.length < 2 || !results.includes(value.name);
}

/** Returns as sets of the call's results. */
class Returns {
  readonly #call: Call;
  readonly #callee: Definition;

  constructor(call: Call, callee: Definition) {
    this.#call = call;
    this.#callee = callee;
  }

  /** The body; a function that ends without a return gives zeros. */
  tail(): readonly Statement[] {
    const { body, results } = this.#callee;
    if (results.length === 0 || neverEnds(body.at(-1))) return this.#tail(body);
    return this.#tail([...body, { op: 'return', values: results.map(zero) }]);
  }

  /** Statements behind which nothing of the body comes. */
  #tail(body: readonly Statement[]): readonly Statement[] {
    const out: Statement[] = [];
    for (const [index, s] of body.entries()) {
      const rest = body.slice(index + 1);
      if (s.op === 'return') return [...out, ...this.#sets(s)];
      if (s.op === 'if' && (rest.length === 0 || leaves(s.then) || leaves(s.otherwise))) {
        const [then, otherwise] = withRest(s, rest);
        return [...out, { ...s, then: this.#tail(then), otherwise: this.#tail(otherwise) }];
      }
      if (s.op === 'block' && rest.length === 0) return [...out, { ...s, body: this.#tail(s.body) }];
      out.push(this.#inner(s));
    }
    return out;
  }

  /** A statement behind which more of the body comes. */
  #inner(s: Statement): Statement {
    return mapBlocksOf(s, (block) =>
      block.flatMap((each) =>
        each.op === 'return' ? [...this.#sets(each), { op: 'break', label: END, at: each.at }] : [this.#inner(each)],
      ),
    );
  }

  #sets({ values, at }: Statement & { op: 'return' }): Statement[] {
    return values.flatMap((value, index): Statement[] => {
      const name = this.#call.results[index];
      if (name !== undefined) return [{ op: 'set', local: resultName(name), value, at }];
      return isDroppable(value) ? [] : [{ op: 'evaluate', value, at }];
    });
  }
}

/** Ends by a return on every way. */
function leaves(body: readonly Statement[]): boolean {
  const last = body.at(-1);
  return last?.op === 'return' || (last?.op === 'if' && leaves(last.then) && leaves(last.otherwise));
}

/** The arms of an `if` with what follows it moved into those that come to it. */
function withRest(
  { then, otherwise }: Statement & { op: 'if' },
  rest: readonly Statement[],
): [readonly Statement[], readonly Statement[]] {
  const followed = (arm: readonly Statement[]) => (rest.length === 0 || leaves(arm) ? arm : [...arm, ...rest]);
  return [followed(then), followed(otherwise)];
}
