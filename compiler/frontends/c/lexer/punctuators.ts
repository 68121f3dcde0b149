/** Punctuators (C99 6.4.6): the longest one that starts at a place. The texts are constants, so none is allocated. */

/** Alternative spellings and what they mean. */
export const DIGRAPHS: ReadonlyMap<string, string> = new Map([
  ['<:', '['],
  [':>', ']'],
  ['<%', '{'],
  ['%>', '}'],
  ['%:', '#'],
  ['%:%:', '##'],
]);

const ALL = (
  '[ ] ( ) { } . -> ++ -- & * + - ~ ! / % << >> < > <= >= == != ^ | && || ? : ; ... ' +
  '= *= /= %= += -= <<= >>= &= ^= |= , # ## <: :> <% %> %: %:%:'
).split(' ');

/** Punctuators by first character, longest first. */
const BY_START: (readonly string[] | undefined)[] = [];
for (const text of [...ALL].sort((a, b) => b.length - a.length)) {
  const code = text.charCodeAt(0);
  BY_START[code] = [...(BY_START[code] ?? []), text];
}

/** The punctuator at `at`, or undefined where none starts. */
export function punctuatorAt(text: string, at: number): string | undefined {
  const candidates = BY_START[text.charCodeAt(at)];
  if (candidates === undefined) return undefined;
  for (const candidate of candidates) if (text.startsWith(candidate, at)) return candidate;
  return undefined;
}
