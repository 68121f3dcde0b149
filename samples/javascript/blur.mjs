// An image filter by threads and vector instructions, beside the same loops in JavaScript: node samples/javascript/blur.mjs
import { availableParallelism } from 'node:os';
import { load } from 'pgasc';
import { blur, difference, TOLERANCE, timed } from './blur/filter.js';

const [width, height, times] = [2048, 1536, 10];
const threads = availableParallelism();

/** Two images of one content. */
function paint(...images) {
  for (const image of images) for (let i = 0; i < image.length; i++) image[i] = (i * 2654435761) % 256;
}

const filter = await load(new URL('blur/blur.upc', import.meta.url), { threads });
const size = width * height;
const plain = [new Float32Array(size), new Float32Array(size)];
const shared = [await filter.array(Float32Array, size), await filter.array(Float32Array, size)];
const inJavaScript = await timed(() => paint(...plain), () => blur(...plain, width, height, times));
const inUpc = await timed(() => paint(...shared), () => filter.call('blur', ...shared, width, height, times));
console.log(`JavaScript ${inJavaScript.toFixed(0)} ms, ${threads} threads ${inUpc.toFixed(0)} ms`);
const worst = difference(plain[0], shared[0]);
console.log(worst < TOLERANCE ? 'Solution validates' : `Solution differs by ${worst}`);
await filter.close();
