/**
 * Operations of the provider "ofi" over a wire of so few bytes at once that accesses go in pieces, and that wants all operands registered; the test
 * ends each piece.
 */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { FI_EAGAIN, FI_EIO, FI_ENOMEM } from '../../../runtime/fabrics/sfi/errno.ts';
import { IOVEC, MSG_RMA, RMA_IOV, setLong } from '../../../runtime/fabrics/sfi/providers/ofi/abi.ts';
import { DONE, STATE, UNDER_WAY } from '../../../runtime/fabrics/sfi/providers/ofi/entry.ts';
import { PATIENCE_WITH_PEERS } from '../../../runtime/fabrics/sfi/providers/ofi/faults.ts';
import { CachedOperands } from '../../../runtime/fabrics/sfi/providers/ofi/operands.ts';
import { DESCRIPTOR, Operations, PIECES, SLOT } from '../../../runtime/fabrics/sfi/providers/ofi/operations.ts';
import type { Port } from '../../../runtime/fabrics/sfi/providers/ofi/port.ts';
import { RegistrationCache } from '../../../runtime/fabrics/sfi/providers/ofi/registrationcache.ts';
import { OPERATIONS } from '../../../runtime/fabrics/sfi/providers/ofi/sizes.ts';
import { platform } from '../../../runtime/platform/linked.ts';
import { hardwareOf, makeProcesses } from '../hardware.ts';
import { DATA, machineOf, SHIFT } from './machine.ts';

const LARGEST = 1000;
/** Where this rank's bytes are, and the other's. */
const [HERE, THERE] = [DATA, DATA + 8192];
/** In the memory of the other process, whose regions begin at the base that the wire adds. */
const BASE = 0x1000_0000;
/** So much of each region is registered from the start, as a region with this descriptor; the heap is behind it, to the end of the region. */
const [REGISTERED, DESCRIPTOR_OF_START] = [2 ** 21, 77];
const [BUCKET, CAPACITY] = [4096, 3];

/** A piece, as libfabric has it. */
interface Piece {
  readonly isWrite: boolean;
  readonly local: number;
  readonly remote: number;
  readonly len: number;
  readonly context: number;
  isOver: boolean;
}

/** What is registered behind the beginning: the descriptor of a region is 1000 more than it. */
class Registered {
  readonly regions = new Map<number, { readonly address: number; readonly bytes: number }>();
  /** So many bytes may be. */
  limit = Number.POSITIVE_INFINITY;
  private last = 0;

  register(address: number, bytes: number): number {
    const all = [...this.regions.values()];
    expect(all.length).toBeLessThan(CAPACITY);
    expect(address + bytes).toBeLessThanOrEqual(1 << SHIFT);
    if (all.reduce((sum, region) => sum + region.bytes, bytes) > this.limit) return -FI_ENOMEM;
    this.regions.set(++this.last, { address, bytes });
    return this.last;
  }

  descriptorOf(region: number): number {
    return 1000 + region;
  }

  close(region: number): void {
    expect(this.regions.delete(region)).toBe(true);
  }

  /** Whether a range lies in the registration that has this descriptor. */
  has(local: number, len: number, descriptor: number): boolean {
    if (descriptor === DESCRIPTOR_OF_START) return local + len <= REGISTERED;
    const region = this.regions.get(descriptor - 1000);
    return region !== undefined && local >= region.address && local + len <= region.address + region.bytes;
  }
}

class Target {
  readonly pieces: Piece[] = [];
  /** What the next calls give, in the place of 0. */
  readonly statuses: number[] = [];
  isGone = false;
  /** Bytes of a piece. */
  largest = LARGEST;
  /** Its region. */
  readonly bytes = new Uint8Array(1 << SHIFT);
  now = 0;
  readonly registered = new Registered();
  readonly hardware = hardwareOf(machineOf(2), makeProcesses(machineOf(2), 'separate memories'), 0);
  readonly operations = new Operations(
    this.hardware,
    this.port() as unknown as Port,
    new CachedOperands(
      { SHIFT },
      REGISTERED,
      { descriptorOf: () => DESCRIPTOR_OF_START },
      new RegistrationCache(this.registered, BUCKET, CAPACITY),
    ),
    (this.hardware.space.BASE >>> 0) + this.hardware.area.take(OPERATIONS * SLOT),
    OPERATIONS,
  );
  readonly U8 = this.hardware.space.U8;

  get underWay(): Piece[] {
    return this.pieces.filter(({ isOver }) => !isOver);
  }

  /** Ends a piece under way, the first if none is given; what it reads and writes is done, if no error is given. */
  end(state: number = DONE, piece: Piece = this.underWay[0]!): void {
    const { isWrite, local, remote, len, context } = piece;
    const offset = remote - BASE;
    if (state === DONE && isWrite) this.bytes.set(this.U8.subarray(local, local + len), offset);
    if (state === DONE && !isWrite) this.U8.set(this.bytes.subarray(offset, offset + len), local);
    this.mustBeRegistered(piece);
    piece.isOver = true;
    this.hardware.space.I32[(context >>> 2) + STATE] = state;
  }

  here(len: number): Uint8Array {
    return this.U8.slice(HERE, HERE + len);
  }

  there(len: number): Uint8Array {
    return this.bytes.slice(THERE, THERE + len);
  }

  fillHere(len: number): Uint8Array {
    for (let i = 0; i < len; i++) this.U8[HERE + i] = i * 7 + (i >>> 8);
    return this.here(len);
  }

  /** What `Operations` wants of a port. */
  private port() {
    const begin = (isWrite: boolean) => (_endpoint: number, message: number) => this.take(isWrite, message);
    const { I32 } = this.hardware.space;
    const largest = () => this.largest;
    return {
      processOf: (rank: number) => rank,
      isGone: () => this.isGone,
      faults: { judge: (_: number, status: number) => status },
      handover: { begin: () => {} },
      wire: {
        get largest() {
          return largest();
        },
        base: 0,
        endpoint: 0,
        aim(at: number, rank: number, offset: number, count: number) {
          if (rank !== 1) expect.fail(`rank ${rank}`);
          setLong(I32, at + RMA_IOV.ADDR, BASE + offset);
          setLong(I32, at + RMA_IOV.LEN, count);
        },
        addressOf: () => 0,
        descriptorOf: () => DESCRIPTOR_OF_START,
        writemsg: begin(true),
        readmsg: begin(false),
      },
    };
  }

  private take(isWrite: boolean, message: number): number {
    const status = this.statuses.shift() ?? 0;
    if (status !== 0) return status;
    const [iov, rma] = [this.long(message + MSG_RMA.IOV), this.long(message + MSG_RMA.RMA_IOV)];
    const len = this.long(iov + IOVEC.LEN);
    if (this.long(rma + RMA_IOV.LEN) !== len) expect.fail('lengths differ');
    const [local, remote] = [this.long(iov + IOVEC.BASE), this.long(rma + RMA_IOV.ADDR)];
    const piece = { isWrite, local, remote, len, context: this.long(message + MSG_RMA.CONTEXT), isOver: false };
    this.mustBeRegistered(piece);
    this.pieces.push(piece);
    return 0;
  }

  /** Its operand, with the descriptor that stands in its slot. */
  private mustBeRegistered({ local, len, context }: Piece): void {
    const descriptor = this.long(context + DESCRIPTOR);
    if (!this.registered.has(local, len, descriptor)) expect.fail(`${len} bytes at ${local}, not in ${descriptor}`);
  }

  private long(at: number): number {
    return Number(this.hardware.space.I64[at >>> 3]);
  }
}

let target: Target;
beforeEach(() => {
  target = new Target();
  vi.spyOn(platform.clock, 'milliseconds').mockImplementation(() => target.now);
});

const begin = (isWrite: boolean, len: number, offset = THERE, local = HERE) =>
  target.operations.begin(isWrite, 1, local, offset, len, false);

/** Ends piece by piece, in any order, until the access is done; gives the numbers of bytes. */
function finish(slot: number, chooses: (count: number) => number = () => 0): number[] {
  const { operations } = target;
  do {
    const { underWay } = target;
    expect(underWay.length).toBeLessThanOrEqual(PIECES);
    target.end(DONE, underWay[chooses(underWay.length)]);
  } while (operations.stateOf(slot) === UNDER_WAY);
  expect(operations.stateOf(slot)).toBe(DONE);
  expect(target.underWay).toEqual([]);
  operations.release(slot);
  return target.pieces.map(({ len }) => len);
}

/** Numbers below a bound, the same for the same seed. */
function drawing(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 8) % bound;
  };
}

describe.each([true, false])('writes: %s', (isWrite) => {
  /** What an access of so many bytes moves is here and there; else only at its source. */
  function fillSource(len: number): Uint8Array {
    const bytes = target.fillHere(len);
    if (isWrite) return bytes;
    target.bytes.set(bytes, THERE);
    target.U8.fill(0, HERE, HERE + len);
    return bytes;
  }

  const moved = (len: number) => (isWrite ? target.there(len) : target.here(len));

  test.each([
    [1, [1]],
    [LARGEST, [LARGEST]],
    [LARGEST + 1, [LARGEST, 1]],
    [3 * LARGEST, [LARGEST, LARGEST, LARGEST]],
  ])('%i bytes in pieces of %j', (len, wanted) => {
    const bytes = fillSource(len);
    expect(finish(begin(isWrite, len))).toEqual(wanted);
    expect(moved(len)).toEqual(bytes);
    expect(target.pieces.every((piece) => piece.isWrite === isWrite)).toBe(true);
  });

  test.each([1, 2, 3, 4])('pieces end in any order (%i), and a few are under way at a time', (seed) => {
    const len = 7 * LARGEST + 123;
    const bytes = fillSource(len);
    const slot = begin(isWrite, len);
    expect(target.pieces).toHaveLength(PIECES);
    for (let i = 0; i < 3; i++) expect(target.operations.stateOf(slot)).toBe(UNDER_WAY);
    expect(target.pieces).toHaveLength(PIECES);
    expect(finish(slot, drawing(seed))).toHaveLength(8);
    expect(moved(len)).toEqual(bytes);
  });

  test('an access is not done before all of its pieces are', () => {
    const slot = begin(isWrite, 3 * LARGEST);
    for (const piece of target.underWay.reverse()) {
      expect(target.operations.stateOf(slot)).toBe(UNDER_WAY);
      target.end(DONE, piece);
    }
    expect(target.operations.stateOf(slot)).toBe(DONE);
  });

  test('pieces leave slots to other accesses', () => {
    const others = Array.from({ length: OPERATIONS / 2 }, (_, i) => begin(isWrite, 1, THERE + 8 * LARGEST + i));
    expect(new Set(others).size).toBe(OPERATIONS / 2);
    const slot = begin(isWrite, 2 * LARGEST);
    expect(target.pieces).toHaveLength(OPERATIONS / 2 + 1);
    target.end(DONE, target.pieces.at(-1));
    expect(target.operations.stateOf(slot)).toBe(UNDER_WAY);
    target.end(DONE, target.pieces.at(-1));
    expect(target.operations.stateOf(slot)).toBe(DONE);
  });

  test('all slots are free when accesses in pieces are done', () => {
    for (let i = 0; i < OPERATIONS; i++) finish(begin(isWrite, 3 * LARGEST));
    const slots = Array.from({ length: OPERATIONS }, (_, i) => begin(isWrite, 1, THERE + i));
    expect(new Set(slots).size).toBe(OPERATIONS);
    expect(slots.every((slot) => slot >= 0)).toBe(true);
    expect(begin(isWrite, 1, THERE + OPERATIONS)).toBe(-FI_EAGAIN);
  });

  test('nothing overtakes the pieces, begun or not', () => {
    const len = 2 * PIECES * LARGEST;
    const slot = begin(isWrite, len);
    for (const offset of [THERE, THERE + len - 1]) {
      expect(begin(true, 1, offset)).toBe(-FI_EAGAIN);
      expect(begin(false, 1, offset) === -FI_EAGAIN).toBe(isWrite);
      expect(target.operations.overlaps(1, offset, 1)).toBe(true);
    }
    expect(begin(true, 1, THERE + len)).toBeGreaterThanOrEqual(0);
    target.end(DONE, target.pieces[0]);
    target.operations.stateOf(slot);
    expect(begin(true, 1, THERE)).toBe(-FI_EAGAIN);
  });

  test('a piece for which there is no room begins later', () => {
    target.statuses.push(0, -FI_EAGAIN);
    const slot = begin(isWrite, 2 * LARGEST);
    expect(target.pieces).toHaveLength(1);
    target.end();
    target.statuses.push(-FI_EAGAIN, -FI_EAGAIN);
    for (let i = 0; i < 2; i++) expect(target.operations.stateOf(slot)).toBe(UNDER_WAY);
    expect(target.pieces).toHaveLength(1);
    expect(target.operations.stateOf(slot)).toBe(UNDER_WAY);
    expect(target.pieces).toHaveLength(2);
    expect(finish(slot)).toEqual([LARGEST, LARGEST]);
  });

  test('an error of a piece is that of the access, when it is known that its target lives', () => {
    const slot = begin(isWrite, 2 * PIECES * LARGEST);
    target.now = 500;
    target.end(-FI_EIO, target.underWay[1]);
    expect(target.operations.stateOf(slot)).toBe(UNDER_WAY);
    target.now += PATIENCE_WITH_PEERS;
    expect(target.operations.stateOf(slot)).toBe(-FI_EIO);
    expect(target.pieces).toHaveLength(PIECES);
  });

  test('a piece that is refused ends the access', () => {
    const slot = begin(isWrite, 2 * PIECES * LARGEST);
    target.end();
    target.statuses.push(-FI_EIO);
    expect(target.operations.stateOf(slot)).toBe(-FI_EIO);
    expect(target.operations.stateOf(slot)).toBe(-FI_EIO);
    expect(target.pieces).toHaveLength(PIECES);
    target.operations.release(slot);
    expect(target.operations.overlaps(1, THERE, 2 * PIECES * LARGEST)).toBe(false);
  });

  test('a target that is gone between two pieces is asked no more', () => {
    const len = 3 * LARGEST;
    const bytes = target.fillHere(len);
    target.bytes.fill(1);
    target.statuses.push(0, -FI_EAGAIN);
    const slot = begin(isWrite, len);
    target.end();
    target.isGone = true;
    expect(target.operations.stateOf(slot)).toBe(DONE);
    expect(target.pieces).toHaveLength(1);
    if (isWrite) expect(target.here(len)).toEqual(bytes);
    else expect(target.here(len)).toEqual(new Uint8Array(len).fill(1, 0, LARGEST));
  });

  test('a target that is gone before the access is not asked', () => {
    target.fillHere(LARGEST);
    target.isGone = true;
    const slot = begin(isWrite, LARGEST);
    expect(target.operations.stateOf(slot)).toBe(DONE);
    expect(target.pieces).toEqual([]);
    if (!isWrite) expect(target.here(LARGEST)).toEqual(new Uint8Array(LARGEST));
  });

  test('a target that is gone with pieces under way keeps their slots until libfabric has ended them', () => {
    const slots = [];
    for (let slot: number; (slot = begin(isWrite, LARGEST + 1, THERE + 2 * LARGEST * slots.length)) >= 0; )
      slots.push(slot);
    target.isGone = true;
    for (const slot of slots) {
      expect(target.operations.stateOf(slot)).toBe(DONE);
      target.operations.release(slot);
    }
    expect(target.pieces).toHaveLength(OPERATIONS);
    expect(begin(isWrite, 1)).toBe(-FI_EAGAIN);
    target.end(-FI_EIO);
    expect(begin(isWrite, 1)).toBeGreaterThanOrEqual(0);
    expect(begin(isWrite, 1, THERE + 1)).toBe(-FI_EAGAIN);
  });

  describe('operands on the heap', () => {
    const END = 2 ** SHIFT;

    test.each([
      ['within a bucket', REGISTERED + 10, 100, [100]],
      ['up to the end of one', REGISTERED + BUCKET - 100, 100, [100]],
      ['across the border of two', REGISTERED + BUCKET - 60, 100, [60, 40]],
      ['one byte into the next', REGISTERED + BUCKET - 99, 100, [99, 1]],
      ['at the end of what is registered', REGISTERED - 100, 100, [100]],
      ['across that end', REGISTERED - 60, 100, [60, 40]],
      ['at the end of the region', END - 100, 100, [100]],
      ['none', REGISTERED + 10, 0, [0]],
    ])('%s', (_, local, len, wanted) => {
      expect(finish(begin(isWrite, len, THERE, local))).toEqual(wanted);
    });
  });
});

describe('registrations of operands', () => {
  beforeEach(() => {
    target.largest = Number.MAX_SAFE_INTEGER;
  });

  test('one of more buckets than can be registered goes through them', () => {
    const len = (CAPACITY + 4) * BUCKET - 50;
    const local = REGISTERED + 30;
    for (let i = 0; i < len; i++) target.U8[local + i] = i * 5 + (i >>> 8);
    const slot = begin(true, len, THERE, local);
    finish(slot, drawing(1));
    expect(target.there(len)).toEqual(target.U8.slice(local, local + len));
    expect(target.registered.regions.size).toBe(CAPACITY);
  });

  test('a bucket stays registered, and the one used least recently is given up', () => {
    const use = (bucket: number) => finish(begin(true, 8, THERE, REGISTERED + bucket * BUCKET));
    const registered = () =>
      [...target.registered.regions.values()].map(({ address }) => (address - REGISTERED) / BUCKET).sort();
    for (const bucket of [0, 1, 2, 0, 1, 0]) use(bucket);
    const before = new Set(target.registered.regions.keys());
    expect(registered()).toEqual([0, 1, 2]);
    use(3);
    expect(registered()).toEqual([0, 1, 3]);
    expect([...target.registered.regions.keys()].filter((region) => before.has(region))).toHaveLength(2);
  });

  test('while all are used an access of another bucket waits', () => {
    const slots = [0, 1, 2].map((bucket) => begin(true, 8, THERE + 8 * bucket, REGISTERED + bucket * BUCKET));
    expect(begin(true, 8, THERE + 100, REGISTERED + 3 * BUCKET)).toBe(-FI_EAGAIN);
    expect(begin(true, 8, THERE + 108, REGISTERED + 2 * BUCKET)).toBeGreaterThanOrEqual(0);
    target.end();
    expect(target.operations.stateOf(slots[0]!)).toBe(DONE);
    expect(begin(true, 8, THERE + 100, REGISTERED + 3 * BUCKET)).toBe(-FI_EAGAIN);
    target.operations.release(slots[0]!);
    expect(begin(true, 8, THERE + 100, REGISTERED + 3 * BUCKET)).toBeGreaterThanOrEqual(0);
  });

  test('a target that is gone does not free a bucket that libfabric still uses', () => {
    const slots = [0, 1, 2].map((bucket) => begin(false, 8, THERE + 8 * bucket, REGISTERED + bucket * BUCKET));
    target.isGone = true;
    for (const slot of slots) {
      expect(target.operations.stateOf(slot)).toBe(DONE);
      target.operations.release(slot);
    }
    target.isGone = false;
    expect(begin(true, 8, THERE + 100, REGISTERED + 3 * BUCKET)).toBe(-FI_EAGAIN);
    expect(target.registered.regions.size).toBe(CAPACITY);
  });

  test('where less may be pinned others make room; where nothing may, the access fails', () => {
    target.registered.limit = BUCKET;
    const slot = begin(true, 8, THERE, REGISTERED);
    expect(begin(true, 8, THERE + 8, REGISTERED + BUCKET)).toBe(-FI_EAGAIN);
    finish(slot);
    finish(begin(true, 3 * BUCKET, THERE, REGISTERED + 5));
    expect(target.registered.regions.size).toBe(1);
    target.registered.limit = 0;
    expect(begin(true, 8, THERE, REGISTERED + 20 * BUCKET)).toBe(-FI_ENOMEM);
    expect(target.registered.regions.size).toBe(0);
  });

  test.each([1, 2, 3])('each operand lies in the registration of its descriptor as long as it is used (%i)', (seed) => {
    const draw = drawing(seed);
    const edges = [HERE, REGISTERED, REGISTERED + BUCKET, REGISTERED + 5 * BUCKET, 2 ** SHIFT - 4 * BUCKET];
    const lengths = [0, 1, 8, 500, BUCKET - 1, BUCKET, BUCKET + 1, 3 * BUCKET, 12 * BUCKET];
    const begun = new Set<number>();
    let done = 0;
    for (let step = 0; step < 1500; step++) {
      const len = lengths[draw(lengths.length)]!;
      const local = Math.min(edges[draw(edges.length)]! + draw(BUCKET) - draw(2) * 300, 2 ** SHIFT - len);
      if (draw(20) === 0) target.statuses.push(-FI_EAGAIN);
      const slot = begin(draw(2) === 0, len, draw(1 << 20), local);
      if (slot >= 0) begun.add(slot);
      else expect(slot).toBe(-FI_EAGAIN);
      const { underWay } = target;
      for (let i = draw(6); i > 0 && underWay.length > 0; i--)
        target.end(DONE, underWay.splice(draw(underWay.length), 1)[0]);
      for (const each of begun) {
        if (target.operations.stateOf(each) === UNDER_WAY) continue;
        target.operations.release(each);
        begun.delete(each);
        done++;
      }
      if (target.pieces.length > 500) target.pieces.splice(0, target.pieces.length, ...target.underWay);
      expect(target.registered.regions.size).toBeLessThanOrEqual(CAPACITY);
    }
    expect(done).toBeGreaterThan(200);
  });
});

describe('a request', () => {
  const answer = (slot: number) => target.hardware.space.I32[target.operations.answerOf(slot) >>> 2];

  test('is done when its answer is here, and holds up accesses to its bytes until then', () => {
    let place = 0;
    const slot = target.operations.request(1, THERE, 8, (offset) => {
      place = offset;
      return 0;
    });
    expect(target.operations.stateOf(slot)).toBe(UNDER_WAY);
    expect(begin(false, 8, THERE + 7)).toBe(-FI_EAGAIN);
    const entry = target.hardware.space.BASE + place;
    target.hardware.space.I32[(entry >>> 2) + STATE] = DONE;
    expect(target.operations.stateOf(slot)).toBe(DONE);
    target.operations.release(slot);
    expect(begin(false, 8, THERE + 7)).toBe(slot);
  });

  test('to a target that is gone is not sent: zero answers it, and its slot is free again', () => {
    target.isGone = true;
    for (let i = 0; i < 2 * OPERATIONS; i++) {
      const slot = target.operations.request(1, THERE, 8, () => {
        throw new Error('it is sent');
      });
      expect(target.operations.stateOf(slot)).toBe(DONE);
      expect(answer(slot)).toBe(0);
      target.operations.release(slot);
    }
  });
});
