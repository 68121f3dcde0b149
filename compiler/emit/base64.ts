/** Bytes as base64 text (RFC 4648), without the services of a process or browser. */

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** The two digits of each twelve bits. */
const PAIRS = Array.from({ length: 4096 }, (_, bits) => `${DIGITS[bits >> 6]}${DIGITS[bits & 63]}`);
/** Bytes whose text is put together at once: a string of a million pieces takes a hundred times their memory. */
const CHUNK = 3 << 12;

export function base64(bytes: Uint8Array): string {
  const chunks: string[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK) chunks.push(encoded(bytes.subarray(at, at + CHUNK)));
  return chunks.join('');
}

function encoded(bytes: Uint8Array): string {
  const whole = bytes.length - (bytes.length % 3);
  const parts: string[] = [];
  for (let at = 0; at < whole; at += 3) {
    const word = ((bytes[at] as number) << 16) | ((bytes[at + 1] as number) << 8) | (bytes[at + 2] as number);
    parts.push(PAIRS[word >> 12] as string, PAIRS[word & 4095] as string);
  }
  const [a, b] = [bytes[whole], bytes[whole + 1]];
  if (a === undefined) return parts.join('');
  const word = (a << 16) | ((b ?? 0) << 8);
  const last = b === undefined ? '==' : `${DIGITS[(word >> 6) & 63]}=`;
  return `${parts.join('')}${PAIRS[word >> 12]}${last}`;
}
