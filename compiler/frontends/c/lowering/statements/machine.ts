/**
 * Statements as a state machine: `for (;;) switch (state) { ... }`, for jumps that no block or loop can express.
 *
 * Takes: a list and the labels in it that are jump targets. Gives: the loop. The idea: only the statements around a
 * target are split into states (tests become conditional jumps, loops jump back); all others stay whole inside a state.
 * States are in source order and fall through, so most transitions cost nothing.
 */
import { constI32, local, not } from '../../../../ir/builders.ts';
import type { Statement } from '../../../../ir/ir.ts';
import { mapBlocksOf, visitStatements } from '../../../../ir/walk.ts';
import type { FunctionLowering } from '../function.ts';
import type { LandingNames } from '../intrinsics/setjmp.ts';
import { asJump, asMark } from './jumps.ts';

type Block = readonly Statement[];
type Arm = Extract<Statement, { op: 'switch' }>['arms'][number];

export function toMachine(
  f: FunctionLowering,
  list: Block,
  targets: ReadonlySet<string>,
  landing?: LandingNames,
): Block {
  const machine = new Machine(f, targets, landing);
  machine.addAll(list);
  return machine.finish(f, landing);
}

class Machine {
  readonly #targets: ReadonlySet<string>;
  readonly #state: string;
  readonly #loop: string;
  readonly #choice: string;
  readonly #states = new Map<string, number>();
  readonly #arms: { readonly state: number; readonly body: Statement[] }[] = [];
  /** Targets of break and continue of the split statements. */
  readonly #breaks = new Map<string, number>();
  readonly #continues = new Map<string, number>();
  #next: number;

  constructor(f: FunctionLowering, targets: ReadonlySet<string>, landing?: LandingNames) {
    this.#targets = targets;
    this.#state = landing?.site ?? f.newLocal('state', 'i32');
    this.#loop = f.label('machine');
    this.#choice = f.label('states');
    // The states behind setjmp have the numbers stored in jmp_bufs.
    for (const [index, label] of (landing?.marks ?? []).entries()) this.#states.set(label, index + 1);
    this.#next = (landing?.marks.length ?? 0) + 1;
    this.#arms.push({ state: 0, body: [] });
  }

  addAll(list: Block): void {
    for (const statement of list) this.#add(statement);
  }

  #add(statement: Statement): void {
    const mark = asMark(statement);
    if (mark && this.#targets.has(mark.label)) this.#begin(this.#stateOf(mark.label));
    else if (this.#holdsTarget(statement)) this.#takeApart(statement);
    else this.#append(...this.#redirected(statement));
  }

  #holdsTarget(statement: Statement): boolean {
    let found = false;
    visitStatements([statement], (each) => {
      const mark = asMark(each);
      found ||= mark !== undefined && this.#targets.has(mark.label);
    });
    return found;
  }

  // -------------------------------------------------------------- states

  #stateOf(label: string): number {
    let state = this.#states.get(label);
    if (state === undefined) this.#states.set(label, (state = this.#next++));
    return state;
  }

  /** Starts `state`; the preceding state falls into it. */
  #begin(state: number): void {
    this.#arms.push({ state, body: [] });
  }

  #append(...statements: Statement[]): void {
    (this.#arms.at(-1) as { body: Statement[] }).body.push(...statements);
  }

  #goTo(state: number): Statement[] {
    return [
      { op: 'set', local: this.#state, value: constI32(state) },
      { op: 'continue', label: this.#loop },
    ];
  }

  // -------------------------------------------------------------- statements

  #takeApart(statement: Statement): void {
    switch (statement.op) {
      case 'if':
        this.#takeIf(statement);
        return;
      case 'loop':
        this.#takeLoop(statement);
        return;
      case 'block': {
        const end = this.#next++;
        this.#breaks.set(statement.label, end);
        this.addAll(statement.body);
        this.#begin(end);
        return;
      }
      case 'switch':
        this.#takeSwitch(statement);
        return;
      default:
        throw new TypeError(`a jump into a ${statement.op}`);
    }
  }

  #takeIf({ test, then, otherwise, ...rest }: Statement & { op: 'if' }): void {
    const elseState = this.#next++;
    const end = otherwise.length > 0 ? this.#next++ : elseState;
    this.#append({ ...rest, test: not(test), then: this.#goTo(elseState), otherwise: [] });
    this.addAll(then);
    if (otherwise.length > 0) {
      this.#append(...this.#goTo(end));
      this.#begin(elseState);
      this.addAll(otherwise);
    }
    this.#begin(end);
  }

  #takeLoop({ label, kind, test, step, body, at }: Statement & { op: 'loop' }): void {
    const head = this.#next++;
    const next = this.#next++;
    const end = this.#next++;
    this.#breaks.set(label, end);
    this.#continues.set(label, next);
    const place = at && { at };
    this.#begin(head);
    if (kind === 'while' && test)
      this.#append({ op: 'if', test: not(test), then: this.#goTo(end), otherwise: [], ...place });
    this.addAll(body);
    this.#begin(next);
    this.addAll(step);
    if (kind === 'do' && test) this.#append({ op: 'if', test, then: this.#goTo(head), otherwise: [], ...place });
    else this.#append(...this.#goTo(head));
    this.#begin(end);
  }

  #takeSwitch({ arms, label, ...rest }: Statement & { op: 'switch' }): void {
    const states = arms.map(() => this.#next++);
    const end = this.#next++;
    this.#breaks.set(label, end);
    const jumps = arms.map((arm, index): Arm => ({ ...arm, body: this.#goTo(states[index] as number) }));
    this.#append({ ...rest, label, arms: jumps });
    this.#append(...this.#goTo(end));
    arms.forEach((arm, index) => {
      this.#begin(states[index] as number);
      this.addAll(arm.body);
    });
    this.#begin(end);
  }

  /** A statement that stays whole: its jumps to states and out of split statements become transitions. */
  #redirected(statement: Statement): Statement[] {
    const state = this.#destination(statement);
    if (state !== undefined) return this.#goTo(state);
    return [mapBlocksOf(statement, (block) => block.flatMap((each) => this.#redirected(each)))];
  }

  #destination(statement: Statement): number | undefined {
    const jump = asJump(statement);
    if (jump) return this.#targets.has(jump.label) ? this.#stateOf(jump.label) : undefined;
    if (statement.op === 'break') return this.#breaks.get(statement.label);
    return statement.op === 'continue' ? this.#continues.get(statement.label) : undefined;
  }

  // -------------------------------------------------------------- the loop

  finish(f: FunctionLowering, landing?: LandingNames): Block {
    const arms = this.#arms.map(({ state, body }): Arm => ({ values: [state], isDefault: false, body }));
    const states: Block = [
      { op: 'switch', label: this.#choice, value: local(this.#state, 'i32'), arms },
      { op: 'break', label: this.#loop },
    ];
    const loop = (body: Block): Statement => ({ op: 'loop', label: this.#loop, kind: 'while', step: [], body });
    if (!landing) return [{ op: 'set', local: this.#state, value: constI32(0) }, loop(states)];
    const { activation, site, value } = landing;
    const symbol = f.unit.libraryFunction('__pgasc_activation', { parameters: [], results: ['i32'] });
    const signature = { parameters: [], results: ['i32'] } as const;
    return [
      { op: 'call', results: [activation], callee: { symbol }, arguments: [], signature },
      loop([{ op: 'landing', label: this.#loop, activation, site, value, body: states }]),
    ];
  }
}
