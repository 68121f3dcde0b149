/**
 * Late inlining of small library functions whose pure calls are left in loops.
 *
 * Takes: functions that later passes have nothing to move out of loops of any more. Gives: functions in which `exp(x)` in a loop is
 * what exp does: the call, its frame and the values kept over it cost a third of such a function.
 * One idea: a pure call may be made before the statement that it stands in, unless it is in an arm that may not be evaluated.
 */
import { local } from '../../ir/builders.ts';
import type { Call, Function as Definition, Expression, PureCall, Statement } from '../../ir/ir.ts';
import { mapBlocksOf, mapEach, mapExpressionsOf, mapOperands, some } from '../../ir/walk.ts';
import { sizeOf } from '../analyses/calls.ts';
import { type PassContext, Teller } from '../remarks.ts';
import { reached, type Surroundings } from './inline.ts';
import { Host, instantiate } from './inlined-body.ts';

/** By level of -O: the size of a function that is put into loops, and of one that grows by that. */
const LIMITS = [
  { callee: 0, caller: 0 },
  { callee: 0, caller: 0 },
  { callee: 200, caller: 4000 },
  { callee: 250, caller: 8000 },
] as const;

export function inlineLate(
  functions: readonly Definition[],
  surroundings: Surroundings,
  context: PassContext,
): readonly Definition[] {
  const all = new Map(functions.map((f) => [f.name, f]));
  return reached(
    functions.map((f) => new Loops(f, all, context).inlined()),
    surroundings,
  );
}

class Loops {
  readonly #host: Host;
  readonly #functions: ReadonlyMap<string, Definition>;
  readonly #limits: (typeof LIMITS)[number];
  readonly #tell: Teller;

  constructor(definition: Definition, functions: ReadonlyMap<string, Definition>, context: PassContext) {
    this.#host = new Host(definition);
    this.#functions = functions;
    this.#limits = LIMITS[context.level] as (typeof LIMITS)[number];
    this.#tell = new Teller('late-inline', context, definition.name);
  }

  inlined(): Definition {
    return this.#host.finish(this.#block(this.#host.definition.body, false));
  }

  #block(body: readonly Statement[], inLoop: boolean): readonly Statement[] {
    return mapEach(body, (s) => {
      const inner = mapBlocksOf(s, (block) => this.#block(block, inLoop || s.op === 'loop'));
      return inLoop && s.op !== 'loop' ? this.#statement(inner) : [inner];
    });
  }

  #statement(s: Statement): readonly Statement[] {
    const before: Statement[] = [];
    const rest = mapExpressionsOf(s, (e) => this.#expression(e, s, before));
    return before.length === 0 ? [s] : [...before, rest];
  }

  /** The expression without its calls; what they do goes to `before`. */
  #expression(e: Expression, s: Statement, before: Statement[]): Expression {
    if (e.op === 'select') {
      const test = this.#expression(e.test, s, before);
      return test === e.test ? e : { ...e, test };
    }
    const inner = mapOperands(e, (operand) => this.#expression(operand, s, before));
    const callee = inner.op === 'pure' ? this.#small(inner) : undefined;
    if (inner.op !== 'pure' || callee === undefined) return inner;
    const result = this.#host.local(inner.symbol, inner.type);
    const call = callOf(inner, result, s);
    this.#host.size += sizeOf(callee.body);
    this.#tell.done(call, () => `'${callee.name}' inlined, of size ${sizeOf(callee.body)}`);
    before.push(...instantiate(this.#host, call, callee));
    return local(result, inner.type);
  }

  #small({ symbol }: PureCall): Definition | undefined {
    const callee = this.#functions.get(symbol);
    if (callee === undefined || callee.frame.length > 0 || callee.inlining === 'never') return undefined;
    const size = sizeOf(callee.body);
    const fits = size <= this.#limits.callee && this.#host.size + size <= this.#limits.caller;
    return fits && !some(callee, ({ op }) => op === 'loop') ? callee : undefined;
  }
}

function callOf({ symbol, arguments: values, type }: PureCall, result: string, { at }: Statement): Call {
  const signature = { parameters: values.map((value) => value.type), results: [type] };
  return { op: 'call', results: [result], callee: { symbol }, arguments: values, signature, at };
}
