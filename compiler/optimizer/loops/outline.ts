/**
 * Loops of functions that are seldom called, as functions that are called often.
 *
 * A browser's engine compiles a module quickly and badly at first, and well later, function by function; a loop that runs goes on as it was
 * compiled, so a long one of main is slow for ever. Takes: the program's functions, after all that looks into loops. Gives: functions that
 * leave a loop after some iterations and are called again to go on with it, each time for twice as many: so a loop is on its way again
 * soon after it has been compiled well, at the cost of a few dozen calls.
 * One idea: such a loop is a function from what an iteration finds to what it leaves, and to where it went.
 */
import {
  add,
  binary,
  constI32,
  convert,
  frameAddress,
  isDroppable,
  local,
  select,
  sub,
  truth,
} from '../../ir/builders.ts';
import type {
  Break,
  Continue,
  Function as Definition,
  Expression,
  Loop,
  MachineType,
  Return,
  Statement,
} from '../../ir/ir.ts';
import { wantedBehindLoops, wantedByIterations } from '../../ir/liveness.ts';
import {
  blocksOf,
  mapBlocksOf,
  mapEach,
  mapExpression,
  mapExpressionsOf,
  mapStatements,
  someIn,
  visitExpressions,
  visitStatements,
} from '../../ir/walk.ts';
import { SERVING } from '../../options.ts';
import { calledName, callGraph, sizeOf } from '../analyses/calls.ts';
import { isInvariant, labelsIn, readsMemory, setIn } from '../analyses/counted.ts';
import type { Surroundings } from '../inline/inline.ts';
import { Names } from '../names.ts';
import { type PassContext, Teller } from '../remarks.ts';

/** The first call's iterations: of a loop in a function that is seldom called; of one in such a loop that has loops itself, or none. */
const FIRST = 1;
const FIRST_NEST = 16;
const FIRST_INNER = 1024;
/** Calls grow to so many. */
const MOST_ITERATIONS = 2 ** 30;
/** An inner loop without loops is a function only if it goes through more. */
const FEWEST_INNER = 2048;
/** A larger loop, in statements and operations, stays where it is. */
const MOST_SIZE = 6000;

/** What a call comes back with first: the loop is over, it goes on, or the number of a jump out of it from here on. */
const [OVER, GOES_ON, JUMPS] = [0, 1, 2];

export function outlineLoops(
  functions: readonly Definition[],
  { roots }: Surroundings,
  context: PassContext,
): readonly Definition[] {
  const seldom = seldomCalled(functions, roots);
  return functions.flatMap((f) => (seldom.has(f.name) ? new Outliner(f, context).run() : [f]));
}

/** Where the program starts, and what it calls outside of loops alone, or JavaScript does. */
function seldomCalled(functions: readonly Definition[], [entry, ...addressed]: readonly string[]): Set<string> {
  const all = new Map(functions.map((f) => [f.name, f]));
  const { order, recursive } = callGraph(all);
  const often = new Set([...addressed, ...recursive]);
  const callers = [...order].reverse();
  const seldom = new Set([entry!]);
  for (const name of callers) {
    const visit = (body: readonly Statement[], inLoop: boolean): void => {
      for (const s of body) {
        const callee = s.op === 'call' ? calledName(s) : undefined;
        if (callee !== undefined && inLoop) often.add(callee);
        else if (callee !== undefined && seldom.has(name)) seldom.add(callee);
        for (const block of blocksOf(s)) visit(block, inLoop || (s.op === 'loop' && s.at?.name !== SERVING));
      }
    };
    if (often.has(name)) seldom.delete(name);
    visit(all.get(name)!.body, !seldom.has(name));
  }
  for (const name of often) seldom.delete(name);
  return seldom;
}

/** A jump out of a loop. */
type Exit = Break | Continue | Return;

class Outliner {
  readonly #definition: Definition;
  readonly #tell: Teller;
  readonly #made: Definition[] = [];

  constructor(definition: Definition, context: PassContext) {
    this.#definition = definition;
    this.#tell = new Teller('outline', context, definition.name);
  }

  /** The function, and those that its loops have become. */
  run(): Definition[] {
    const host = this.#definition;
    if (someIn(host.body, (s) => s.op === 'landing')) return [host];
    const names = new Names(host);
    const body = this.#body(host, names, host.body, (loop, part) => part(loop, FIRST));
    return [names.declaredIn(host, body), ...this.#made];
  }

  /** Statements of a function with their outermost loops replaced. */
  #body(host: Definition, names: Names, body: readonly Statement[], replace: Replacement): readonly Statement[] {
    const behind = wantedBehindLoops(host);
    const part = (loop: Loop, first: number) => this.#called(host, names, loop, first, behind?.get(loop));
    const block = (statements: readonly Statement[]): readonly Statement[] =>
      mapEach(statements, (s) => {
        if (s.op !== 'loop') return [mapBlocksOf(s, block)];
        return canLeave(s) ? replace(s, part) : [s];
      });
    return block(body);
  }

  /** Calls of the function that the loop becomes. */
  #called(
    host: Definition,
    names: Names,
    loop: Loop,
    first: number,
    behind: ReadonlySet<string> | undefined,
  ): Statement[] {
    const part = new Part(host, loop, behind, `${this.#definition.name}/${this.#made.length + 1}`);
    this.#tell.done(loop, () => `the loop is a function of its own, ${part.definition.name}`);
    const index = this.#made.push(part.definition) - 1;
    this.#made[index] = this.#inner(part.definition);
    return part.calls(names, first);
  }

  /** The function of a loop, in which the loops are functions in turn where that pays. */
  #inner(host: Definition): Definition {
    const names = new Names(host);
    const inside = (body: readonly Statement[]) => this.#body(host, names, body, innerLoop);
    const body = mapEach(host.body, (s) => [s.op === 'loop' ? { ...s, body: inside(s.body) } : s]);
    return names.declaredIn(host, body);
  }
}

/** What stands in the place of a loop; `part`: calls of the function that it becomes, the first one for so many iterations. */
type Replacement = (loop: Loop, part: (loop: Loop, first: number) => readonly Statement[]) => readonly Statement[];

/** One with loops is called anew from time to time; one without if it is long, else it stays beside that. */
const innerLoop: Replacement = (loop, part) => {
  if (someIn(loop.body, (s) => s.op === 'loop')) return part(loop, FIRST_NEST);
  const isLong = longTest(loop);
  if (isLong === undefined) return [loop];
  const { at } = loop;
  return [{ op: 'if', test: isLong, then: part(loop, FIRST_INNER), otherwise: [loop], ...(at && { at }) }];
};

/** Whether a counter has far to go; it may be wrong about that. */
function longTest(loop: Loop): Expression | undefined {
  const { test, step, body } = loop;
  if (test?.op !== 'binary' || test.left.op !== 'local') return undefined;
  const { left, right } = test;
  if (loop.kind === 'do' ? !isKnownBefore(loop, right) : !isDroppable(right)) return undefined;
  const by = [...step, ...body].map((s) => strideOf(s, left.name)).find((stride) => stride !== undefined);
  if (by === undefined || (left.type !== 'i32' && left.type !== 'i64')) return undefined;
  const far = Math.abs(by) * FEWEST_INNER;
  const distance = by > 0 ? sub(right, left) : sub(left, right);
  const least: Expression = left.type === 'i32' ? constI32(far) : convert('i64', constI32(far));
  return binary('gt_s', distance, least);
}

/** A loop that is tested behind its body may set what its test needs there. */
const isKnownBefore = (loop: Loop, e: Expression): boolean =>
  isDroppable(e) && !readsMemory(e) && isInvariant(e, setIn(loop));

function strideOf(s: Statement, counter: string): number | undefined {
  if (s.op !== 'set' || s.local !== counter || s.value.op !== 'binary' || s.value.right.op !== 'const')
    return undefined;
  const { left, operator, right } = s.value;
  if (left.op !== 'local' || left.name !== counter || (operator !== 'add' && operator !== 'sub')) return undefined;
  const by = Number(right.value) * (operator === 'add' ? 1 : -1);
  return by !== 0 && Math.abs(by) < 2 ** 16 ? by : undefined;
}

/** What is between a start and a completion, and the stack of who calls, stay in one function. */
const STAYS: ReadonlySet<Statement['op']> = new Set([
  ...(['landing', 'stack.save', 'stack.allocate', 'stack.restore'] as const),
  ...(['get.start', 'get.sync', 'put.start', 'put.sync'] as const),
]);

const canLeave = (loop: Loop): boolean => !someIn([loop], (s) => STAYS.has(s.op)) && sizeOf([loop]) <= MOST_SIZE;

/** A loop as a function. */
class Part {
  readonly definition: Definition;
  readonly #loop: Loop;
  readonly #host: Definition;
  readonly #types: ReadonlyMap<string, MachineType>;
  readonly #inputs: readonly string[];
  readonly #outputs: readonly string[];
  readonly #slots: readonly string[];
  readonly #exits: readonly Exit[];
  /** What the host returns where the loop does, and else is nothing: locals that are never set. */
  readonly #values: readonly { readonly name: string; readonly type: MachineType }[];

  constructor(host: Definition, loop: Loop, behind: ReadonlySet<string> | undefined, name: string) {
    this.#host = host;
    this.#loop = loop;
    this.#types = new Map([...host.parameters, ...host.locals].map((each) => [each.name, each.type]));
    this.#exits = exitsOf(loop);
    const returned = this.#exits.some(({ op }) => op === 'return') ? host.results : [];
    const names = new Names(host);
    this.#values = returned.map((type) => ({ name: names.label('nothing'), type }));
    const again = wantedByIterations(loop);
    const isWanted = (each: string) =>
      this.#exits.length > 0 || behind === undefined || behind.has(each) || again.has(each);
    this.#outputs = [...setIn(loop)].filter(isWanted);
    this.#inputs = [...new Set([...again, ...this.#outputs])];
    this.#slots = slotsIn(loop);
    this.definition = this.#defined(name);
  }

  #defined(name: string): Definition {
    const { at } = this.#host;
    const names = new Names(this.#host);
    const left = names.label('left');
    const addresses = new Map(this.#slots.map((slot) => [slot, names.label(slot)]));
    const parameters = [
      ...this.#inputs.map((each) => ({ name: each, type: this.#types.get(each)! })),
      ...[...addresses.values(), left].map((each) => ({ name: each, type: 'i32' as const })),
    ];
    const known = new Set(this.#inputs);
    const mentioned = localsIn(this.#loop);
    return {
      ...{ name, linkage: 'internal', parameters, frame: [], inlining: 'never', ...(at && { at }) },
      results: ['i32', ...this.#outputs.map((each) => this.#types.get(each)!), ...this.#values.map(({ type }) => type)],
      locals: [
        ...[...mentioned]
          .filter((each) => !known.has(each))
          .map((each) => ({ name: each, type: this.#types.get(each)! })),
        ...this.#values,
      ],
      body: this.#body(left, addresses),
    };
  }

  /** The loop, which ends when none of its iterations are left; then the test says whether it goes on. */
  #body(left: string, addresses: ReadonlyMap<string, string>): readonly Statement[] {
    const { test, at, label } = this.#loop;
    const counter = local(left, 'i32');
    const { own: _, ...loop } = this.#loop;
    const goesOn = test === undefined ? constI32(GOES_ON) : select(test, constI32(GOES_ON), constI32(OVER));
    const whole: Statement[] = [
      {
        ...loop,
        test:
          test === undefined
            ? binary('ne', counter, constI32(0))
            : binary('and', truth(test), binary('ne', counter, constI32(0))),
        body: [{ op: 'set', local: left, value: sub(counter, constI32(1)) }, ...this.#leaving(loop.body, label)],
        step: this.#leaving(loop.step, label),
      },
      { ...this.#returned(goesOn, []), ...(at && { at }) },
    ];
    return mapStatements(whole, (s) => withAddresses(s, addresses));
  }

  /** Jumps out of the loop are returns. */
  #leaving(body: readonly Statement[], label: string): readonly Statement[] {
    const own = this.#exits;
    return mapStatements(body, (s) => {
      if (s.op === 'break' && s.label === label) return this.#returned(constI32(OVER), []);
      const index = own.findIndex((exit) => isSameExit(exit, s));
      if (index < 0) return s;
      return this.#returned(constI32(JUMPS + index), s.op === 'return' ? s.values : []);
    });
  }

  #returned(status: Expression, values: readonly Expression[]): Return {
    const outputs = this.#outputs.map((each) => local(each, this.#types.get(each)!));
    const rest = this.#values.map(({ name, type }, index) => values[index] ?? local(name, type));
    return { op: 'return', values: [status, ...outputs, ...rest] };
  }

  /** What stands in the host: calls until the loop is over. */
  calls(names: Names, first: number): Statement[] {
    const { at } = this.#loop;
    const [status, count] = [names.local('status'), names.local('iterations')];
    const values = this.#values.map(({ type }) => names.local('returned', type));
    const label = names.label('parts');
    const { name, parameters, results } = this.definition;
    const given = [
      ...this.#inputs.map((each) => local(each, this.#types.get(each)!)),
      ...this.#slots.map((slot) => frameAddress(slot)),
      local(count, 'i32'),
    ];
    const call: Statement = {
      ...{ op: 'call', callee: { symbol: name }, arguments: given, ...(at && { at }) },
      results: [status, ...this.#outputs, ...values],
      signature: { parameters: parameters.map(({ type }) => type), results },
    };
    const is = (value: number): Expression => binary('eq', local(status, 'i32'), constI32(value));
    const leave = (value: number, then: Statement): Statement => ({
      op: 'if',
      test: is(value),
      then: [then],
      otherwise: [],
    });
    const jumps = this.#exits.map((exit, index) => {
      const valued =
        exit.op === 'return' ? { ...exit, values: values.map((each, i) => local(each, this.#values[i]!.type)) } : exit;
      return leave(JUMPS + index, valued);
    });
    const more = binary('lt_u', local(count, 'i32'), constI32(MOST_ITERATIONS));
    const twice = select(more, add(local(count, 'i32'), local(count, 'i32')), local(count, 'i32'));
    const body = [
      call,
      leave(OVER, { op: 'break', label }),
      ...jumps,
      { op: 'set' as const, local: count, value: twice },
    ];
    return [
      { op: 'set', local: count, value: constI32(first) },
      { op: 'loop', label, kind: 'while', step: [], body, ...(at && { at }) },
    ];
  }
}

/** The jumps to labels outside, each once, and one for all returns. */
function exitsOf(loop: Loop): Exit[] {
  const inside = labelsIn(loop);
  const found: Exit[] = [];
  visitStatements([loop], (s) => {
    const isOut = s.op === 'return' || ((s.op === 'break' || s.op === 'continue') && !inside.has(s.label));
    if (isOut && !found.some((exit) => isSameExit(exit, s))) found.push(s);
  });
  return found;
}

const isSameExit = (exit: Exit, s: Statement): boolean =>
  exit.op === s.op && (exit.op === 'return' || exit.label === (s as Break | Continue).label);

function withAddresses(s: Statement, addresses: ReadonlyMap<string, string>): Statement {
  if (addresses.size === 0) return s;
  return mapExpressionsOf(s, (e) =>
    mapExpression(e, (inner) =>
      inner.op === 'frame' ? add(local(addresses.get(inner.slot)!, 'i32'), constI32(inner.offset)) : inner,
    ),
  );
}

function slotsIn(loop: Loop): string[] {
  const slots = new Set<string>();
  visitExpressions([loop], (e) => {
    if (e.op === 'frame') slots.add(e.slot);
  });
  return [...slots];
}

function localsIn(loop: Loop): Set<string> {
  const names = new Set(setIn(loop));
  visitExpressions([loop], (e) => {
    if (e.op === 'local') names.add(e.name);
  });
  return names;
}
