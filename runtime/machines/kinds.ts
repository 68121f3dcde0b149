/**
 * Kinds of parameters: how a value is written in a preset and in an override, what it must be, and how it is shown.
 *
 * One idea: a kind turns what was written into a value in base units, or throws a `Wrong` that says what to write.
 */
import type { Picoseconds } from './time.ts';
import { FLOPS, FREQUENCIES, inUnitsOf, RATES, SIZES, splitQuantity, TIMES, type Units } from './units.ts';

/** The value is wrong; the text says why and what to do. Who reads adds file and key. */
export class Wrong extends Error {}

export interface Kind<T> {
  /** Names of units, where the parameter has one. */
  readonly units?: Units;
  /** The value of a preset's "value" and "unit". */
  fromFile(value: unknown, unit: string | undefined): T;
  /** The value behind the = of an override. */
  fromText(text: string): T;
  show(value: T): string;
}

/** Rates of copying by size: up to so many bytes, so many bytes a second; the last is for all that is larger. */
export interface SizeClass {
  readonly upTo: number;
  readonly rate: number;
}

export const time = (least: string, most: string): Kind<Picoseconds> => quantity(TIMES, least, most);
export const rate = (least: string, most: string): Kind<number> => quantity(RATES, least, most);
export const flops = (least: string, most: string): Kind<number> => quantity(FLOPS, least, most);
export const frequency = (least: string, most: string): Kind<number> => quantity(FREQUENCIES, least, most);
export const size = (least: string, most: string): Kind<number> => quantity(SIZES, least, most);

/** A number with a unit, between two that are written as overrides are. */
function quantity(units: Units, least: string, most: string): Kind<number> {
  const unlimited = (text: string) => inBase(units, splitQuantity(text)!);
  const checked = (written: { number: number; unit: string }, text: string): number => {
    const value = inBase(units, written);
    if (!(value >= unlimited(least) && value <= unlimited(most)))
      throw new Wrong(`${text} is out of range: give ${least} to ${most}`);
    return units === TIMES ? Math.round(value) : value;
  };
  return {
    units,
    fromFile: (value, unit = '') => checked({ number: numberIn(value), unit }, `${value} ${unit}`),
    fromText: (text) => checked(splitQuantity(text) ?? noNumber(text, namesOf(units)), text),
    show: (value) => inUnitsOf(units, value),
  };
}

function inBase(units: Units, { number, unit }: { number: number; unit: string }): number {
  const factor = Object.hasOwn(units, unit) ? units[unit] : undefined;
  if (factor === undefined && unit === '') throw new Wrong(`${number} has no unit: give one of ${namesOf(units)}`);
  if (factor === undefined) throw new Wrong(`the unit '${unit}' does not do here: give one of ${namesOf(units)}`);
  return number * factor;
}

/** An integer without a unit. */
export function count(least: number, most: number): Kind<number> {
  return plain(least, most, (value) => Number.isInteger(value), 'an integer');
}

/** A number without a unit. */
export function ratio(least: number, most: number): Kind<number> {
  return plain(least, most, () => true, 'a number');
}

function plain(least: number, most: number, holds: (value: number) => boolean, what: string): Kind<number> {
  const checked = (value: number): number => {
    if (!(holds(value) && value >= least && value <= most))
      throw new Wrong(`${value} is out of range: give ${what} of ${least} to ${most}`);
    return value;
  };
  return {
    fromFile: (value, unit) => checked(numberIn(unitless(value, unit))),
    fromText: (text) => checked(text.trim() === '' || Number.isNaN(Number(text)) ? noNumber(text) : Number(text)),
    show: String,
  };
}

/** One of some words. */
export function choice<const T extends string>(...words: readonly T[]): Kind<T> {
  const checked = (value: unknown): T => {
    const word = words.find((each) => each === value);
    if (word === undefined) throw new Wrong(`${JSON.stringify(value)} is none of ${words.join(', ')}`);
    return word;
  };
  return { fromFile: (value, unit) => checked(unitless(value, unit)), fromText: checked, show: String };
}

/** Shapes of a torus, the smallest first: ["2x2x4", "4x4x4"]; an override gives one. */
export function shapes(): Kind<readonly (readonly number[])[]> {
  const shape = (text: unknown): number[] => {
    const lengths = String(text).split('x').map(Number);
    if (!lengths.every((length) => Number.isInteger(length) && length >= 1 && length <= 1024))
      throw new Wrong(`'${text}' is no shape: give the lengths of its dimensions as in 4x4x4x4x2`);
    return lengths;
  };
  const list = (value: unknown): number[][] => {
    if (!Array.isArray(value) || value.length === 0)
      throw new Wrong(`${JSON.stringify(value)} is no list of shapes: give one as in ["2x2x2", "4x4x4"]`);
    const all = value.map(shape);
    if (new Set(all.map(({ length }) => length)).size > 1)
      throw new Wrong(`${value.join(' ')}: the shapes must have as many dimensions as each other`);
    return all.sort((a, b) => nodesOf(a) - nodesOf(b));
  };
  return {
    fromFile: (value, unit) => list(unitless(value, unit)),
    fromText: (text) => [shape(text)],
    show: (all) => all.map((lengths) => lengths.join('x')).join(' '),
  };
}

export const nodesOf = (shape: readonly number[]): number => shape.reduce((product, length) => product * length, 1);

/** {"32KiB": 8, "more": 2} in a unit of rates; an override gives one rate for all sizes. */
export function sizeClasses(): Kind<readonly SizeClass[]> {
  const one = rate('1 MB/s', '10000 GB/s');
  const bound = size('1 B', '1024 GiB');
  const classOf = (key: string, value: unknown, unit: string | undefined): SizeClass => ({
    upTo: key === 'more' ? Number.POSITIVE_INFINITY : bound.fromText(key),
    rate: one.fromFile(value, unit),
  });
  return {
    units: RATES,
    fromFile: (value, unit) => {
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      if (!isObject || !Object.hasOwn(value, 'more'))
        throw new Wrong(`${JSON.stringify(value)}: give rates by size, the last as "more": {"32KiB": 8, "more": 2}`);
      return Object.entries(value)
        .map(([key, each]) => classOf(key, each, unit))
        .sort((a, b) => a.upTo - b.upTo);
    },
    fromText: (text) => [{ upTo: Number.POSITIVE_INFINITY, rate: one.fromText(text) }],
    show: (classes) => classes.map(shownClass).join(', '),
  };
}

function shownClass({ upTo, rate: perSecond }: SizeClass): string {
  const shown = inUnitsOf(RATES, perSecond);
  return upTo === Number.POSITIVE_INFINITY ? `${shown} above` : `${shown} to ${inUnitsOf(SIZES, upTo)}`;
}

const namesOf = (units: Units): string => Object.keys(units).join(', ');

function numberIn(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) noNumber(JSON.stringify(value));
  return value as number;
}

function unitless(value: unknown, unit: string | undefined): unknown {
  if (unit !== undefined) throw new Wrong(`it has no unit: leave "unit": "${unit}" out`);
  return value;
}

function noNumber(text: string | undefined, units?: string): never {
  const hint = units === undefined ? 'give a number' : `give a number and one of ${units}, as in 2us`;
  throw new Wrong(`${text} is no number: ${hint.replace('2us', `2${units?.split(', ')[1]}`)}`);
}
