/**
 * `npm run bench:events`: the bare event queue of simulated machines, and its models, in events, messages and flows a second
 * of processor time, which a busy machine changes less than time.
 *
 * The queue by the hold model: so many events wait; one is taken and one added, at a later time drawn from a fixed generator, a
 * few million times. One event is one take and one add. Messages: every rank of Blue Gene/Q plays ping-pong with
 * another, 8 bytes at a time. Flows: every node sends 1 MiB to another, drawn anew in each round.
 * `npm run bench:events -- 5000000` holds as many times.
 */
import { build } from 'esbuild';

const HOLDS = Number(process.argv[2] ?? 4_000_000);
const WAITING = [16, 1024, 4096, 47_296];
const SPREAD = 1_000_000; // picoseconds to the next event, at most

const { EventQueue, Simulation, block, machineFor } = await bundled(['queue', 'simulation', 'placement', 'presets']);
for (const waiting of WAITING) tell(`queue, ${waiting} waiting`, HOLDS / secondsFor(waiting), 'events');
for (const nodes of [128, 256])
  tell(`messages of ${nodes * 16} ranks, ${nodes <= 128 ? 'packets' : 'flows'}`, messagesPerSecond(nodes, 40), 'messages');
for (const nodes of [128, 512]) tell(`flows of ${nodes} nodes`, flowsPerSecond(nodes, 10), 'flows');

function tell(what, rate, unit) {
  const shown = rate >= 1e6 ? `${(rate / 1e6).toFixed(2)} million` : Math.round(rate).toString();
  console.log(`${what.padEnd(34)}${shown} ${unit}/s`);
}

function secondsFor(waiting) {
  const queue = new EventQueue();
  const event = { happen() {} };
  const random = generator();
  for (let k = 0; k < waiting; k++) queue.add(random() % SPREAD, k, event);
  hold(queue, HOLDS / 10, waiting, random); // compiled by then
  return timed(() => hold(queue, HOLDS, waiting, random));
}

function hold(queue, times, waiting, random) {
  for (let k = 0; k < times; k++) {
    const event = queue.take();
    queue.add(queue.now + (random() % SPREAD), k % waiting, event);
  }
}

function messagesPerSecond(nodes, rounds) {
  const ranks = nodes * 16;
  const made = simulation('bgq', nodes, 16);
  const ping = (source, target, left) => {
    if (left > 0) made.endpoints.message({ source, target, bytes: 8, arrived: () => ping(target, source, left - 1) });
  };
  for (let rank = 0; rank < ranks / 2; rank++) ping(rank, rank + ranks / 2, rounds);
  return (rounds * (ranks / 2)) / timed(() => made.queue.run());
}

function flowsPerSecond(nodes, rounds) {
  const random = generator();
  const made = simulation('bgq,packets=0', nodes, 1);
  const send = (source, left) => {
    const target = (source + 1 + (random() % (nodes - 1))) % nodes;
    if (left > 0) made.endpoints.put({ source, target, bytes: 2 ** 20, acknowledged: () => send(source, left - 1) });
  };
  for (let node = 0; node < nodes; node++) send(node, rounds);
  return (rounds * nodes) / timed(() => made.queue.run());
}

function simulation(asked, nodes, perNode) {
  return new Simulation(
    machineFor(asked, () => undefined),
    block(nodes * perNode, perNode),
  );
}

function timed(act) {
  const begun = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1e6;
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

async function bundled(names) {
  const contents = names.map((name) => `export * from './runtime/machines/${name}.ts';`).join('\n');
  const stdin = { contents, resolveDir: process.cwd() };
  const { outputFiles } = await build({ stdin, bundle: true, write: false, format: 'esm', target: 'node20' });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
}
