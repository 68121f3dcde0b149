/**
 * strverscmp: text order, but runs of digits compare as numbers, and those with leading zeros as fractions. (GNU)
 * The idea: the first difference decides; what it means depends on the run of digits that stands before it.
 */
const ZERO = 48;
const isDigit = (byte: number) => byte >= ZERO && byte <= 57;

/** Negative, zero or positive, for the C strings at two indices of `U8`. */
export function compareVersions(U8: Uint8Array, left: number, right: number): number {
  let at = 0;
  while (U8[left + at] === U8[right + at]) if (U8[left + at++] === 0) return 0;
  const a = U8[left + at]!;
  const b = U8[right + at]!;
  const lengths = digitsFrom(U8, left + at) - digitsFrom(U8, right + at);
  switch (runBefore(U8, left, left + at)) {
    case 'none':
      return isDigit(a) && isDigit(b) && a !== ZERO && b !== ZERO ? lengths || a - b : a - b;
    case 'number':
      return isDigit(a) || isDigit(b) ? lengths || a - b : a - b;
    case 'zeros': // 00 < 0: what goes on with digits is the smaller fraction
      return isDigit(a) === isDigit(b) ? a - b : isDigit(a) ? -1 : 1;
    default:
      return a - b;
  }
}

function digitsFrom(U8: Uint8Array, start: number): number {
  let end = start;
  while (isDigit(U8[end]!)) end++;
  return end - start;
}

function runBefore(U8: Uint8Array, text: number, end: number): 'none' | 'number' | 'zeros' | 'fraction' {
  let start = end;
  while (start > text && isDigit(U8[start - 1]!)) start--;
  if (start === end) return 'none';
  if (U8[start] !== ZERO) return 'number';
  while (start < end && U8[start] === ZERO) start++;
  return start === end ? 'zeros' : 'fraction';
}
