/** Operations of the provider "ofi" over a wire of so few bytes at once that accesses go in pieces; the test ends each piece. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { FI_EAGAIN, FI_EIO } from '../../../runtime/fabrics/sfi/errno.ts';
import { IOVEC, MSG_RMA, RMA_IOV } from '../../../runtime/fabrics/sfi/providers/ofi/abi.ts';
import { DONE, STATE, UNDER_WAY } from '../../../runtime/fabrics/sfi/providers/ofi/entry.ts';
import { Operations, SLOT } from '../../../runtime/fabrics/sfi/providers/ofi/operations.ts';
import { PATIENCE_WITH_PEERS, type Port } from '../../../runtime/fabrics/sfi/providers/ofi/port.ts';
import { OPERATIONS } from '../../../runtime/fabrics/sfi/providers/ofi/sizes.ts';
import { platform } from '../../../runtime/platform/linked.ts';
import { hardwareOf, makeProcesses } from '../hardware.ts';
import { DATA, machineOf } from './machine.ts';

const LARGEST = 1000;
/** Where this rank's bytes are, and the other's. */
const [HERE, THERE] = [DATA, DATA + 8192];
/** In the memory of the other process, whose regions begin at the base that the wire adds. */
const BASE = 0x1000_0000;

/** A piece, as libfabric has it. */
interface Piece {
  readonly isWrite: boolean;
  readonly local: number;
  readonly remote: number;
  readonly len: number;
  readonly context: number;
}

class Target {
  readonly pieces: Piece[] = [];
  /** What the next calls give, in the place of 0. */
  readonly statuses: number[] = [];
  isGone = false;
  /** Its region. */
  readonly bytes = new Uint8Array(1 << 16);
  now = 0;
  readonly hardware = hardwareOf(machineOf(2), makeProcesses(machineOf(2), 'separate memories'), 0);
  readonly operations = new Operations(
    this.hardware,
    this.port() as unknown as Port,
    (this.hardware.space.BASE >>> 0) + this.hardware.area.take(OPERATIONS * SLOT),
    OPERATIONS,
  );
  private readonly U8 = this.hardware.space.U8;

  /** Ends the piece begun last; what it reads and writes is done, if no error is given. */
  end(state: number = DONE): void {
    const { isWrite, local, remote, len, context } = this.pieces.at(-1)!;
    const offset = remote - BASE - THERE;
    if (state === DONE && isWrite) this.bytes.set(this.U8.subarray(local, local + len), offset);
    if (state === DONE && !isWrite) this.U8.set(this.bytes.subarray(offset, offset + len), local);
    this.hardware.space.I32[(context >>> 2) + STATE] = state;
  }

  here(len: number): Uint8Array {
    return this.U8.slice(HERE, HERE + len);
  }

  fillHere(len: number): Uint8Array {
    for (let i = 0; i < len; i++) this.U8[HERE + i] = i * 7 + (i >>> 8);
    return this.here(len);
  }

  /** What `Operations` wants of a port. */
  private port(): Pick<Port, 'processOf' | 'isGone' | 'judge' | 'begin'> & { readonly wire: object } {
    const begin = (isWrite: boolean) => (_endpoint: number, message: number) => this.take(isWrite, message);
    return {
      processOf: (rank) => rank,
      isGone: () => this.isGone,
      judge: (_, status) => status,
      begin: () => {},
      wire: {
        largest: LARGEST,
        base: 0,
        descriptor: 0,
        endpoint: 0,
        keyOf: () => Int32Array.of(1, 0),
        baseOf: () => BASE,
        addressOf: () => 0,
        writemsg: begin(true),
        readmsg: begin(false),
      },
    };
  }

  private take(isWrite: boolean, message: number): number {
    const status = this.statuses.shift() ?? 0;
    if (status !== 0) return status;
    const long = (at: number) => Number(this.hardware.space.I64[at >>> 3]);
    const [iov, rma] = [long(message + MSG_RMA.IOV), long(message + MSG_RMA.RMA_IOV)];
    const len = long(iov + IOVEC.LEN);
    expect(long(rma + RMA_IOV.LEN)).toBe(len);
    const [local, remote] = [long(iov + IOVEC.BASE), long(rma + RMA_IOV.ADDR)];
    this.pieces.push({ isWrite, local, remote, len, context: long(message + MSG_RMA.CONTEXT) });
    return 0;
  }
}

let target: Target;
beforeEach(() => {
  target = new Target();
  vi.spyOn(platform.clock, 'milliseconds').mockImplementation(() => target.now);
});

const begin = (isWrite: boolean, len: number, offset = THERE) =>
  target.operations.begin(isWrite, 1, HERE, offset, len, false);

/** Ends piece by piece until the access is done; gives the numbers of bytes. */
function finish(slot: number): number[] {
  const { operations, pieces } = target;
  do target.end();
  while (operations.stateOf(slot) === UNDER_WAY);
  expect(operations.stateOf(slot)).toBe(DONE);
  operations.release(slot);
  return pieces.map(({ len }) => len);
}

describe.each([true, false])('writes: %s', (isWrite) => {
  test.each([
    [1, [1]],
    [LARGEST, [LARGEST]],
    [LARGEST + 1, [LARGEST, 1]],
    [3 * LARGEST, [LARGEST, LARGEST, LARGEST]],
  ])('%i bytes in pieces of %j', (len, wanted) => {
    const bytes = target.fillHere(len);
    if (!isWrite) {
      target.bytes.set(bytes);
      target.hardware.space.U8.fill(0, HERE, HERE + len);
    }
    expect(finish(begin(isWrite, len))).toEqual(wanted);
    expect(isWrite ? target.bytes.subarray(0, len) : target.here(len)).toEqual(bytes);
    expect(target.pieces.every((piece) => piece.isWrite === isWrite)).toBe(true);
  });

  test('a piece begins when the one before is done', () => {
    const slot = begin(isWrite, 2 * LARGEST);
    for (let i = 0; i < 3; i++) expect(target.operations.stateOf(slot)).toBe(UNDER_WAY);
    expect(target.pieces).toHaveLength(1);
    target.end();
    for (let i = 0; i < 3; i++) expect(target.operations.stateOf(slot)).toBe(UNDER_WAY);
    expect(target.pieces).toHaveLength(2);
  });

  test('nothing overtakes the pieces that have not begun', () => {
    const slot = begin(isWrite, 3 * LARGEST);
    const last = THERE + 3 * LARGEST - 1;
    expect(begin(true, 1, last)).toBe(-FI_EAGAIN);
    expect(begin(false, 1, last) === -FI_EAGAIN).toBe(isWrite);
    expect(begin(true, 1, last + 1)).toBeGreaterThanOrEqual(0);
    expect(target.operations.overlaps(1, last, 1)).toBe(true);
    expect(slot).toBeGreaterThanOrEqual(0);
  });

  test('a piece for which there is no room begins later', () => {
    const slot = begin(isWrite, 2 * LARGEST);
    target.end();
    target.statuses.push(-FI_EAGAIN, -FI_EAGAIN);
    for (let i = 0; i < 2; i++) expect(target.operations.stateOf(slot)).toBe(UNDER_WAY);
    expect(target.pieces).toHaveLength(1);
    expect(target.operations.stateOf(slot)).toBe(UNDER_WAY);
    expect(target.pieces).toHaveLength(2);
    expect(finish(slot)).toEqual([LARGEST, LARGEST]);
  });

  test('an error of a piece is that of the access, when it is known that its target lives', () => {
    const slot = begin(isWrite, 3 * LARGEST);
    target.end();
    target.operations.stateOf(slot);
    target.now = 500;
    target.end(-FI_EIO);
    expect(target.operations.stateOf(slot)).toBe(UNDER_WAY);
    target.now += PATIENCE_WITH_PEERS;
    expect(target.operations.stateOf(slot)).toBe(-FI_EIO);
    expect(target.pieces).toHaveLength(2);
  });

  test('a piece that is refused ends the access', () => {
    const slot = begin(isWrite, 3 * LARGEST);
    target.end();
    target.statuses.push(-FI_EIO);
    expect(target.operations.stateOf(slot)).toBe(-FI_EIO);
    expect(target.pieces).toHaveLength(1);
    target.operations.release(slot);
    expect(target.operations.overlaps(1, THERE, 3 * LARGEST)).toBe(false);
  });

  test('a target that is gone between two pieces is asked no more', () => {
    const len = 3 * LARGEST;
    const bytes = target.fillHere(len);
    target.bytes.fill(1);
    const slot = begin(isWrite, len);
    target.end();
    target.isGone = true;
    expect(target.operations.stateOf(slot)).toBe(UNDER_WAY);
    expect(target.operations.stateOf(slot)).toBe(DONE);
    expect(target.pieces).toHaveLength(1);
    if (isWrite) expect(target.here(len)).toEqual(bytes);
    else expect(target.here(len)).toEqual(new Uint8Array(len).fill(1, 0, LARGEST));
  });

  test('a target that is gone with a piece under way keeps its slot until libfabric has ended that', () => {
    const slots = Array.from({ length: OPERATIONS }, (_, i) => begin(isWrite, LARGEST + 1, THERE + 2 * LARGEST * i));
    target.isGone = true;
    for (const slot of slots) {
      expect(target.operations.stateOf(slot)).toBe(DONE);
      target.operations.release(slot);
    }
    expect(begin(isWrite, 1)).toBe(-FI_EAGAIN);
    target.end(-FI_EIO);
    expect(begin(isWrite, 1)).toBe(slots.at(-1));
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
