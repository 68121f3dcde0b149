/**
 * Algorithms of collective operations between ranks that share nothing but letters, which come late and in any order: at all
 * numbers of members up to 19, sizes of one message and of more, all roots, teams of some ranks, several operations at once; on one host,
 * and on several.
 */
import { describe, expect, test } from 'vitest';
import * as algorithms from '../../runtime/collectives/algorithms.ts';
import { Engine, type Operation, type Part, type Steps } from '../../runtime/collectives/engine.ts';
import type { Team } from '../../runtime/collectives/team.ts';
import { Job } from '../../runtime/core/job.ts';
import { argumentsAt } from '../../runtime/core/message.ts';
import type { Levels } from '../../runtime/core/tree.ts';
import { makeSpace, type Space } from '../../runtime/memory/space.ts';
import { SILENT } from '../support/reporter.ts';
import { testIn } from '../support/share.ts';

const SHIFT = 20;
const REGION = 1 << SHIFT;
const RANKS = 19;
/** Offsets in a region. */
const [SOURCE, DESTINATION, SCRATCH, HEAP] = [0x20000, 0x50000, 0x80000, 0x90000];

/** Numbers from 0 to below `below`, always the same ones. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** The ranks of a job, each with an engine, and what is under way between them. */
class World {
  readonly engines: Engine[] = [];
  private readonly inFlight: (() => void)[] = [];
  private readonly memory = new WebAssembly.Memory({ initial: 2 * RANKS * 16, maximum: 2 * RANKS * 16, shared: true });
  private readonly handles = new Map<number, () => void>();
  private lastHandle = 0;
  letters = 0;

  constructor(
    private readonly random: (below: number) => number,
    private readonly largest: number,
    private readonly levels: Levels = [],
  ) {
    for (let rank = 0; rank < RANKS; rank++) this.engines.push(this.engineOf(rank));
  }

  space(rank: number): Space {
    return makeSpace(this.memory, rank, RANKS, SHIFT);
  }

  private engineOf(rank: number): Engine {
    const space = this.space(rank);
    const job = new Job(space, false, { ...SILENT, report: (text) => expect.fail(text) });
    let top = HEAP;
    let blocks = 0;
    const heap = {
      allocate: (bytes: number) => {
        blocks++;
        const at = space.BASE + top;
        top += (bytes + 15) & -8;
        if (top > REGION) expect.fail('heap of the test');
        return at;
      },
      free: () => {
        if (--blocks === 0) top = HEAP;
      },
      reallocate: () => 0,
      sizeOf: () => 0,
      keep() {},
    };
    const movement = {
      copy: (to: number, from: number, size: number) => {
        const handle = ++this.lastHandle;
        this.inFlight.push(() => {
          space.U8.copyWithin(to, from, from + size);
          this.handles.set(handle, () => {});
        });
        return handle;
      },
      move: (to: number, from: number, size: number) => void space.U8.copyWithin(to, from, from + size),
      fill: () => 0,
      test: (handle: number) => this.handles.has(handle),
    };
    return new Engine(job, this.messagesOf(space) as never, movement, heap, this.levels);
  }

  private readonly handlers: Map<number, (...words: number[]) => void>[] = [];

  private messagesOf(space: Space) {
    const own = new Map<number, (...words: number[]) => void>();
    this.handlers[space.MYTHREAD] = own;
    let [to, handler, count] = [0, 0, 0];
    let payload: Uint8Array | undefined;
    const message = space.BASE + SCRATCH;
    return {
      largestMedium: this.largest,
      register: (index: number, run: (...words: number[]) => void) => own.set(index, run),
      requestShort: (rank: number, index: number, words: number) => {
        [to, handler, count, payload] = [rank, index, words, undefined];
        return message;
      },
      requestMedium: (rank: number, index: number, words: number, from: number, size: number) => {
        [to, handler, count, payload] = [rank, index, words, space.U8.slice(from, from + size)];
        return message;
      },
      send: () => {
        const at = argumentsAt(message) >>> 2;
        const words = Array.from(space.I32.subarray(at, at + count));
        this.letters++;
        this.inFlight.push(this.arrival(to, handler, words, payload));
      },
    };
  }

  private arrival(to: number, handler: number, words: readonly number[], payload: Uint8Array | undefined) {
    const space = this.space(to);
    return () => {
      const run = this.handlers[to]!.get(handler)!;
      if (payload === undefined) return run(0, ...words);
      const at = space.BASE + SCRATCH + 4096;
      space.U8.set(payload, at);
      run(0, at, payload.length, ...words);
    };
  }

  /** Lets things happen in any order until all operations are over. */
  run(operations: readonly Operation[]): void {
    for (let idle = 0; operations.some((operation) => !operation.isOver); ) {
      const next = this.random(this.inFlight.length + 1);
      if (next < this.inFlight.length) this.inFlight.splice(next, 1)[0]!();
      const one = operations[this.random(operations.length)]!;
      one.advance();
      idle = this.inFlight.length === 0 && !operations.some((operation) => operation.advance()) ? idle + 1 : 0;
      if (idle > 100) expect.fail('it does not go on');
    }
  }

  /** Rounds until all operations are over, where a letter takes one and nothing else any time: the critical path. */
  rounds(operations: readonly Operation[]): number {
    for (let rounds = 0; ; rounds++) {
      for (const operation of operations) operation.advance();
      if (operations.every((operation) => operation.isOver)) return rounds;
      for (const arrive of this.inFlight.splice(0)) arrive();
    }
  }

  /** No letter is left over. */
  isQuiet(): boolean {
    return this.inFlight.length === 0;
  }
}

interface Shape {
  readonly members: readonly number[];
  readonly bytes: number;
  readonly root: number;
}

/** A byte of a member's source. */
const byteOf = (rank: number, i: number) => (rank * 41 + i * 7 + (i >>> 8)) & 0xff;

const teamOf = (members: readonly number[], rank: number, number = 0): Team => ({ number, members, rank, count: 0 });

/** All members' part in an operation; gives what each has at its destination then. */
function outcome(
  { members, bytes }: Shape,
  steps: (part: Part, to: number, from: number) => Steps,
  blocks: number,
  resultBlocks: number,
  [largest, levels]: Setting,
  inPlace = false,
): { results: Uint8Array[]; letters: number } {
  const world = new World(numbers(members.length * 1000 + bytes), largest, levels);
  const operations = members.map((thread, rank) => {
    const space = world.space(thread);
    for (let i = 0; i < blocks * bytes; i++) space.U8[space.BASE + SOURCE + i] = byteOf(rank, i);
    const to = space.BASE + (inPlace ? SOURCE : DESTINATION);
    return world.engines[thread]!.begin(
      teamOf(members, rank),
      { name: 'test', signature: 7 },
      () => expect.fail('different'),
      (part) => steps(part, to, space.BASE + SOURCE),
    );
  });
  world.run(operations);
  expect(world.isQuiet()).toBe(true);
  const results = members.map((thread) => {
    const at = world.space(thread).BASE + (inPlace ? SOURCE : DESTINATION);
    return world.space(thread).U8.slice(at, at + resultBlocks * bytes);
  });
  return { results, letters: world.letters };
}

/** Byte i of block b of member r's source. */
const sourceOf = ({ bytes }: Shape, rank: number, block: number) =>
  Uint8Array.from({ length: bytes }, (_, i) => byteOf(rank, block * bytes + i));
const joined = (parts: readonly Uint8Array[]) => Uint8Array.from(Buffer.concat(parts));

/** As `toEqual`, which takes its time for each byte. */
function expectSame(result: Uint8Array, expected: Uint8Array): void {
  if (Buffer.compare(result, expected) !== 0) expect(result).toEqual(expected);
}

const SIZES = [1, 2, 3, 4, 5, 7, 16, 19];
const BYTES = [1, 8, 900];
/** All ranks from the first on; every other one from the last on. */
const teams = (size: number): number[][] => {
  const all = Array.from({ length: RANKS }, (_, i) => i);
  return size <= 9
    ? [
        all.slice(0, size),
        all
          .reverse()
          .filter((_, i) => i % 2 === 0)
          .slice(0, size),
      ]
    : [all.slice(0, size)];
};
const shapes = SIZES.flatMap((size) =>
  teams(size).flatMap((members) =>
    BYTES.flatMap((bytes) => [...new Set([0, size - 1, size >> 1])].map((root): Shape => ({ members, bytes, root }))),
  ),
);
const atRoot0 = shapes.filter(({ root }) => root === 0);
/** Of 3 hosts: the ranks of each are neighbours, in 2 or 3 memories; or they are dealt out in turn. */
const HOSTS: Levels = [
  Array.from({ length: RANKS }, (_, rank) => Math.floor(rank / 7)),
  Array.from({ length: RANKS }, (_, rank) => 3 * Math.floor(rank / 7) + ((rank % 7) >> 1)),
];
const DEALT: Levels = [Array.from({ length: RANKS }, (_, rank) => rank % 3)];
/** Largest messages: none needs a get, or most do. And the groups of ranks. */
type Setting = readonly [largest: number, levels: Levels];
const SETTINGS: readonly (readonly [...Setting, name: string])[] = [
  [4000, [], 'one host'],
  [4000, HOSTS, 'three hosts'],
  [64, DEALT, 'ranks dealt to three hosts'],
];

describe.each(SETTINGS)('letters of up to $0 bytes, $2', (largest, levels, name) => {
  const here = testIn(
    name,
    SETTINGS.map((one) => one[2]),
  );
  const setting: Setting = [largest, levels];

  here('barrier: each member hears of all', () => {
    for (const members of SIZES.flatMap(teams)) {
      const world = new World(numbers(members.length), largest, levels);
      const entered = new Set<number>();
      const begin = (rank: number) => {
        entered.add(rank);
        function* all(part: Part): Steps {
          yield* algorithms.barrier(part);
          expect(entered.size).toBe(members.length);
        }
        const team = teamOf(members, rank);
        return world.engines[members[rank]!]!.begin(
          team,
          { name: 'test', signature: 1 },
          () => expect.fail('different'),
          all,
        );
      };
      world.run(members.map((_, rank) => begin(rank)));
      expect(world.isQuiet()).toBe(true);
      expect(world.letters).toBe(2 * (members.length - 1));
    }
  });

  here('broadcast', () => {
    for (const shape of shapes) {
      const { results } = outcome(
        shape,
        (part, to, from) => algorithms.broadcast(part, shape.root, to, from, shape.bytes),
        ...([1, 1, setting] as const),
      );
      for (const result of results) expectSame(result, sourceOf(shape, shape.root, 0));
    }
  });

  here('scatter', () => {
    for (const shape of shapes) {
      const { results } = outcome(
        shape,
        (part, to, from) => algorithms.scatter(part, shape.root, to, from, shape.bytes),
        ...([shape.members.length, 1, setting] as const),
      );
      results.forEach((result, rank) => {
        expectSame(result, sourceOf(shape, shape.root, rank));
      });
    }
  });

  here('gather', () => {
    for (const shape of shapes) {
      const { results } = outcome(
        shape,
        (part, to, from) => algorithms.gather(part, shape.root, to, from, shape.bytes),
        ...([1, shape.members.length, setting] as const),
      );
      expectSame(results[shape.root]!, joined(shape.members.map((_, rank) => sourceOf(shape, rank, 0))));
    }
  });

  here('gather to all', () => {
    for (const shape of atRoot0) {
      const { results } = outcome(
        shape,
        (part, to, from) => algorithms.gatherAll(part, to, from, shape.bytes),
        ...([1, shape.members.length, setting] as const),
      );
      const all = joined(shape.members.map((_, rank) => sourceOf(shape, rank, 0)));
      for (const result of results) expectSame(result, all);
    }
  });

  here('exchange', () => {
    for (const shape of atRoot0) {
      const { results } = outcome(
        shape,
        (part, to, from) => algorithms.exchange(part, to, from, shape.bytes),
        ...([shape.members.length, shape.members.length, setting] as const),
      );
      results.forEach((result, rank) => {
        expectSame(result, joined(shape.members.map((_, other) => sourceOf(shape, other, rank))));
      });
    }
  });

  here('permute', () => {
    for (const shape of atRoot0) {
      const size = shape.members.length;
      // A fixed point, a swap, and a cycle of the rest.
      const target = (rank: number) =>
        rank === 0 ? 0 : rank === 1 && size > 2 ? 2 : rank === 2 ? 1 : rank < 3 ? rank : 3 + ((rank - 2) % (size - 3));
      const { results } = outcome(
        shape,
        (part, to, from) => algorithms.permute(part, target(part.rank), to, from, shape.bytes),
        ...([1, 1, setting] as const),
      );
      results.forEach((_, rank) => {
        expectSame(results[target(rank)]!, sourceOf(shape, rank, 0));
      });
    }
  });

  /** a*x then b*y as maps of bytes: associative, and the order matters. Two bytes (a, b) are x -> a * x + b. */
  const compose = (space: Space, bytes: number) => (to: number, from: number) => {
    const { U8 } = space;
    for (let i = 0; i + 1 < bytes; i += 2) {
      const [a, b, c, d] = [U8[to + i]!, U8[to + i + 1]!, U8[from + i]!, U8[from + i + 1]!];
      U8[to + i] = a * c;
      U8[to + i + 1] = a * d + b;
    }
  };
  const folded = (shape: Shape, count: number) => {
    const scratch = { U8: new Uint8Array(2 * shape.bytes) } as unknown as Space;
    const combine = compose(scratch, shape.bytes);
    scratch.U8.set(sourceOf(shape, 0, 0));
    for (let rank = 1; rank < count; rank++) {
      scratch.U8.set(sourceOf(shape, rank, 0), shape.bytes);
      combine(0, shape.bytes);
    }
    return scratch.U8.slice(0, shape.bytes);
  };
  const even = (list: readonly Shape[]) => list.filter(({ bytes }) => bytes % 2 === 0);

  here('reduction, in the order of the ranks, in place too', () => {
    for (const shape of even(shapes))
      for (const inPlace of [false, true]) {
        const { results } = outcome(
          shape,
          (part, to, from) => algorithms.reduce(part, shape.root, to, from, shape.bytes, composeIn(part, shape)),
          ...([1, 1, setting, inPlace] as const),
        );
        expectSame(results[shape.root]!, folded(shape, shape.members.length));
      }
  });

  const composeIn = (part: Part, { bytes }: Shape) => compose(part.space, bytes);

  here('reduction to all', () => {
    for (const shape of even(atRoot0))
      for (const inPlace of [false, true]) {
        const { results } = outcome(
          shape,
          (part, to, from) => algorithms.reduceAll(part, to, from, shape.bytes, composeIn(part, shape)),
          ...([1, 1, setting, inPlace] as const),
        );
        for (const result of results) expectSame(result, folded(shape, shape.members.length));
      }
  });

  here('scan', () => {
    for (const shape of even(atRoot0)) {
      const { results } = outcome(
        shape,
        (part, to, from) => algorithms.scan(part, to, from, shape.bytes, composeIn(part, shape)),
        ...([1, 1, setting] as const),
      );
      results.forEach((result, rank) => {
        expectSame(result, folded(shape, rank + 1));
      });
    }
  });
});

/** Members, then the critical path in letters and all letters. */
test.each([
  [2, 1, 2],
  [4, 2, 6],
  [8, 4, 14],
  [16, 4, 30],
])('barrier and reduction of 8 bytes to all at %i members: %i letters one after the other, %i in all', (...given) => {
  const [size, path, letters] = given;
  const sum = (part: Part) => (to: number, from: number) => {
    part.space.F64[to >>> 3]! += part.space.F64[from >>> 3]!;
  };
  const steps = [
    algorithms.barrier,
    (part: Part) => {
      const { BASE } = part.space;
      return algorithms.reduceAll(part, BASE + DESTINATION, BASE + SOURCE, 8, sum(part));
    },
  ];
  for (const step of steps) {
    const world = new World(numbers(1), 4000);
    const members = Array.from({ length: size }, (_, rank) => rank);
    const mismatch = () => expect.fail('different');
    const operations = members.map((rank) =>
      world.engines[rank]!.begin(teamOf(members, rank), { name: 'test', signature: 1 }, mismatch, step),
    );
    expect([world.rounds(operations), world.letters]).toEqual([path, letters]);
  }
});

test('operations of different teams overlap, with a member in both', () => {
  const world = new World(numbers(5), 64);
  const groups = [
    [0, 1, 2, 3, 4],
    [4, 6, 2, 8],
  ];
  const operations = groups.flatMap((members, number) =>
    [0, 1, 2].flatMap((turn) =>
      members.map((thread, rank) => {
        const space = world.space(thread);
        const at = space.BASE + SOURCE + (number * 3 + turn) * 4096;
        space.U8.fill(number * 16 + turn * 4 + (rank === turn ? 1 : 0), at, at + 300);
        const team = { ...teamOf(members, rank, number), count: turn };
        const description = { name: 'test', signature: turn };
        return world.engines[thread]!.begin(
          team,
          description,
          () => expect.fail('different'),
          (part) => algorithms.broadcast(part, turn, at + 1024, at, 300),
        );
      }),
    ),
  );
  world.run(operations.reverse());
  for (const [number, members] of groups.entries())
    for (const thread of members)
      for (const turn of [0, 1, 2]) {
        const { U8, BASE } = world.space(thread);
        const at = BASE + SOURCE + (number * 3 + turn) * 4096 + 1024;
        expect(U8.subarray(at, at + 300).every((byte) => byte === number * 16 + turn * 4 + 1)).toBe(true);
      }
});

test('a member that makes another operation is found', () => {
  const world = new World(numbers(5), 4000);
  const found: number[] = [];
  const begin = (rank: number, signature: number) =>
    world.engines[rank]!.begin(
      teamOf([0, 1], rank),
      { name: 'test', signature },
      (_, thread, other) => {
        found.push(thread, other);
        throw new Error('different');
      },
      algorithms.barrier,
    );
  expect(() => world.run([begin(0, 1), begin(1, 2)])).toThrow('different');
  expect(found.length).toBe(2);
});
