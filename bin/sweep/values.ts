/**
 * The values of a sweep, from its text: `n=64..4096`, `n=1,2,3`, `latency=1us..16us`, `rate=1GB/s,2GB/s`.
 *
 * A range doubles from its first number, and ends at or before the second.
 */
import { FLOPS, FREQUENCIES, RATES, SIZES, splitQuantity, TIMES } from '../../runtime/machines/units.ts';
import { UsageError } from '../argv.ts';

export interface Swept {
  /** `n`, or a parameter of the machine. */
  readonly name: string;
  readonly values: readonly string[];
}

/** More are a mistake in the text rather than a wish. */
const MOST = 64;
const AS =
  "give NAME=FIRST..LAST, which doubles, or NAME=VALUE,VALUE..., as in n=64..4096; NAME is n or a machine's parameter";

export function sweptBy(text: string): Swept {
  const [, name, given] = /^([\w.]+)=(.+)$/.exec(text) ?? wrong(text, 'what is to change, and to what?');
  const values = given!.includes('..') ? range(text, given!) : given!.split(',').map((value) => value.trim());
  if (values.length > MOST) wrong(text, `that is ${values.length} values; ${MOST} are the most`);
  if (values.includes('')) wrong(text, 'a value is empty');
  if (name === 'n')
    for (const value of values) if (!/^[1-9]\d*$/.test(value)) wrong(text, `'${value}' is no number of threads`);
  return { name: name!, values };
}

/** The values as numbers of the unit that the first has; words as they are. */
export function inOneUnit(values: readonly string[]): { readonly unit: string; readonly numbers: readonly string[] } {
  const split = values.map(splitQuantity);
  const unit = split[0]?.unit ?? '';
  const units = [TIMES, SIZES, RATES, FLOPS, FREQUENCIES].find((each) => Object.hasOwn(each, unit));
  if (units === undefined || split.some((each) => each === undefined)) return { unit: '', numbers: values };
  const inUnit = (each: (typeof split)[number]) => (each!.number * units[each!.unit]!) / units[unit]!;
  return { unit, numbers: split.map((each) => plain(inUnit(each))) };
}

/** Without an exponent. */
const plain = (value: number): string => value.toFixed(12).replace(/\.?0+$/, '');

function range(text: string, given: string): string[] {
  const [from, to, more] = given.split('..').map((value) => /^(\d+(?:\.\d+)?)\s*(\D*)$/.exec(value.trim()));
  if (!from || !to || more !== undefined) return wrong(text, 'a range is of two numbers');
  const [unit, least, most] = [from[2] || to[2]!, Number(from[1]), Number(to[1])];
  if (to[2] !== unit) wrong(text, `both numbers need one unit, not ${from[2]} and ${to[2]}`);
  if (!(least > 0 && most >= least)) wrong(text, 'the first number must be above zero, and not above the second');
  const values: string[] = [];
  for (let value = least; value <= most && values.length <= MOST; value *= 2) values.push(`${value}${unit}`);
  return values;
}

function wrong(text: string, what: string): never {
  throw new UsageError(`--sweep=${text}: ${what}: ${AS}`);
}
