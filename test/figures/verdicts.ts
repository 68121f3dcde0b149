/**
 * What is said of each number and shape. Inputs never count as hits, and a held-out number is an input once its preset was changed after the
 * number had been seen (frozen.ts).
 */
import { type Comparison, type Figure, NotRun, type Ours, type Shape } from './figure.ts';

export type Verdict = 'input' | 'within' | 'missed' | 'shape holds' | 'shape missed' | 'not run';

export interface Judged {
  readonly name: string;
  readonly verdict: Verdict;
  readonly published: string;
  readonly ours: string;
  /** ours / published - 1; of numbers. */
  readonly off?: number;
  /** The error that was expected. */
  readonly error?: number;
  /** Why it is missed or has not been run, how it was found. */
  readonly remark: string;
  /** Of a held-out number that has become an input. */
  readonly thawed?: boolean;
}

/** Whether the preset is another one than when the number was seen first. */
export type Thawed = (number: string) => boolean;

export function judgeAll(figure: Figure, ours: Ours, thawed: Thawed): Judged[] {
  return [
    ...(figure.comparisons ?? []).map((each) => judge(each, ours, thawed)),
    ...(figure.shapes ?? []).map((each) => judgeShape(each, ours)),
    ...(figure.missing ?? []).map(({ what, why }) => notRun(what, 'not printed', why)),
  ];
}

export function judge({ published, ours, by, why = published.why }: Comparison, of: Ours, thawed: Thawed): Judged {
  const { name, kind, value, unit, error } = published;
  const shown = `${digits(value)} ${unit}`.trim();
  return orNotRun(name, shown, () => {
    const found = ours(of);
    const off = found / value - 1;
    const isIn = Math.abs(off) <= error;
    const isThawed = kind === 'held out' && thawed(name);
    const verdict = kind === 'input' || isThawed ? 'input' : isIn ? 'within' : 'missed';
    const remarks = [
      by,
      isIn ? undefined : why,
      isThawed ? 'an input since the preset was changed after it was seen' : undefined,
    ];
    const remark = remarks.filter((each) => each !== undefined).join('; ');
    return {
      name,
      verdict,
      published: shown,
      ours: `${digits(found)} ${unit}`.trim(),
      off,
      error,
      remark,
      thawed: isThawed,
    };
  });
}

export function judgeShape(shape: Shape, of: Ours): Judged {
  return orNotRun(shape.says, 'shape', () => {
    const holds = shape.holds(of);
    const verdict = holds ? 'shape holds' : 'shape missed';
    return {
      name: shape.says,
      verdict,
      published: 'shape',
      ours: shape.tells?.(of) ?? '',
      remark: holds ? '' : (shape.why ?? ''),
    };
  });
}

function orNotRun(name: string, published: string, act: () => Judged): Judged {
  try {
    return act();
  } catch (error) {
    if (error instanceof NotRun) return notRun(name, published, error.message);
    throw error;
  }
}

const notRun = (name: string, published: string, why: string): Judged => ({
  ...{ name, verdict: 'not run' as const, published, ours: 'not run', remark: why },
});

/** Four significant digits, or all of a whole number. */
export function digits(value: number): string {
  return Number.isInteger(value)
    ? value.toLocaleString('en')
    : Number(value.toPrecision(4)).toLocaleString('en', { maximumSignificantDigits: 4 });
}
