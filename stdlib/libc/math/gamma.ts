/**
 * tgamma and lgamma. (C99 7.12.8.3-4)
 * tgamma goes from 2 + t, |t| <= 1/2, up or down by the recurrence x gamma(x) = gamma(x + 1), the product being a pair
 * of doubles: so factorials are exact and one rounding remains. lgamma is a fit near 1 and 2, where it vanishes, the
 * logarithm of such a product in between, Stirling's series from 24 on, and the logarithm of tgamma or the reflection
 * formula below 0. The fits interpolate at Chebyshev points and were computed with 80 digits.
 */
import { dividePairs, low, multiplyPairs, quickTwoSum, twoSum } from './error-free.ts';
import { polynomial } from './polynomial.ts';
import { scalbn, signbit } from './representation.ts';

/** (gamma(2 + t) - 1) / t */
const GAMMA_AT_2 = [
  0.42278433509846713, 0.4118403304264397, 0.08157691924708628, 0.0742490107535139, -0.0002669820687465048,
  0.011154045718131736, -0.002852645821062589, 0.0021039333406510114, -0.0009195738417827377, 0.0004903884523009933,
  -0.00024094138093676038, 0.00012167377908799694, -6.079352487679263e-5, 3.0453873825869107e-5, -1.5230257414126883e-5,
  7.619440417064507e-6, -3.83415775529414e-6, 1.9175155193864375e-6, -8.897039850770277e-7, 4.4489925563318547e-7,
  -3.390056123785759e-7, 1.6950899772494006e-7,
];
/** lgamma(2 + t) / t */
const LOGARITHM_AT_2 = [
  0.42278433509846713, 0.3224670334241132, -0.06735230105319809, 0.020580808427784546, -0.0073855510286741114,
  0.0028905103307415836, -0.0011927539116954181, 0.0005096695247392805, -0.00022315475870367355, 9.945751290176889e-5,
  -4.492623209360517e-5, 2.05072105479096e-5, -9.439541921024715e-6, 4.374892520636031e-6, -2.0388192484564222e-6,
  9.549510392959532e-7, -4.511181191016309e-7, 2.129692727315228e-7, -9.501416425423385e-8, 4.509983567521808e-8,
  -3.1314285360886705e-8, 1.4963573191192003e-8,
];
/** lgamma(1 + t) / t */
const LOGARITHM_AT_1 = [
  -0.5772156649015329, 0.8224670334241132, -0.4006856343865307, 0.27058080842778387, -0.2073855510288846,
  0.16955717699761294, -0.1440498967441441, 0.1255096695007263, -0.11133426738296036, 0.10009945898417442,
  -0.09095396147817056, 0.08335378642428555, -0.07693384797749431, 0.07143424085913012, -0.0666469660070385,
  0.06247981994150854, -0.059073275414740396, 0.055798122160668526, -0.05059570584998663, 0.048020858519722875,
  -0.059467630506988924, 0.056971969494995923, 0.004945338328244218, -0.005399712296235696, -0.17396451715070047,
  0.1686556126817108, 0.19472176853583203, -0.18947756655876552, -0.24025245552681862, 0.2331921266866054,
];
/** The least value of lgamma for positive numbers, where it is, and (lgamma(MINIMUM_AT + s) - MINIMUM) / s. */
const MINIMUM_AT = 1.4616321449683622;
const MINIMUM = -0.12148629053584961;
const LOGARITHM_AT_MINIMUM = [
  -9.241265509299845e-17, 0.4838361227238106, -0.14758772299453074, 0.06462494023891277, -0.03278854108848132,
  0.017970675115210402, -0.010314223036636476, 0.0061005360205178445, -0.003684569608305211, 0.0022597648232129844,
  -0.0014022514467477507, 0.0008782326362830509, -0.0005541949144942488, 0.0003519128494056973, -0.00022465448379009153,
  0.00014407435580970663, -9.274549976726275e-5, 5.9852735798077505e-5, -3.892987592407672e-5, 2.613302739491964e-5,
  -1.704705777431891e-5, 7.171916368794397e-6,
];
/** Stirling's series in 1 / x^2, times x: B(2k) / (2k (2k - 1)) */
const STIRLING = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156, -3617 / 122400];
const HALF_LOG_TWO_PI = 0.9189385332046727;

/** From here on gamma overflows; below the other it is 0. */
const OVERFLOW = 171.7;
const UNDERFLOW = -185;
/** The product is kept that many binades away from where a pair of doubles would lose its low part. */
const SCALE = 300;

/** Low part of the last risingProduct. */
let productLow = 0;

/** start (from + t) (from + 1 + t) ... (to + t) as a pair of doubles. */
function risingProduct(t: number, from: number, to: number, start: number): number {
  let product = start;
  let rest = 0;
  for (let k = from; k <= to; k++) {
    const factor = twoSum(k, t);
    product = multiplyPairs(product, rest, factor, low);
    rest = low;
  }
  productLow = rest;
  return product;
}

export function tgamma(x: number): number {
  if (Math.abs(x) < 2 ** -60) return 1 / x;
  if (Number.isNaN(x) || x === Number.NEGATIVE_INFINITY) return Number.NaN;
  if (x < 0 && Number.isInteger(x)) return Number.NaN;
  if (x > OVERFLOW) return Number.POSITIVE_INFINITY;
  if (x < UNDERFLOW) return Math.floor(x) % 2 === 0 ? 0 : -0;
  const nearest = Math.round(x);
  const t = x - nearest;
  const base = quickTwoSum(1, t * polynomial(GAMMA_AT_2, t));
  return nearest >= 2 ? above(base, low, t, nearest) : below(base, low, t, nearest);
}

function above(base: number, baseLow: number, t: number, nearest: number): number {
  const scale = nearest > 100 ? -SCALE : 0;
  const product = risingProduct(t, 2, nearest - 1, scalbn(1, scale));
  const value = multiplyPairs(base, baseLow, product, productLow);
  return scalbn(value, -scale);
}

function below(base: number, baseLow: number, t: number, nearest: number): number {
  const scale = nearest < -100 ? -SCALE : 0;
  const product = risingProduct(t, nearest, 1, scalbn(1, scale));
  return scalbn(dividePairs(base, baseLow, product, productLow), scale);
}

export interface LogGamma {
  readonly value: number;
  /** Sign of gamma(x). */
  readonly sign: number;
}

export function lgamma(x: number): LogGamma {
  if (!Number.isFinite(x)) return { value: x * x, sign: 1 };
  if (x === 0) return { value: Number.POSITIVE_INFINITY, sign: signbit(x) === 1 ? -1 : 1 };
  if (x > 0) return { value: ofPositive(x) + 0, sign: 1 }; // never -0
  if (Number.isInteger(x)) return { value: Number.POSITIVE_INFINITY, sign: 1 };
  return { value: ofNegative(x), sign: Math.floor(x) % 2 === 0 ? 1 : -1 };
}

function ofPositive(x: number): number {
  if (x < 0.5) return x * polynomial(LOGARITHM_AT_1, x) - Math.log(x);
  if (x < 1.25) return (x - 1) * polynomial(LOGARITHM_AT_1, x - 1);
  if (x < 1.75) return MINIMUM + (x - MINIMUM_AT) * polynomial(LOGARITHM_AT_MINIMUM, x - MINIMUM_AT);
  if (x < 2.5) return (x - 2) * polynomial(LOGARITHM_AT_2, x - 2);
  return x < 24 ? ofProduct(x) : stirling(x);
}

function ofProduct(x: number): number {
  const nearest = Math.round(x);
  const t = x - nearest;
  const product = risingProduct(t, 2, nearest - 1, 1);
  return Math.log(product) + (productLow / product + t * polynomial(LOGARITHM_AT_2, t));
}

function stirling(x: number): number {
  const series = polynomial(STIRLING, 1 / (x * x)) / x;
  if (x > 1e17) return x * (Math.log(x) - 1);
  return (x - 0.5) * (Math.log(x) - 1) + (HALF_LOG_TWO_PI - 0.5 + series);
}

/** The zeros below 0 are where |gamma| is 1, so there its difference from 1 counts. */
function ofNegative(x: number): number {
  if (x < -150) return Math.log(Math.PI / Math.abs(x * sineOfPi(x))) - ofPositive(-x);
  const size = Math.abs(tgamma(x));
  return size > 0.5 && size < 2 ? Math.log1p(size - 1) : Math.log(size);
}

/** sin(pi x), from the distance to the nearest integer. */
function sineOfPi(x: number): number {
  return Math.sin(Math.PI * (x - Math.round(x)));
}
