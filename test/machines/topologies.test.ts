/** Routes of all topologies, against a search of the graph of their links. */
import { describe, expect, test } from 'vitest';
import { Crossbar } from '../../runtime/machines/fabrics/crossbar.ts';
import { Direct, type DirectLinks } from '../../runtime/machines/fabrics/direct.ts';
import { FatTree } from '../../runtime/machines/fabrics/fattree.ts';
import type { Topology } from '../../runtime/machines/fabrics/topology.ts';
import { Torus } from '../../runtime/machines/fabrics/torus.ts';

const PERCS: DirectLinks = {
  ...{ octants: 3, drawers: 2, pairs: 2, ports: 2, hop: 100, near: 1, middle: 2, far: 3 },
  ...{ ll: 24e9, lr: 5e9, d: 10e9, routing: 'direct' },
};
const direct = (changes: Partial<DirectLinks> = {}, nodes = 24) => new Direct(nodes, { ...PERCS, ...changes });

interface Case {
  readonly name: string;
  readonly topology: Topology;
  readonly nodeName: (node: number) => string;
  /** Whether a walk may take this link after `taken` links D. */
  readonly isD?: (link: number) => boolean;
}

const torus = (...shape: number[]): Case => {
  const topology = new Torus(shape, 40, 2e9);
  return { name: `torus ${shape.join('x')}`, topology, nodeName: (node) => topology.coordinatesOf(node).join(',') };
};
const tree = (nodes: number, down: number, up: number): Case => ({
  name: `fat tree of ${nodes}, ${down} down, ${up} up`,
  topology: new FatTree(nodes, down, up, 35, 1e9),
  nodeName: (node) => `node ${node}`,
});
const percs = (name: string, topology: Direct): Case => ({
  ...{ name, topology },
  nodeName: (node) => `hub ${node}`,
  isD: (link) => topology.classOf(link) === 'd',
});

const CASES: readonly Case[] = [
  torus(2, 2, 4, 4, 2),
  torus(5, 3),
  torus(7),
  torus(1, 4, 6),
  tree(16, 4, 4),
  tree(30, 4, 2),
  tree(27, 3, 3),
  tree(5, 8, 8),
  percs('direct', direct()),
  percs('direct, one drawer', direct({ drawers: 1, octants: 4, pairs: 1 }, 20)),
  { name: 'crossbar', topology: new Crossbar(6, 100, 1e9), nodeName: (node) => `node ${node}` },
];

describe.each(CASES)('$name', ({ topology, nodeName, isD = () => false }) => {
  const pairs = Array.from({ length: topology.nodes }, (_, source) => source).flatMap((source) =>
    Array.from({ length: topology.nodes }, (_, target) => ({ source, target })).filter(
      (pair) => pair.target !== source,
    ),
  );

  test('routes lead from source to target', () => {
    const wrong = pairs.filter(({ source, target }) => {
      let at = nodeName(source);
      for (const [from, to] of topology.route(source, target).links.map((link) => topology.endsOf(link)))
        at = from === at ? to : 'nowhere';
      return at !== nodeName(target);
    });
    expect(wrong).toEqual([]);
  });

  test('no route is longer than the shortest that a search finds', () => {
    const graph = graphOf(topology);
    for (let source = 0; source < topology.nodes; source++) {
      const distance = search(graph, nodeName(source), isD);
      for (let target = 0; target < topology.nodes; target++)
        if (target !== source) expect(topology.route(source, target).links.length).toBe(distance.get(nodeName(target)));
    }
  });

  test('there and back are as long, and take as long', () => {
    const wrong = pairs.filter(({ source, target }) => {
      const [there, back] = [topology.route(source, target), topology.route(target, source)];
      return there.links.length !== back.links.length || there.hops !== back.hops || there.delay !== back.delay;
    });
    expect(wrong).toEqual([]);
  });

  test('the delay is the sum of its links; links have numbers below their count', () => {
    const wrong = pairs.filter(({ source, target }) => {
      const { links, delay } = topology.route(source, target);
      const sum = links.reduce((all, link) => all + topology.delayOf(link), 0);
      return delay !== sum || links.some((link) => link < 0 || link >= topology.links);
    });
    expect(wrong).toEqual([]);
  });
});

/** Links by what they lead from. */
function graphOf(topology: Topology): Map<string, { to: string; link: number }[]> {
  const graph = new Map<string, { to: string; link: number }[]>();
  for (let link = 0; link < topology.links; link++) {
    const [from, to] = topology.endsOf(link);
    const list = graph.get(from) ?? [];
    graph.set(from, [...list, { to, link }]);
  }
  return graph;
}

/** Links of the shortest walk from a vertex to each other, with one D link at most. */
function search(graph: ReturnType<typeof graphOf>, from: string, isD: (link: number) => boolean): Map<string, number> {
  const found = new Map<string, number>();
  let front = [{ at: from, taken: 0 }];
  const seen = new Set([`${from} 0`]);
  for (let distance = 0; front.length > 0; distance++) {
    const next: typeof front = [];
    for (const { at, taken } of front) {
      if (!found.has(at)) found.set(at, distance);
      for (const { to, link } of graph.get(at) ?? []) {
        const key = { at: to, taken: taken + (isD(link) ? 1 : 0) };
        if (key.taken > 1 || seen.has(`${key.at} ${key.taken}`)) continue;
        seen.add(`${key.at} ${key.taken}`);
        next.push(key);
      }
    }
    front = next;
  }
  return found;
}

describe('the torus of Blue Gene/Q', () => {
  const shape = new Torus([2, 2, 4, 4, 2], 40, 2e9);

  test('distances from node 0 are distributed as the product of its rings says: 1 7 21 35 35 21 7 1', () => {
    const histogram = Array.from({ length: 8 }, () => 0);
    histogram[0] = 1;
    for (let node = 1; node < 128; node++) histogram[shape.route(0, node).hops]!++;
    expect(histogram).toEqual([1, 7, 21, 35, 35, 21, 7, 1]);
  });

  test('routes go by dimension order', () => {
    const ends = shape.route(0, shape.nodeAt([1, 0, 1, 0, 1])).links.map((link) => shape.endsOf(link)[1]);
    expect(ends).toEqual(['1,0,0,0,0', '1,0,1,0,0', '1,0,1,0,1']);
  });

  test('where both ways around are as long, both are taken', () => {
    const firsts = Array.from({ length: 128 }, (_, node) => node)
      .filter((node) => shape.coordinatesOf(node)[0] === 1)
      .map((node) => shape.route(0, node).links[0]);
    expect(new Set(firsts).size).toBe(2);
  });
});

test('in an exchange of all, links of a fat tree between levels carry alike', () => {
  const topology = new FatTree(64, 4, 4, 35, 1e9);
  const loads = loadsOf(topology);
  const upwards = loads.filter((load, link) => link % 2 === 0 && link >= 2 * 64 && load > 0);
  expect(new Set(upwards.slice(0, 64)).size).toBe(1);
});

test('indirect routes take two D links by way of a third supernode', () => {
  const topology = direct({ routing: 'indirect' });
  for (let target = 6; target < 24; target++) {
    const { links } = topology.route(0, target);
    expect(links.filter((link) => topology.classOf(link) === 'd').length).toBe(2);
    expect(links.length).toBeLessThanOrEqual(5);
    const ends = links.map((link) => topology.endsOf(link));
    expect(ends.map(([from]) => from)).toEqual(['hub 0', ...ends.slice(0, -1).map(([, to]) => to)]);
    expect(ends.at(-1)![1]).toBe(`hub ${target}`);
  }
});

test('more links D than a supernode has are refused', () => {
  expect(() => direct({ pairs: 5 })).toThrow(
    /24 nodes are 4 supernodes: direct.pairs=5 takes 15 links D of each, which has 12/,
  );
});

/** How many of all pairs take each link. */
function loadsOf(topology: Topology): number[] {
  const loads = Array.from({ length: topology.links }, () => 0);
  for (let source = 0; source < topology.nodes; source++)
    for (let target = 0; target < topology.nodes; target++)
      if (source !== target) for (const link of topology.route(source, target).links) loads[link]!++;
  return loads;
}
