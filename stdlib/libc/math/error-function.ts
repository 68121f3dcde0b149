/**
 * erf and erfc. (C99 7.12.8.1-2)
 * Below 1, erf is x + x P(x^2). Above, erfc is exp(-x^2) times a smooth function fitted piece by piece; x^2 is kept
 * with its rounding error, so that the exponential loses nothing. The coefficients interpolate at Chebyshev points
 * and were computed with 60 digits; each fit is within 1e-17.
 */
import { dividePairs, low, quickTwoSum, twoProduct } from './error-free.ts';
import { polynomial } from './polynomial.ts';

/** erf(x) / x - 1 in x^2, for x up to 1. */
const ERF = [
  0.1283791670955126, -0.3761263890318375, 0.11283791670954879, -0.026866170645076792, 0.0052239776248180145,
  -0.000854832698083379, 0.0001205533111164271, -1.4925595266831182e-5, 1.6461000484121368e-6, -1.6350312701054695e-7,
  1.4659775274047436e-8, -1.1372848856791674e-9, 5.957176147748911e-11,
];
/** exp(x^2) erfc(x) in x - 0.75, for 0.5 to 1. */
const SCALED_BELOW_1 = [
  0.5069376502931449, -0.3679726916557954, 0.2309581315512983, -0.12983606199487813, 0.06679054252756783,
  -0.03189726204019368, 0.014289198666091785, -0.006051532258236163, 0.002437637348879293, -0.0009385135840131843,
  0.00034675112699586235, -0.00012332254905491935, 4.236277872839012e-5, -1.4426531927022256e-5, 4.6468063021709155e-6,
];
/** In x - 1.5, for 1 to 2. */
const SCALED_BELOW_2 = [
  0.3215854164543175, -0.16362291773256005, 0.0761510398554774, -0.03293090529956527, 0.013377340953067394,
  -0.0051459575478377826, 0.0018861348769919975, -0.0006619300701084315, 0.0002233099453004411, -7.265887301589559e-5,
  2.2864299608127746e-5, -6.97536222785843e-6, 2.0670657912156654e-6, -5.944961119917664e-7, 1.6714292901928126e-7,
  -4.9545807838901603e-8, 1.3242541506849586e-8,
];
/** In x - 3, for 2 to 4. */
const SCALED_BELOW_4 = [
  0.17900115118138996, -0.05437226000717289, 0.01588437115987134, -0.004479431018371144, 0.0012230390523765237,
  -0.00032412554452200884, 8.355413963369297e-5, -2.0989464259545496e-5, 5.146436522511331e-6, -1.2333685934914701e-6,
  2.8926684651166363e-7, -6.64646639786765e-8, 1.4977253627698686e-8, -3.316229237177357e-9, 7.20516363335066e-10,
  -1.5077563830210874e-10, 3.1724792006762475e-11, -8.134236373235494e-12, 1.6482525468969957e-12,
];
/** x exp(x^2) erfc(x) in 1 / x^2, for x from 4. */
const SCALED_ABOVE_4 = [
  0.5641895835477563, -0.2820947917738779, 0.42314218766046646, -1.0578554689359925, 3.7024940715274366,
  -16.661209574492542, 91.63486295375967, -595.4644454708496, 4455.402317301833, -37362.87536262083, 336777.8195248072,
  -3050319.227794433, 25410919.60414513, -176608601.31837258, 920284117.3684658, -3110211409.380443, 5032302946.223378,
];

/** Beyond it erf is 1 and erfc(-x) is 2. */
const SATURATION = 6;
/** Beyond it erfc is 0. */
const VANISHING = 27.3;

export function erf(x: number): number {
  const size = Math.abs(x);
  if (!(size > 1)) return x + x * polynomial(ERF, x * x);
  const value = size > SATURATION ? 1 : 1 - complement(size);
  return x < 0 ? -value : value;
}

export function erfc(x: number): number {
  if (!(x >= 0.5)) return x < -1 ? 2 - (x < -SATURATION ? 0 : complement(-x)) : 1 - erf(x);
  return x > VANISHING ? 0 : complement(x);
}

/** erfc(x) for x in [0.5, VANISHING]: the exponential is the only factor that is rounded before the end. */
function complement(x: number): number {
  const square = twoProduct(x, x);
  const squareLow = low;
  const scaled = scaledComplement(x);
  const scaledLow = low;
  const exponential = Math.exp(-square);
  if (exponential < SMALLEST_SPLIT) return exponential * scaled * (1 - squareLow);
  const value = twoProduct(exponential, scaled);
  return value + (low + exponential * scaledLow - value * squareLow);
}
/** A product with less loses its low part. */
const SMALLEST_SPLIT = 2 ** -960;

/** exp(x^2) erfc(x) as a pair, low part in `low`. */
function scaledComplement(x: number): number {
  if (x < 1) return pair(SCALED_BELOW_1, x - 0.75);
  if (x < 2) return pair(SCALED_BELOW_2, x - 1.5);
  if (x < 4) return pair(SCALED_BELOW_4, x - 3);
  const product = pair(SCALED_ABOVE_4, 1 / (x * x));
  return dividePairs(product, low, x, 0);
}

/** The polynomial as a pair: its constant and the small rest. */
function pair(coefficients: readonly number[], x: number): number {
  return quickTwoSum(coefficients[0]!, x * polynomial(coefficients, x, 1));
}
