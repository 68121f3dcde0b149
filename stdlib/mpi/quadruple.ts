/**
 * IEEE 754's binary64 to binary128 and back, both as bit patterns: external32 has the latter for long double (MPI 3.1, 13.5.2).
 *
 * Back, what lies between two numbers goes to the nearest, of two as near to the even one.
 */

/** Bits of the fraction and largest exponent of each. */
const [FRACTION, LARGEST, BIAS] = [52n, 0x7ffn, 1023n];
const [LONG_FRACTION, LONG_LARGEST, LONG_BIAS] = [112n, 0x7fffn, 16383n];
const MORE = LONG_FRACTION - FRACTION;
const ones = (bits: bigint): bigint => (1n << bits) - 1n;
const lengthOf = (bits: bigint): bigint => BigInt(bits.toString(2).length);

export function toQuadruple(double: bigint): bigint {
  const sign = (double >> 63n) << 127n;
  const [exponent, fraction] = [(double >> FRACTION) & LARGEST, double & ones(FRACTION)];
  if (exponent === LARGEST) return sign | (LONG_LARGEST << LONG_FRACTION) | (fraction << MORE);
  if (exponent > 0n) return sign | ((exponent - BIAS + LONG_BIAS) << LONG_FRACTION) | (fraction << MORE);
  if (fraction === 0n) return sign;
  // A subnormal number has a leading one there.
  const behind = lengthOf(fraction) - 1n;
  const rest = (fraction << (LONG_FRACTION - behind)) & ones(LONG_FRACTION);
  return sign | ((behind - FRACTION - BIAS + 1n + LONG_BIAS) << LONG_FRACTION) | rest;
}

export function fromQuadruple(quadruple: bigint): bigint {
  const sign = (quadruple >> 127n) << 63n;
  const [exponent, fraction] = [(quadruple >> LONG_FRACTION) & LONG_LARGEST, quadruple & ones(LONG_FRACTION)];
  if (exponent === LONG_LARGEST) {
    const isNumber = fraction === 0n;
    return sign | (LARGEST << FRACTION) | (isNumber ? 0n : (fraction >> MORE) | (1n << (FRACTION - 1n)));
  }
  const short = exponent - LONG_BIAS + BIAS;
  if (short >= LARGEST) return sign | (LARGEST << FRACTION);
  // The exponent above the fraction, so that a carry of rounding goes into it.
  if (short > 0n) return sign | rounded((short << LONG_FRACTION) | fraction, MORE);
  const shift = MORE + 1n - short;
  return shift > LONG_FRACTION + 2n ? sign : sign | rounded((1n << LONG_FRACTION) | fraction, shift);
}

/** Without its last bits. */
function rounded(bits: bigint, dropped: bigint): bigint {
  const [whole, rest, half] = [bits >> dropped, bits & ones(dropped), 1n << (dropped - 1n)];
  return rest > half || (rest === half && (whole & 1n) === 1n) ? whole + 1n : whole;
}
