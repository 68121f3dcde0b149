/**
 * Values of all threads, shortest form: `= 42` where all agree, else `[0] 1  [1-3] 2`.
 */

const WIDTH = 100;

/** `texts` by thread; one line, or a line for each group where they are long. */
export function listing(texts: readonly string[]): string {
  const groups = new Map<string, number[]>();
  texts.forEach((text, thread) => {
    groups.set(text, [...(groups.get(text) ?? []), thread]);
  });
  if (groups.size === 1) return `= ${texts[0]}`;
  const parts = [...groups].map(([text, threads]) => `[${ranges(threads)}] ${text}`);
  const line = parts.join('  ');
  return line.length <= WIDTH ? line : parts.join('\n');
}

/** `0-2,5` */
export function ranges(numbers: readonly number[]): string {
  const parts: [number, number][] = [];
  for (const number of numbers) {
    const last = parts.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else parts.push([number, number]);
  }
  return parts.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(',');
}
