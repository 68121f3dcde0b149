// An image filter by threads and vector instructions, beside the same loops in JavaScript: node samples/javascript/blur.mjs
import { availableParallelism } from 'node:os';
import { load } from 'pgasc';

const [width, height, times] = [2048, 1536, 10];
const threads = availableParallelism();

/** Two images of one content. */
function paint(...images) {
  for (const image of images) for (let i = 0; i < image.length; i++) image[i] = (i * 2654435761) % 256;
}

function blur(from, to) {
  const ninth = Math.fround(1 / 9);
  for (let time = 0; time < times; time++) {
    for (let y = 1; y < height - 1; y++)
      for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
        const above = i - width;
        const below = i + width;
        to[i] =
          (from[above - 1] + from[above] + from[above + 1] + from[i - 1] + from[i] + from[i + 1] +
            from[below - 1] + from[below] + from[below + 1]) * ninth;
      }
    [from, to] = [to, from];
  }
}

/** The best of three, in milliseconds. */
async function timed(action) {
  let best = Infinity;
  for (let i = 0; i < 3; i++) {
    const start = performance.now();
    await action();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

const filter = await load(new URL('blur.upc', import.meta.url), { threads });
const size = width * height;
const plain = [new Float32Array(size), new Float32Array(size)];
const shared = [await filter.array(Float32Array, size), await filter.array(Float32Array, size)];
paint(...plain, ...shared);
const inJavaScript = await timed(() => blur(...plain));
const inUpc = await timed(() => filter.call('blur', ...shared, width, height, times));
const difference = plain[0].reduce((most, value, i) => Math.max(most, Math.abs(value - shared[0][i])), 0);
console.log(`JavaScript ${inJavaScript.toFixed(0)} ms, ${threads} threads ${inUpc.toFixed(0)} ms`);
console.log(difference < 1e-3 ? 'Solution validates' : `Solution differs by ${difference}`);
await filter.close();
