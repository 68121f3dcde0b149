// The filter in plain JavaScript, on one thread: the loops of blur.upc.
const NINTH = Math.fround(1 / 9);

/** `times` steps of a blur by the eight neighbours, to and fro between two images; the border stays. */
export function blur(from, to, width, height, times) {
  for (let time = 0; time < times; time++) {
    for (let y = 1; y < height - 1; y++)
      for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
        const above = i - width;
        const below = i + width;
        to[i] =
          (from[above - 1] + from[above] + from[above + 1] + from[i - 1] + from[i] + from[i + 1] +
            from[below - 1] + from[below] + from[below + 1]) * NINTH;
      }
    [from, to] = [to, from];
  }
}

/** The best of three, in milliseconds; `prepare` is not counted. */
export async function timed(prepare, action) {
  let best = Infinity;
  for (let i = 0; i < 3; i++) {
    prepare();
    const start = performance.now();
    await action();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

/** The largest difference of two images; sums of floats depend on their order. */
export const difference = (a, b) => a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);
export const TOLERANCE = 1e-3;
