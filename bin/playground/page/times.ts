/** Times for people: microseconds in the unit that fits. */

/** As precise as a step wants it. */
export function timeText(time: number, step = time / 100 || 1): string {
  const [unit, size] = time >= 1e6 ? ['s', 1e6] : time >= 1e3 ? ['ms', 1e3] : ['µs', 1];
  const digits = Math.min(Math.max(0, -Math.floor(Math.log10(step / size))), 3);
  return `${(time / size).toFixed(digits)} ${unit}`;
}
