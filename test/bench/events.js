/**
 * `npm run bench:events`: the bare event queue of simulated machines, in events a second.
 *
 * The hold model: so many events wait; one is taken and one added, at a later time drawn from a fixed generator, a few
 * million times. One event is one take and one add. `npm run bench:events -- 5000000` holds as many times.
 */
import { build } from 'esbuild';

const HOLDS = Number(process.argv[2] ?? 4_000_000);
const WAITING = [16, 1024, 4096, 47_296];
const SPREAD = 1_000_000; // picoseconds to the next event, at most

const { EventQueue } = await bundled('runtime/machines/queue.ts');
for (const waiting of WAITING) {
  const rate = HOLDS / secondsFor(waiting);
  console.log(`${String(waiting).padStart(6)} waiting: ${(rate / 1e6).toFixed(2)} million events/s`);
}

function secondsFor(waiting) {
  const queue = new EventQueue();
  const event = { happen() {} };
  const random = generator();
  for (let k = 0; k < waiting; k++) queue.add(random() % SPREAD, k, event);
  hold(queue, HOLDS / 10, waiting, random); // compiled by then
  const begun = performance.now();
  hold(queue, HOLDS, waiting, random);
  return (performance.now() - begun) / 1e3;
}

function hold(queue, times, waiting, random) {
  for (let k = 0; k < times; k++) {
    const event = queue.take();
    queue.add(queue.now + (random() % SPREAD), k % waiting, event);
  }
}

/** Marsaglia's xorshift32. */
function generator() {
  let state = 2_463_534_242;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

async function bundled(path) {
  const { outputFiles } = await build({ entryPoints: [path], bundle: true, write: false, format: 'esm', target: 'node20' });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
}
