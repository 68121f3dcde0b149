/**
 * A loop as a function of its own, that runs some iterations in each call.
 *
 * Takes: a loop and the function around it. Gives: the function, and the calls that replace the loop. One idea: the loop's live-in locals are its parameters, and it
 * returns where it went (over, goes on, or by which jump), then its live-out locals.
 */
import { add, binary, constI32, frameAddress, local, select, sub, truth } from '../../ir/builders.ts';
import type {
  Break,
  Continue,
  Function as Definition,
  Expression,
  Local,
  Loop,
  MachineType,
  Return,
  Statement,
} from '../../ir/ir.ts';
import { wantedByIterations } from '../../ir/liveness.ts';
import { mapExpression, mapExpressionsOf, mapStatements, visitExpressions, visitStatements } from '../../ir/walk.ts';
import { labelsIn, setIn } from '../analyses/counted.ts';
import { Names } from '../names.ts';

/** Calls grow to so many. */
const MOST_ITERATIONS = 2 ** 30;
/** What a call comes back with first: the loop is over, it goes on, or the number of a jump out of it from here on. */
const [OVER, GOES_ON, JUMPS] = [0, 1, 2];

/** A jump out of a loop. */
type Exit = Break | Continue | Return;

export class OutlinedLoop {
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
    const mentioned = localsOf(this.#loop);
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
    const [status, count] = [local(names.local('status'), 'i32'), local(names.local('iterations'), 'i32')];
    const returned = this.#values.map(({ type }) => local(names.local('returned', type), type));
    const label = names.label('parts');
    const body = [
      this.#call(status, count, returned),
      leave(status, OVER, { op: 'break', label }),
      ...this.#jumps(status, returned),
      { op: 'set' as const, local: count.name, value: doubled(count) },
    ];
    return [
      { op: 'set', local: count.name, value: constI32(first) },
      { op: 'loop', label, kind: 'while', step: [], body, ...(at && { at }) },
    ];
  }

  #call(status: Local, count: Local, returned: readonly Local[]): Statement {
    const { at } = this.#loop;
    const { name, parameters, results } = this.definition;
    const given = [
      ...this.#inputs.map((each) => local(each, this.#types.get(each)!)),
      ...this.#slots.map((slot) => frameAddress(slot)),
      count,
    ];
    return {
      ...{ op: 'call', callee: { symbol: name }, arguments: given, ...(at && { at }) },
      results: [status.name, ...this.#outputs, ...returned.map((each) => each.name)],
      signature: { parameters: parameters.map(({ type }) => type), results },
    };
  }

  /** The jumps out of the loop, made where it was. */
  #jumps(status: Local, returned: readonly Local[]): Statement[] {
    return this.#exits.map((exit, index) =>
      leave(status, JUMPS + index, exit.op === 'return' ? { ...exit, values: returned } : exit),
    );
  }
}

const leave = (status: Local, value: number, then: Statement): Statement => ({
  ...{ op: 'if', test: binary('eq', status, constI32(value)), then: [then], otherwise: [] },
});

const doubled = (count: Local): Expression =>
  select(binary('lt_u', count, constI32(MOST_ITERATIONS)), add(count, count), count);

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

function localsOf(loop: Loop): Set<string> {
  const names = new Set(setIn(loop));
  visitExpressions([loop], (e) => {
    if (e.op === 'local') names.add(e.name);
  });
  return names;
}
