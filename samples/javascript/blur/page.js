// The page: one picture, blurred by both, with their times. Functions of blur.upc are imported like any others.
import program, { blur as blurByThreads } from './blur.upc';
import { blur, difference, TOLERANCE, timed } from './filter.js';

const element = (id) => document.getElementById(id);
const { width, height } = element('plain');
const size = width * height;
const picture = painted();

/** Brightness of something to look at: rings, and letters on them. */
function painted() {
  const image = new Float32Array(size);
  for (let i = 0; i < size; i++) {
    const [x, y] = [(i % width) - width / 2, Math.floor(i / width) - height / 2];
    image[i] = 128 + 110 * Math.sin((x * x + y * y) / 2600);
  }
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context.font = 'bold 340px sans-serif';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText('blur', width / 2, height / 2);
  const { data } = context.getImageData(0, 0, width, height);
  return image.map((value, i) => (data[4 * i + 3] > 127 ? 255 - value : value));
}

function show(id, image) {
  const pixels = new ImageData(width, height);
  image.forEach((value, i) => pixels.data.set([value, value, value, 255], 4 * i));
  element(id).getContext('2d').putImageData(pixels, 0, 0);
}

const plain = [new Float32Array(size), new Float32Array(size)];
/** In the program's memory: passed to it without copies. */
const shared = [await program.array(Float32Array, size), await program.array(Float32Array, size)];
const paint = (images) => () => images.forEach((image) => image.set(picture));

async function run() {
  const times = element('times').valueAsNumber;
  const result = times % 2; // the image in which the last step has ended
  const steps = [width, height, times];
  const inJavaScript = await timed(paint(plain), () => blur(...plain, ...steps));
  const inUpc = await timed(paint(shared), () => blurByThreads(...shared, ...steps));
  show('plain', plain[result]);
  show('shared', shared[result]);
  element('plain-time').value = `${inJavaScript.toFixed(1)} ms`;
  element('shared-time').value = `${inUpc.toFixed(1)} ms`;
  const same = difference(plain[result], shared[result]) < TOLERANCE ? 'the images are equal' : 'THE IMAGES DIFFER';
  element('state').value = `${(inJavaScript / inUpc).toFixed(1)} times as fast with UPC; ${same}`;
}

element('form').onsubmit = async (event) => {
  event.preventDefault();
  element('run').disabled = true;
  element('state').value = 'Blurring …';
  await new Promise((drawn) => setTimeout(drawn, 50));
  await run();
  element('run').disabled = false;
};

for (const id of ['plain', 'shared']) show(id, picture);
element('threads').textContent = `${navigator.hardwareConcurrency} threads`;
element('state').value = '';
element('run').disabled = false;
