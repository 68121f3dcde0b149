/** Operations run as events: alone they take what the closed forms say; together they share what they share. */
import { describe, expect, test } from 'vitest';
import { floodSpan, getSpan, messageSpan, putComplete, putLocal, putOneWay } from '../../runtime/machines/analytic.ts';
import { block } from '../../runtime/machines/placement.ts';
import { machineFor, PRESET_NAMES } from '../../runtime/machines/presets.ts';
import { Simulation } from '../../runtime/machines/simulation.ts';
import { MICROSECOND, type Picoseconds, SECOND } from '../../runtime/machines/time.ts';
import { exchangeInNodes, exchangeSpan } from '../support/exchange-bounds.ts';

/** A rank a node, so that rank and node are the same number. */
const simulation = (asked: string, nodes: number, perNode = 1) =>
  new Simulation(
    machineFor(asked, () => undefined),
    block(nodes * perNode, perNode),
  );

const NODES = 24;
const SIZES = [0, 8, 100, 2048, 40_000, 1_000_000];
const WAYS = ['packets=0', 'packets=100000'];
const waysOf = PRESET_NAMES.flatMap((name) => WAYS.map((way) => `${name},${way},cold=0us`));

describe.each(waysOf)('%s: one operation alone', (asked) => {
  const target = 17;

  /** By packets the last one's time on a link may come on top of the closed form. */
  const slack = (made: Simulation): number => {
    const { paths } = made.carrier;
    const { resources } = paths.between(0, target, 0);
    const each = resources.map((resource) => paths.spanOf(resource, made.machine.fabric.packet));
    return asked.includes('packets=0') ? 2 : 2 * Math.max(...each);
  };

  test.each(SIZES)('put of %i bytes', (bytes) => {
    const made = simulation(asked, NODES);
    made.progress.enter(target);
    const at: Record<string, Picoseconds> = {};
    const noted = (name: string) => (now: Picoseconds) => {
      at[name] = now;
    };
    made.endpoints.put({
      ...{ source: 0, target, bytes, local: noted('local') },
      ...{ arrived: noted('arrived'), acknowledged: noted('acknowledged') },
    });
    made.queue.run();
    const { paths } = made.carrier;
    const { initiate, complete } = made.machine.nic;
    const near = (found: number, closed: number) => expect(Math.abs(found - closed)).toBeLessThanOrEqual(slack(made));
    near(initiate + at.arrived!, putOneWay(paths, 0, target, bytes));
    near(initiate + at.acknowledged! + complete, putComplete(paths, 0, target, bytes));
    near(initiate + at.local! + complete, putLocal(paths, 0, target, bytes));
  });

  test.each(SIZES)('get of %i bytes', (bytes) => {
    const made = simulation(asked, NODES);
    made.progress.enter(target);
    const { initiate, complete } = made.machine.nic;
    let got = 0;
    made.endpoints.get({ source: 0, target, bytes, done: (now) => (got = now) });
    made.queue.run();
    const closed = getSpan(made.carrier.paths, 0, target, bytes);
    expect(Math.abs(initiate + got + complete - closed)).toBeLessThanOrEqual(slack(made));
  });

  test.each(SIZES)('message of %i bytes', (bytes) => {
    const made = simulation(asked, NODES);
    const { initiate, complete } = made.machine.nic;
    const { overhead } = made.machine.message;
    let came = 0;
    made.endpoints.message({ source: 0, target, bytes, arrived: (now) => (came = now) });
    made.queue.run();
    const closed = messageSpan(made.carrier.paths, 0, target, bytes);
    expect(Math.abs(initiate + came + overhead + complete - closed)).toBeLessThanOrEqual(slack(made));
  });
});

/** All puts of a list begin at once; gives when the last has arrived. */
function lastOf(made: Simulation, puts: readonly [source: number, target: number, bytes: number][]): Picoseconds {
  let last = 0;
  for (const [source, target, bytes] of puts)
    made.endpoints.put({ source, target, bytes, arrived: (now) => (last = Math.max(last, now)) });
  made.queue.run();
  return last;
}

const MEGABYTE = 1_000_000;
/** Bytes a second, without the latency of one. */
const rateOf = (made: Simulation, bytes: number, span: Picoseconds) =>
  (bytes * SECOND) / (span - made.machine.nic.latency);

describe.each(WAYS)('sharing, %s', (way) => {
  test('InfiniBand on PCI-X: 781 MB/s one way, 949 MB/s both ways together (inputs)', () => {
    const asked = `ib-vapi-opteron,${way}`;
    const one = simulation(asked, 2);
    expect(rateOf(one, 8 * MEGABYTE, lastOf(one, [[0, 1, 8 * MEGABYTE]])) / 781e6).toBeCloseTo(1, 2);
    const both = simulation(asked, 2);
    const span = lastOf(both, [
      [0, 1, 8 * MEGABYTE],
      [1, 0, 8 * MEGABYTE],
    ]);
    expect(rateOf(both, 16 * MEGABYTE, span) / 949e6).toBeCloseTo(1, 2);
  });

  test('two messages by one link of the torus have half of it each, by different links all', () => {
    const made = () => simulation(`bgq,${way},gap=0us`, 32);
    const torus = made().carrier.paths.topology;
    const via = (source: number, target: number) => torus.route(source, target).links;
    // From different nodes, meeting on the last link.
    const [first, second] = pairsMeeting(32, via);
    const together = made();
    const alone = made();
    const span = lastOf(together, [
      [...first, MEGABYTE],
      [...second, MEGABYTE],
    ]);
    const single = lastOf(alone, [[...first, MEGABYTE]]);
    const link = alone.carrier.paths.rateOf(0);
    expect(rateOf(together, 2 * MEGABYTE, span) / link).toBeCloseTo(1, 1);
    expect(rateOf(alone, MEGABYTE, single) / 1775e6).toBeCloseTo(1, 1);
  });

  test('many to one share what receives', () => {
    const made = simulation(`elan4-itanium2,${way}`, 9);
    const span = lastOf(
      made,
      [1, 2, 3, 4, 5, 6, 7, 8].map((source) => [source, 0, MEGABYTE]),
    );
    expect(rateOf(made, 8 * MEGABYTE, span) / 880e6).toBeCloseTo(1, 1);
  });

  test('a flood goes at the gap and the rate', () => {
    for (const bytes of [16, 2048, 65_536]) {
      const made = simulation(`bgq,${way}`, 32);
      const { paths } = made.carrier;
      const first = lastOf(made, [[0, 1, bytes]]);
      const many = simulation(`bgq,${way}`, 32);
      const span = lastOf(
        many,
        Array.from({ length: 101 }, () => [0, 1, bytes]),
      );
      expect((span - first) / 100 / floodSpan(paths, 0, 1, bytes)).toBeCloseTo(1, 2);
    }
  });

  test('an exchange of all takes what engines and half-duplex buses allow', () => {
    const made = simulation(`gm-xeon,${way},gap=0us`, 8, 2);
    const bytes = 50_000;
    const puts = Array.from({ length: 16 }, (_, source) =>
      // In rounds, so that no node is the target of many at a time.
      Array.from({ length: 16 }, (_, round) => (source + round) % 16)
        .filter((target) => Math.floor(target / 2) !== Math.floor(source / 2))
        .map((target): [number, number, number] => [source, target, bytes]),
    );
    const closed = exchangeInNodes(made.carrier.paths, 2, bytes);
    const span = lastOf(made, puts.flat());
    expect(span / closed).toBeGreaterThan(0.99);
    expect(span / closed).toBeLessThan(1.25);
  });
});

describe('an exchange over slow links takes what the fullest link takes, or longer', () => {
  test.each([
    ['bgq,shapes=16,link=0.1GB/s,packets=0', 2],
    ['bgq,shapes=4x4,link=0.1GB/s,packets=1000', 2],
    ['elan4-itanium2,up=1,link=0.1GB/s,packets=0', 1.1],
    // The nodes of a supernode send to one other at a time, so of three links D one is in use.
    ['p775,octants=2,drawers=2,d=0.1GB/s,pairs=1,cold=0us', 3.1],
  ])('%s', (asked, most) => {
    const made = simulation(`${asked},gap=0us`, 16);
    const bytes = 100_000;
    const puts = Array.from({ length: 16 }, (_, source) =>
      Array.from({ length: 15 }, (_, round): [number, number, number] => [source, (source + round + 1) % 16, bytes]),
    );
    const closed = exchangeSpan(made.carrier.paths, 1, bytes);
    expect(closed).toBeGreaterThan(1.5 * exchangeInNodes(made.carrier.paths, 1, bytes));
    const span = lastOf(made, puts.flat());
    expect(span / closed).toBeGreaterThan(0.99);
    expect(span / closed).toBeLessThan(most);
  });
});

/** Two pairs of nodes, four different ones, whose routes have a link in common. */
function pairsMeeting(nodes: number, via: (source: number, target: number) => readonly number[]) {
  for (let a = 1; a < nodes; a++)
    for (let b = 1; b < nodes; b++)
      for (let c = 0; c < nodes; c++) {
        if (new Set([0, a, b, c]).size < 4) continue;
        const shared = via(0, a).filter((link) => via(b, c).includes(link));
        if (shared.length > 0) return [[0, a] as [number, number], [b, c] as [number, number]] as const;
      }
  throw new Error('no two routes meet');
}

describe('rules of adapters', () => {
  test('messages that take no time and leave no gap are many at a time', () => {
    const made = simulation('bgq,gap=0us,packets=0', 2);
    let arrived = 0;
    for (let k = 0; k < 50_000; k++)
      made.endpoints.message({ source: 0, target: 1, bytes: 0, arrived: () => arrived++ });
    made.queue.run();
    expect(arrived).toBe(50_000);
  });

  test('the first put of a pair is cold, the next is not', () => {
    const made = simulation('p775', 4);
    const first = lastOf(made, [[0, 1, 8]]);
    const begun = made.queue.now;
    const second = lastOf(made, [[0, 1, 8]]) - begun;
    expect(first - second).toBe(made.machine.nic.cold);
  });

  test('registrations above 256 KiB are slower', () => {
    const span = (registered: number): number => {
      const made = simulation('ib-vapi-opteron', 2);
      let end = 0;
      made.endpoints.put({ source: 0, target: 1, bytes: MEGABYTE, registered, arrived: (now) => (end = now) });
      made.queue.run();
      return rateOf(made, MEGABYTE, end);
    };
    expect(span(256 * 1024) / 781e6).toBeCloseTo(1, 1);
    expect(span(256 * 1024 + 1) / 400e6).toBeCloseTo(1, 1);
  });
});

describe('progress at the target', () => {
  const REQUESTS = 15;

  /** Ranks ask rank 0 for an atomic operation each, at once; when each has been served. Rank 0 computes first. */
  function served(asked: string, compute: Picoseconds): Picoseconds[] {
    const made = simulation(asked, 16);
    const ends: Picoseconds[] = [];
    for (let source = 1; source <= REQUESTS; source++)
      made.endpoints.message({
        ...{ source, target: 0, bytes: 16 },
        arrived: () => made.progress.request(0, 'atomics', { happen: (now) => ends.push(now) }),
      });
    made.nodes.occupy(0, 0, compute);
    made.queue.add(compute, 0, { happen: () => made.progress.enter(0) });
    made.queue.run();
    return ends;
  }

  test('one after the other: the latency grows with the number of those that ask', () => {
    const ends = served('bgq', 0);
    const steps = ends.slice(1).map((end, k) => end - ends[k]!);
    expect(steps).toEqual(Array(REQUESTS - 1).fill(450_000));
  });

  test('a rank that computes serves nobody; a progress thread and an adapter do', () => {
    const computing = 300 * MICROSECOND;
    expect(served('bgq', computing)[0]).toBeGreaterThan(computing);
    expect(served('bgq,atomics=thread', computing).at(-1)).toBeLessThan(20 * MICROSECOND);
    expect(served('bgq,atomics=nic', computing).at(-1)).toBeLessThan(20 * MICROSECOND);
    expect(served('bgq,atomics=thread', computing)).toEqual(served('bgq,atomics=thread', 0));
  });

  test("without a hardware thread of its own, the progress thread shares its rank's", () => {
    const computing = 300 * MICROSECOND;
    expect(served('bgq,atomics=thread,cores=1,threads=1', computing)[0]).toBeGreaterThan(computing);
  });

  test('who leaves the library is through with what it serves', () => {
    const made = simulation('bgq', 2);
    made.progress.enter(0);
    let end = 0;
    made.progress.request(0, 'messages', { happen: (now) => (end = now) });
    expect(made.progress.leave(0)).toBe(450_000);
    made.progress.request(0, 'messages', { happen: () => (end = -1) });
    made.queue.run();
    expect(end).toBe(450_000);
  });
});

test('the same job gives the same events', () => {
  const trace = (): string[] => {
    const made = simulation('bgq', 32);
    const seen: string[] = [];
    for (let source = 0; source < 32; source++)
      for (let target = 0; target < 32; target++)
        if (source !== target)
          made.endpoints.put({
            source,
            target,
            bytes: 3000,
            arrived: (now) => seen.push(`${source} ${target} ${now}`),
          });
    made.queue.run();
    return seen;
  };
  const first = trace();
  expect(first.length).toBe(32 * 31);
  expect(trace()).toEqual(first);
});
