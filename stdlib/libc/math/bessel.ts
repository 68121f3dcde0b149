/**
 * Bessel functions j0, j1, jn, y0, y1, yn. (POSIX; Abramowitz and Stegun, chapter 9)
 * Up to x = 25 the power series (9.1.10-13) summed in pairs of doubles, so that its cancellation costs nothing; beyond
 * it Hankel's asymptotic series (9.2.5-10). Other orders by recurrence: upwards where that is stable, else downwards
 * (Miller). Errors are an ulp or two of the function's amplitude sqrt(2 / (pi x)).
 */
import { addPairs, dividePairs, low, multiplyPairs, twoProduct } from './error-free.ts';
import { exponentOf, scalbn } from './representation.ts';

const SERIES_LIMIT = 25;
/** Constants as pairs of doubles. */
const EULER = [0.5772156649015329, -4.942915152430645e-18] as const;
const LN_2 = [Math.LN2, 2.3190468138462996e-17] as const;
const TWO_OVER_PI = [0.6366197723675814, -3.935735335036497e-17] as const;
const QUARTER_PI = [0.7853981633974483, 3.061616997868383e-17] as const;
const THREE_QUARTERS_PI = [2.356194490192345, 9.184850993605148e-17] as const;
const NEGLIGIBLE = 2 ** -110;

/** The series of J and of the logarithm-free part of Y, for order 0 or 1. */
interface Series {
  /** Sum of (-x^2/4)^k / (k! (k + order)!) */
  readonly regular: Sum;
  /** The same with each term times H(k) + H(k + order), H the harmonic numbers. */
  readonly harmonic: Sum;
}

/** A pair of doubles that is added to. */
class Sum {
  high = 0;
  rest = 0;

  add(high: number, rest: number): void {
    this.high = addPairs(this.high, this.rest, high, rest);
    this.rest = low;
  }
}

function series(order: 0 | 1, x: number): Series {
  const quarter = -twoProduct(x, x) / 4;
  const quarterLow = -low / 4;
  const regular = new Sum();
  const harmonic = new Sum();
  const weight = new Sum();
  let [term, termLow] = [1, 0];
  if (order === 1) weight.add(1, 0);
  for (let k = 0; Math.abs(term) > NEGLIGIBLE || k * k < x; k++) {
    regular.add(term, termLow);
    const weighted = multiplyPairs(term, termLow, weight.high, weight.rest);
    harmonic.add(weighted, low);
    addReciprocal(weight, k + 1);
    addReciprocal(weight, k + 1 + order);
    term = multiplyPairs(term, termLow, quarter, quarterLow);
    term = dividePairs(term, low, (k + 1) * (k + 1 + order), 0);
    termLow = low;
  }
  return { regular, harmonic };
}

function addReciprocal(sum: Sum, n: number): void {
  const reciprocal = dividePairs(1, 0, n, 0);
  sum.add(reciprocal, low);
}

/** J and Y of order 0 or 1 for large x. */
function asymptotic(order: 0 | 1, x: number): { readonly j: number; readonly y: number } {
  const [p, q] = hankel(4 * order * order, x);
  const [cosine, sine] = phase(order === 0 ? QUARTER_PI : THREE_QUARTERS_PI, x);
  return {
    j: withAmplitude(x, cosine + (p * cosine - q * sine)),
    y: withAmplitude(x, sine + (p * sine + q * cosine)),
  };
}

/** value sqrt(2 / (pi x)), the root being a pair. */
function withAmplitude(x: number, value: number): number {
  const square = dividePairs(TWO_OVER_PI[0], TWO_OVER_PI[1], x, 0);
  const squareLow = low;
  const root = Math.sqrt(square);
  const rest = (square - twoProduct(root, root) - low + squareLow) / (2 * root);
  return value * root + value * rest;
}

/** P - 1 and Q of 9.2.9-10, mu = 4 order^2, each term while it counts. */
function hankel(mu: number, x: number): [p: number, q: number] {
  const sums: [number, number] = [0, 0];
  let term = 1;
  for (let k = 1; k < 60 && Math.abs(term) > 2 ** -60; k++) {
    term *= (mu - (2 * k - 1) ** 2) / (k * 8 * x);
    sums[k & 1]! += (k & 2) === 0 ? term : -term;
  }
  return sums;
}

/** Cosine and sine of x - shift, the difference being a pair; where the low part is no longer small, by addition. */
function phase(shift: readonly [high: number, low: number], x: number): [cosine: number, sine: number] {
  if (x > 2 ** 26) {
    const [c, s] = [Math.cos(shift[0]), Math.sin(shift[0])];
    return [Math.cos(x) * c + Math.sin(x) * s, Math.sin(x) * c - Math.cos(x) * s];
  }
  const angle = addPairs(x, 0, -shift[0], -shift[1]);
  const rest = low;
  const cosine = Math.cos(angle);
  const sine = Math.sin(angle);
  return [cosine - rest * sine, sine + rest * cosine];
}

export function j0(x: number): number {
  const size = Math.abs(x);
  if (Number.isNaN(x)) return x;
  if (size <= SERIES_LIMIT) return series(0, size).regular.high;
  return size === Number.POSITIVE_INFINITY ? 0 : asymptotic(0, size).j;
}

export function j1(x: number): number {
  const size = Math.abs(x);
  if (Number.isNaN(x)) return x;
  if (size <= SERIES_LIMIT) return (x / 2) * series(1, size).regular.high;
  const value = size === Number.POSITIVE_INFINITY ? 0 : asymptotic(1, size).j;
  return x < 0 ? -value : value;
}

/** Value of every Y at 0 and below; undefined for x above 0. */
function singular(x: number): number | undefined {
  if (Number.isNaN(x)) return x;
  if (x > 0) return undefined;
  return x === 0 ? Number.NEGATIVE_INFINITY : Number.NaN;
}

/** (ln(x/2) + gamma) J - H / 2, the common part of Y, J and H being the sums of the series. */
function logarithmicPart(x: number, { regular, harmonic }: Series): Sum {
  const exponent = exponentOf(x * Math.SQRT1_2);
  const logarithm = new Sum();
  const whole = twoProduct(exponent, LN_2[0]);
  logarithm.add(whole, low + exponent * LN_2[1]);
  logarithm.add(Math.log(scalbn(x, -exponent) / 2), 0);
  logarithm.add(EULER[0], EULER[1]);
  const part = new Sum();
  const product = multiplyPairs(logarithm.high, logarithm.rest, regular.high, regular.rest);
  part.add(product, low);
  part.add(-harmonic.high / 2, -harmonic.rest / 2);
  return part;
}

export function y0(x: number): number {
  const special = singular(x);
  if (special !== undefined) return special;
  if (x === Number.POSITIVE_INFINITY) return 0;
  if (x > SERIES_LIMIT) return asymptotic(0, x).y;
  return (2 / Math.PI) * logarithmicPart(x, series(0, x)).high;
}

export function y1(x: number): number {
  const special = singular(x);
  if (special !== undefined) return special;
  if (x === Number.POSITIVE_INFINITY) return 0;
  if (x > SERIES_LIMIT) return asymptotic(1, x).y;
  const part = logarithmicPart(x, series(1, x));
  const scaled = multiplyPairs(part.high, part.rest, x / 2, 0);
  const scaledLow = low;
  const pole = dividePairs(-1, 0, x, 0);
  return (2 / Math.PI) * addPairs(pole, low, scaled, scaledLow);
}

export function jn(n: number, x: number): number {
  if (n < 0) return jn(-n, -x);
  if (n === 0) return j0(x);
  if (n === 1) return j1(x);
  if (x === 0 || Number.isNaN(x)) return x;
  const size = Math.abs(x);
  const value =
    size === Number.POSITIVE_INFINITY ? 0 : n <= size ? upwards(n, size, j0(size), j1(size)) : downwards(n, size);
  return x < 0 && n % 2 !== 0 ? -value : value;
}

/** f(n + 1) = 2n/x f(n) - f(n - 1), for both J and Y. */
function upwards(n: number, x: number, first: number, second: number): number {
  let [before, value] = [first, second];
  for (let k = 1; k < n && Number.isFinite(value); k++) [before, value] = [value, ((2 * k) / x) * value - before];
  return value;
}

/** From an order so high that its value does not count, scaled by the larger of j0 and j1. */
function downwards(n: number, x: number): number {
  if (x < 1e-4) return smallArgument(n, x);
  let [above, value, wanted] = [0, 1e-290, 0];
  for (let k = startingOrder(n, x); k > 0; k--) {
    if (k === n) wanted = value;
    [above, value] = [value, ((2 * k) / x) * value - above];
    if (Math.abs(value) > 1e250) [above, value, wanted] = [above * 1e-250, value * 1e-250, wanted * 1e-250];
  }
  const zero = j0(x);
  const one = j1(x);
  return Math.abs(zero) > Math.abs(one) ? (wanted / value) * zero : (wanted / above) * one;
}

/** An order above n at which the recurrence has grown by 2^60 and more. */
function startingOrder(n: number, x: number): number {
  let [before, value] = [0, 1];
  let order = Math.max(n, Math.ceil(x));
  for (; Math.abs(value) < 2 ** 60; order++) [before, value] = [value, ((2 * order) / x) * value - before];
  return order + 1;
}

/** (x/2)^n / n! (1 - (x/2)^2 / (n + 1)) */
function smallArgument(n: number, x: number): number {
  let value = 1;
  for (let k = 1; k <= n && value !== 0; k++) value *= x / 2 / k;
  return value * (1 - (x * x) / 4 / (n + 1));
}

export function yn(n: number, x: number): number {
  const sign = n < 0 && n % 2 !== 0 ? -1 : 1;
  const order = Math.abs(n);
  const special = singular(x);
  if (special !== undefined) return special;
  if (order === 0) return y0(x);
  return sign * (x === Number.POSITIVE_INFINITY ? 0 : upwards(order, x, y0(x), y1(x)));
}
