/**
 * goto: random programs with jumps anywhere, run as they are (flattened to plain code) and restructured, must do the
 * same. Tests draw their outcome from a stream, so both runs decide alike as long as they test in the same order.
 */
import { expect, test } from 'vitest';
import { FunctionLowering } from '../../compiler/frontends/c/lowering/function.ts';
import { asJump, asMark, jump, mark } from '../../compiler/frontends/c/lowering/statements/jumps.ts';
import { restructure } from '../../compiler/frontends/c/lowering/statements/restructure.ts';
import type { UnitLowering } from '../../compiler/frontends/c/lowering/unit.ts';
import type { Expression, Statement } from '../../compiler/ir/ir.ts';

type Block = readonly Statement[];

function random(seed: number): (below: number) => number {
  let state = seed * 2654435761 + 1;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 374761393) | 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}

const CHANCE: Expression = { op: 'local', type: 'i32', name: 'chance' };

/** A program of nested statements; `labels` of them are marked somewhere, and jumped to from anywhere. */
function generate(seed: number): Block {
  const pick = random(seed);
  const labels = Array.from({ length: 1 + pick(4) }, (_, k) => `l${k}`);
  const unmarked = [...labels];
  let count = 0;
  const note = (): Statement => ({ op: 'set', local: 'trace', value: { op: 'const', type: 'i32', value: ++count } });
  const list = (depth: number, around: readonly string[]): Statement[] => {
    const statements: Statement[] = [];
    for (let k = 1 + pick(4); k > 0; k--) statements.push(...one(depth, around));
    return statements;
  };
  const one = (depth: number, around: readonly string[]): Statement[] => {
    const marks = unmarked.length > 0 && pick(3) === 0 ? [mark(unmarked.shift() as string)] : [];
    return [...marks, note(), ...inner(depth, around)];
  };
  const inner = (depth: number, around: readonly string[]): Statement[] => {
    const kind = pick(depth > 2 ? 4 : 9);
    const label = `s${++count}`;
    if (kind === 0)
      return [{ op: 'if', test: CHANCE, then: [jump(labels[pick(labels.length)] as string)], otherwise: [] }];
    if (kind === 1 && around.length > 0) {
      const out = around[pick(around.length)] as string;
      return [{ op: 'if', test: CHANCE, then: [{ op: 'break', label: out }], otherwise: [] }];
    }
    if (kind < 4) return [];
    if (kind === 4)
      return [
        { op: 'if', test: CHANCE, then: list(depth + 1, around), otherwise: pick(2) ? list(depth + 1, around) : [] },
      ];
    const body = list(depth + 1, [...around, label]);
    if (kind === 5) return [{ op: 'block', label, body }];
    if (kind === 6) return [{ op: 'loop', label, kind: 'do', test: CHANCE, step: [], body }];
    if (kind === 7) return [{ op: 'loop', label, kind: 'while', test: CHANCE, step: [note()], body }];
    const arms = [0, 1].map((value) => ({ values: [value], isDefault: false, body: value ? body : [note()] }));
    return [{ op: 'switch', label, value: CHANCE, arms }];
  };
  const body = list(0, []);
  return [...body, ...unmarked.map(mark), note()];
}

/** Trace of a run, at most `fuel` notes; `stream` decides the tests. */
class Run {
  readonly trace: number[] = [];
  readonly locals = new Map<string, number>();
  readonly #stream: (below: number) => number;

  constructor(seed: number) {
    this.#stream = random(seed + 77);
  }

  value(e: Expression): number {
    if (e.op === 'const') return Number(e.value);
    if (e.op === 'local') return e.name === 'chance' ? this.#stream(2) : (this.locals.get(e.name) ?? 0);
    if (e.op === 'unary' && e.operator === 'not') return this.value(e.operand) === 0 ? 1 : 0;
    throw new Error(`no value of ${e.op}`);
  }

  set(local: string, value: number): void {
    if (local !== 'trace') this.locals.set(local, value);
    else if (this.trace.push(value) > 200) throw this;
  }
}

// Structured programs: a signal is the label left or continued.

type Signal = { readonly op: 'break' | 'continue'; readonly label: string } | undefined;

function runBlock(run: Run, body: Block): Signal {
  for (const statement of body) {
    const signal = runStatement(run, statement);
    if (signal) return signal;
  }
  return undefined;
}

function runStatement(run: Run, s: Statement): Signal {
  switch (s.op) {
    case 'set':
      run.set(s.local, run.value(s.value));
      return undefined;
    case 'break':
    case 'continue':
      return { op: s.op, label: s.label };
    case 'if':
      return runBlock(run, run.value(s.test) ? s.then : s.otherwise);
    case 'block':
      return landed(runBlock(run, s.body), s.label);
    case 'loop':
      return runLoop(run, s);
    case 'switch': {
      const value = run.value(s.value);
      const from = s.arms.findIndex((arm) => arm.values.includes(value));
      return from < 0
        ? undefined
        : landed(
            runBlock(
              run,
              s.arms.slice(from).flatMap((arm) => arm.body),
            ),
            s.label,
          );
    }
    default:
      throw new Error(`cannot run ${s.op}`);
  }
}

function landed(signal: Signal, label: string): Signal {
  return signal?.op === 'break' && signal.label === label ? undefined : signal;
}

function runLoop(run: Run, s: Statement & { op: 'loop' }): Signal {
  for (;;) {
    if (s.kind === 'while' && s.test && !run.value(s.test)) return undefined;
    const signal = runBlock(run, s.body);
    if (signal && !(signal.op === 'continue' && signal.label === s.label)) return landed(signal, s.label);
    runBlock(run, s.step);
    if (s.kind === 'do' && s.test && !run.value(s.test)) return undefined;
  }
}

// Programs with jumps: plain code with branches.

type Code = { run?: (run: Run) => number | undefined; name?: string };

function flatten(body: Block): Code[] {
  const code: Code[] = [];
  const place = (name: string) => code.findIndex((each) => each.name === name);
  const goTo = (name: string, test?: Expression, when = true) =>
    code.push({ run: (run) => (test && (run.value(test) !== 0) !== when ? undefined : place(name)) });
  let fresh = 0;
  const each = (s: Statement): void => {
    const id = `#${++fresh}`;
    const [marked, jumped] = [asMark(s), asJump(s)];
    if (marked) code.push({ name: marked.label });
    else if (jumped) goTo(jumped.label);
    else if (s.op === 'break') goTo(`${s.label} end`);
    else if (s.op === 'set') code.push({ run: (run) => void run.set(s.local, run.value(s.value)) });
    else if (s.op === 'if') {
      goTo(`${id} else`, s.test, false);
      s.then.forEach(each);
      goTo(`${id} end`);
      code.push({ name: `${id} else` });
      s.otherwise.forEach(each);
      code.push({ name: `${id} end` });
    } else if (s.op === 'loop') {
      code.push({ name: `${id} head` });
      if (s.kind === 'while' && s.test) goTo(`${s.label} end`, s.test, false);
      s.body.forEach(each);
      s.step.forEach(each);
      goTo(`${id} head`, s.kind === 'do' ? s.test : undefined);
      code.push({ name: `${s.label} end` });
    } else if (s.op === 'block') {
      s.body.forEach(each);
      code.push({ name: `${s.label} end` });
    } else if (s.op === 'switch') {
      code.push({
        run: (run) => {
          const value = run.value(s.value);
          const arm = s.arms.findIndex((one) => one.values.includes(value));
          return place(arm < 0 ? `${s.label} end` : `${id} arm ${arm}`);
        },
      });
      s.arms.forEach((arm, index) => {
        code.push({ name: `${id} arm ${index}` });
        arm.body.forEach(each);
      });
      code.push({ name: `${s.label} end` });
    } else throw new Error(`cannot flatten ${s.op}`);
  };
  body.forEach(each);
  return code;
}

function traceOf(seed: number, go: (run: Run) => void): number[] {
  const run = new Run(seed);
  try {
    go(run);
  } catch (error) {
    if (error !== run) throw error;
  }
  return run.trace;
}

const runCode = (code: Code[]) => (run: Run) => {
  for (let at = 0; at < code.length; ) at = code[at]?.run?.(run) ?? at + 1;
};

test('restructured programs do what their jumps say', () => {
  for (let seed = 1; seed <= 600; seed++) {
    const body = generate(seed);
    const structured = restructure(new FunctionLowering(null as unknown as UnitLowering), body);
    const wanted = traceOf(seed, runCode(flatten(body)));
    const found = traceOf(seed, (run) => void runBlock(run, structured));
    expect(found, `seed ${seed}`).toEqual(wanted);
  }
});
