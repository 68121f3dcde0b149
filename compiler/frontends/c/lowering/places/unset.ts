/**
 * Under -g: reads of uninitialized variables end the job (C99 6.3.2.1p2, 6.7.8p10: their values are indeterminate).
 *
 * Takes a function's statements, and a flag for each variable in an IR local. Gives the statements with the necessary
 * flags maintained. The one idea: definite assignment analysis; where it proves that a variable is set before each
 * read, as nearly always, nothing remains; else the flag is set with the variable, and tested before unproven reads. A
 * read in an arm of a lazy select is conditional: the check evaluates the select's test again.
 */
import { constI32, local, not, operandsOf, select } from '../../../../ir/builders.ts';
import type { Expression, Loop, Statement } from '../../../../ir/ir.ts';
import { expressionsOf, localsSetBy, mapBlocksOf, mapStatements, visitStatements } from '../../../../ir/walk.ts';

/** A variable in a local: its C name, and its flag, a local that is 1 once it is set; a declaration clears it. */
export interface Flagged {
  readonly name: string;
  readonly flag: string;
}

/** A read of a variable: unconditional, or under a condition. */
interface Read {
  readonly name: string;
  readonly when?: Expression;
}

/** Maximum nesting of arms analysed. */
const DEEPEST = 8;

/** Definitely assigned locals; undefined in unreachable code. */
type Known = ReadonlySet<string> | undefined;

/** `fail` gives the statements that end the job. */
export function checkReads(
  body: readonly Statement[],
  variables: ReadonlyMap<string, Flagged>,
  fail: (name: string) => readonly Statement[],
): { readonly body: readonly Statement[]; readonly dropped: ReadonlySet<string> } {
  if (variables.size === 0) return { body, dropped: new Set() };
  const flow = new Flow(variables);
  flow.list(body, new Set());
  const needed = new Set([...flow.unproven.values()].flat().map(({ name }) => name));
  const dropped = new Set([...variables].filter(([name]) => !needed.has(name)).map(([, { flag }]) => flag));
  const change = (list: readonly Statement[]): readonly Statement[] =>
    list.flatMap((s): readonly Statement[] => {
      if (s.op === 'set' && dropped.has(s.local)) return [];
      const before = (flow.unproven.get(s) ?? []).map((read) =>
        test(read, variables.get(read.name) as Flagged, s, fail),
      );
      const after = localsSetBy(s).flatMap((name) =>
        needed.has(name) ? [setFlag(variables.get(name) as Flagged)] : [],
      );
      const inner = mapBlocksOf(s, change);
      if (inner.op === 'loop' && inner.kind === 'do') return [withTests(inner, before), ...after];
      return [...before, inner, ...after];
    });
  return { body: change(body), dropped };
}

/** The test of a `do` comes last, as the target of `continue`. */
function withTests(loop: Loop, tests: readonly Statement[]): Loop {
  if (tests.length === 0) return loop;
  const label = `${loop.label}.test`;
  const body = mapStatements(loop.body, (s) =>
    s.op === 'continue' && s.label === loop.label ? { ...s, op: 'break', label } : s,
  );
  return { ...loop, body: [{ op: 'block', label, body }, ...tests] };
}

function test(
  { when }: Read,
  { name, flag }: Flagged,
  { at }: Statement,
  fail: (name: string) => readonly Statement[],
): Statement {
  const then = fail(name).map((s) => (at ? { ...s, at } : s));
  return { op: 'if', test: both(when, not(local(flag, 'i32'))), then, otherwise: [] };
}

/** Conjunction; the second operand is evaluated only if the first holds. */
const both = (one: Expression | undefined, other: Expression): Expression =>
  one === undefined ? other : select(one, other, constI32(0));

const setFlag = ({ flag }: Flagged): Statement => ({ op: 'set', local: flag, value: constI32(1) });

/** Definite assignment: the variables set at each statement. */
class Flow {
  /** Statements that may read uninitialized variables. */
  readonly unproven = new Map<Statement, readonly Read[]>();
  readonly #variables: ReadonlyMap<string, Flagged>;
  /** By flag: a declaration makes the variable unset. */
  readonly #declared: ReadonlyMap<string, string>;
  /** By label: the state at all jumps to its end, and to a loop's test. */
  readonly #breaks = new Map<string, Known>();
  readonly #continues = new Map<string, Known>();

  constructor(variables: ReadonlyMap<string, Flagged>) {
    this.#variables = variables;
    this.#declared = new Map([...variables].map(([name, { flag }]) => [flag, name]));
  }

  list(body: readonly Statement[], known: Known): Known {
    for (const s of body) known = this.#statement(s, known);
    return known;
  }

  #statement(s: Statement, known: Known): Known {
    if (s.op === 'loop') return this.#loop(s, known);
    this.#reads(s, known);
    switch (s.op) {
      case 'if':
        return meet(this.list(s.then, known), this.list(s.otherwise, known));
      case 'block':
        return this.#leaving(s.label, this.list(s.body, known));
      case 'landing':
        return meet(this.list(s.body, known), known);
      case 'switch': {
        let end: Known;
        for (const arm of s.arms) end = this.list(arm.body, meet(known, end));
        return this.#leaving(s.label, s.arms.some((arm) => arm.isDefault) ? end : meet(known, end));
      }
      case 'break':
        this.#breaks.set(s.label, meet(this.#breaks.get(s.label), known));
        return undefined;
      case 'continue':
        this.#continues.set(s.label, meet(this.#continues.get(s.label), known));
        return undefined;
      case 'return':
        return undefined;
      default:
        return this.#after(s, known);
    }
  }

  /** Variables declared in the loop are unset at the start of each iteration. */
  #loop(s: Loop, known: Known): Known {
    const start = without(known, this.#declaredIn(s));
    const whenDone = (end: Known): Known => {
      this.#reads(s, end);
      return s.test ? end : undefined;
    };
    if (s.kind === 'do') {
      const end = this.list(s.body, start);
      return this.#leaving(s.label, whenDone(meet(end, this.#taken(this.#continues, s.label))));
    }
    const left = whenDone(start);
    const end = this.list(s.body, start);
    this.list(s.step, meet(end, this.#taken(this.#continues, s.label)));
    return this.#leaving(s.label, left);
  }

  #leaving(label: string, end: Known): Known {
    return meet(end, this.#taken(this.#breaks, label));
  }

  #taken(jumps: Map<string, Known>, label: string): Known {
    const known = jumps.get(label);
    jumps.delete(label);
    return known;
  }

  #after(s: Statement, known: Known): Known {
    if (known === undefined) return undefined;
    const gone = s.op === 'set' ? this.#declared.get(s.local) : undefined;
    if (gone !== undefined) return without(known, new Set([gone]));
    const set = localsSetBy(s).filter((name) => this.#variables.has(name) && !known.has(name));
    return set.length === 0 ? known : new Set([...known, ...set]);
  }

  #declaredIn(loop: Loop): ReadonlySet<string> {
    const names = new Set<string>();
    visitStatements([loop], (s) => {
      const name = s.op === 'set' ? this.#declared.get(s.local) : undefined;
      if (name !== undefined) names.add(name);
    });
    return names;
  }

  #reads(s: Statement, known: Known): void {
    if (known === undefined) return;
    const always = new Set<string>();
    const reads: Read[] = [];
    const visit = (e: Expression, when: Expression | undefined, depth: number): void => {
      if (e.op === 'local' && this.#variables.has(e.name) && !known.has(e.name)) {
        if (when === undefined) always.add(e.name);
        else reads.push({ name: e.name, when });
      } else if (e.op !== 'select') for (const operand of operandsOf(e)) visit(operand, when, depth);
      else {
        visit(e.test, when, depth);
        if (depth === DEEPEST || !isAskedAgain(e.test)) return;
        visit(e.then, both(when, e.test), depth + 1);
        visit(e.otherwise, both(when, not(e.test)), depth + 1);
      }
    };
    for (const e of expressionsOf(s)) visit(e, undefined, 0);
    const found = [...[...always].map((name): Read => ({ name })), ...reads.filter(({ name }) => !always.has(name))];
    if (found.length > 0) this.unproven.set(s, found);
  }
}

/** A test that may be evaluated twice. */
function isAskedAgain(test: Expression): boolean {
  return !(test.op === 'load' && test.volatile) && operandsOf(test).every(isAskedAgain);
}

function meet(one: Known, other: Known): Known {
  if (one === undefined || one === other) return other;
  if (other === undefined) return one;
  return new Set([...one].filter((name) => other.has(name)));
}

function without(known: Known, names: ReadonlySet<string>): Known {
  if (known === undefined || names.size === 0) return known;
  return new Set([...known].filter((name) => !names.has(name)));
}
