/**
 * What is said of each number and shape. Inputs never count as hits, and a held-out number is an input once its preset was changed after the
 * number had been seen (frozen.ts).
 */
import { type Comparison, type Figure, NotRun, type Ours, type Published, type Shape } from './figure.ts';

export type Verdict = 'input' | 'within' | 'missed' | 'shape holds' | 'shape missed' | 'not run';

export interface Judged {
  readonly name: string;
  readonly kind: Published['kind'] | 'shape';
  /** Where ours is from; not of what was not run. */
  readonly source?: Source;
  readonly verdict: Verdict;
  readonly published: string;
  readonly ours: string;
  /** ours / published - 1; of numbers. */
  readonly off?: number;
  /** The error that was expected. */
  readonly error?: Published['error'];
  /** Why it is missed or has not been run, how it was found. */
  readonly remark: string;
  /** Of a held-out number that has become an input. */
  readonly thawed?: boolean;
}

/** A program that was compiled and run on the machine, or the machine's model alone. */
export type Source = 'program' | 'model';

/** Gives the points of lines, and knows of which it did. */
export interface Used {
  readonly of: Ours;
  source(): Source;
}

/** Whether the preset is another one than when the number was seen first. */
export type Thawed = (number: string) => boolean;

export function judgeAll(figure: Figure, lines: () => Used, thawed: Thawed): Judged[] {
  return [
    ...(figure.comparisons ?? []).map((each) => judge(each, lines(), thawed)),
    ...(figure.shapes ?? []).map((each) => judgeShape(each, lines())),
    ...(figure.missing ?? []).map(({ what, why }) => notRun(what, 'shape', 'not printed', why)),
  ];
}

export function judge(comparison: Comparison, lines: Used, thawed: Thawed): Judged {
  const { name, kind, value, unit } = comparison.published;
  return orNotRun(name, kind, shown(value, unit), () => compared(comparison, lines, thawed));
}

function compared({ published, ours, by, why = published.why }: Comparison, lines: Used, thawed: Thawed): Judged {
  const { name, kind, value, unit, error } = published;
  const found = ours(lines.of);
  const off = found / value - 1;
  const isIn = isWithin(off, error);
  const isThawed = kind === 'held out' && thawed(name);
  const remarks = [
    by,
    isIn ? undefined : why,
    isThawed ? 'an input since the preset was changed after it was seen' : undefined,
  ];
  return {
    ...{ name, kind, source: lines.source() },
    verdict: kind === 'input' || isThawed ? 'input' : isIn ? 'within' : 'missed',
    ...{ published: shown(value, unit), ours: shown(found, unit), off, error },
    remark: remarks.filter((each) => each !== undefined).join('; '),
    thawed: isThawed,
  };
}

/** Whether it is off by no more than was expected. */
export function isWithin(off: number, error: Published['error']): boolean {
  return typeof error === 'number' ? Math.abs(off) <= error : off >= error[0] && off <= error[1];
}

export function judgeShape(shape: Shape, lines: Used): Judged {
  return orNotRun(shape.says, 'shape', 'shape', () => {
    const holds = shape.holds(lines.of);
    const verdict = holds ? 'shape holds' : 'shape missed';
    return {
      ...{ name: shape.says, kind: 'shape', source: lines.source(), verdict },
      ...{ published: 'shape', ours: shape.tells?.(lines.of) ?? '', remark: holds ? '' : (shape.why ?? '') },
    };
  });
}

function orNotRun(name: string, kind: Judged['kind'], published: string, act: () => Judged): Judged {
  try {
    return act();
  } catch (error) {
    if (error instanceof NotRun) return notRun(name, kind, published, error.message);
    throw error;
  }
}

const notRun = (name: string, kind: Judged['kind'], published: string, why: string): Judged => ({
  ...{ name, kind, verdict: 'not run' as const, published, ours: 'not run', remark: why },
});

const shown = (value: number, unit: string): string => `${digits(value)} ${unit}`.trim();

/** Four significant digits, or all of a whole number. */
export function digits(value: number): string {
  return Number.isInteger(value)
    ? value.toLocaleString('en')
    : Number(value.toPrecision(4)).toLocaleString('en', { maximumSignificantDigits: 4 });
}
