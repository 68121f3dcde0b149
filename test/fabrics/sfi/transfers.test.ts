/** Messages, tagged messages, RMA and atomics between two ranks that take turns; in direct and in table mode. */
import { describe, expect, test } from 'vitest';
import { DATATYPES, OPERATORS } from '../../../runtime/fabrics/sfi/atomic.ts';
import { Completion, type CompletionError, type CompletionQueue } from '../../../runtime/fabrics/sfi/cq.ts';
import * as e from '../../../runtime/fabrics/sfi/errno.ts';
import * as f from '../../../runtime/fabrics/sfi/flags.ts';
import * as old from '../../../runtime/fabrics/sfi/names2014.ts';
import { at as anywhere, SHIFT } from './machine.ts';
import { KEY, makeRanks, opened, type Rank, type Wanted } from './ranks.ts';

const one = [new Completion()];
const [entry] = one as [Completion];

function next(queue: CompletionQueue): Completion {
  const count = queue.read(one, 1);
  if (count !== 1) throw new Error(`read: ${count}`);
  return { ...entry };
}

function error(queue: CompletionQueue): CompletionError {
  expect(queue.read(one, 1)).toBe(-e.FI_EAVAIL);
  return opened(queue.readerr());
}

function fill({ hardware }: Rank, address: number, size: number, seed = 1): void {
  for (let i = 0; i < size; i++) hardware.space.U8[address + i] = (i * 7 + seed) & 255;
}

function bytes({ hardware }: Rank, address: number, size: number): number[] {
  return [...hardware.space.U8.subarray(address, address + size)];
}

describe.each([
  [true, 'one memory'],
  [false, 'one memory'],
  [true, 'separate memories'],
] as const)('direct: %s, %s', (direct, arrangement) => {
  const at = arrangement === 'separate memories' ? (_rank: number, offset = 0) => anywhere(0, offset) : anywhere;
  const pair = (wanted: Wanted = {}) => makeRanks({ direct, arrangement, ...wanted }) as [Rank, Rank];

  test('a message goes into the posted buffer, with a completion at both ends', () => {
    const [a, b] = pair();
    fill(a, at(0), 100);
    expect(b.endpoint.msg.recv(at(1), 200, null, f.FI_ADDR_UNSPEC, 11)).toBe(0);
    expect(a.endpoint.msg.send(at(0), 100, null, 1, 22)).toBe(0);
    expect(next(a.sent)).toMatchObject({ op_context: 22, flags: f.FI_SEND | f.FI_MSG, len: 100 });
    expect(next(b.received)).toMatchObject({ op_context: 11, flags: f.FI_RECV | f.FI_MSG, len: 100 });
    expect(bytes(b, at(1), 100)).toEqual(bytes(a, at(0), 100));
    expect(b.received.read(one, 1)).toBe(-e.FI_EAGAIN);
  });

  test('what is injected may be overwritten at once, and has no completion, ever', () => {
    const [a, b] = pair();
    fill(a, at(0), 64);
    const wanted = bytes(a, at(0), 64);
    expect(old.fi_injectto(a.endpoint, at(0), 64, 1)).toBe(0);
    fill(a, at(0), 64, 99);
    expect(a.endpoint.msg.inject(at(0), 193, 1)).toBe(-e.FI_EMSGSIZE);
    old.fi_recvfrom(b.endpoint, at(1), 64, null, f.FI_ADDR_UNSPEC, 1);
    expect(next(b.received).len).toBe(64);
    expect(bytes(b, at(1), 64)).toEqual(wanted);
    expect(a.sent.read(one, 1)).toBe(-e.FI_EAGAIN);
  });

  test('a long message is complete when it has been received', () => {
    const [a, b] = pair();
    fill(a, at(0), 50_001);
    expect(a.endpoint.msg.send(at(0), 50_001, null, 1, 5)).toBe(0);
    expect(a.sent.read(one, 1)).toBe(-e.FI_EAGAIN);
    b.endpoint.msg.recv(at(1, 3), 60_000, null, f.FI_ADDR_UNSPEC, 6);
    expect(next(b.received).len).toBe(50_001);
    expect(bytes(b, at(1, 3), 50_001)).toEqual(bytes(a, at(0), 50_001));
    expect(next(a.sent)).toMatchObject({ op_context: 5, len: 50_001 });
  });

  test('pieces are gathered and scattered, short and long', () => {
    for (const size of [30, 30_000]) {
      const [a, b] = pair();
      fill(a, at(0), size);
      const third = size / 3;
      const pieces = [0, 1, 2].map((i) => ({ base: at(0, i * third), len: third }));
      b.endpoint.msg.recvv(
        [
          { base: at(1), len: third + 5 },
          { base: at(1, third + 5), len: size },
        ],
        null,
        f.FI_ADDR_UNSPEC,
        1,
      );
      expect(a.endpoint.msg.sendv(pieces, null, 1, 2)).toBe(0);
      expect(next(b.received).len).toBe(size);
      expect(bytes(b, at(1), size)).toEqual(bytes(a, at(0), size));
      expect(next(a.sent).op_context).toBe(2);
    }
  });

  test('one buffer takes many messages, until less is left than the least', () => {
    const [a, b] = pair();
    b.endpoint.setopt('FI_OPT_MIN_MULTI_RECV', 100);
    const buffer = { msg_iov: [{ base: at(1), len: 400 }], addr: f.FI_ADDR_UNSPEC, context: 77 };
    expect(b.endpoint.msg.recvmsg(buffer, f.FI_MULTI_RECV | f.FI_COMPLETION)).toBe(0);
    expect(b.endpoint.msg.recvmsg({ ...buffer, context: 78 }, f.FI_MULTI_RECV | f.FI_COMPLETION)).toBe(0);
    for (let i = 0; i < 4; i++) {
      fill(a, at(0), 101, i);
      expect(a.endpoint.msg.inject(at(0), 101, 1)).toBe(0);
    }
    const entries = [0, 1, 2, 3].map(() => next(b.received));
    expect(entries.map(({ op_context }) => op_context)).toEqual([77, 77, 77, 78]);
    expect(entries.map(({ buf }) => buf)).toEqual([at(1), at(1, 104), at(1, 208), at(1)]);
    expect(entries.map(({ flags }) => (flags & f.FI_MULTI_RECV) !== 0)).toEqual([false, false, true, false]);
    expect(bytes(b, at(1, 104), 3)).toEqual([1, 8, 15]);
  });

  test('a buffer with too little room for the next message is given back by an event of its own', () => {
    const [a, b] = pair();
    for (const context of [1, 2]) {
      const buffer = { msg_iov: [{ base: at(1, context * 1000), len: 150 }], addr: f.FI_ADDR_UNSPEC, context };
      b.endpoint.msg.recvmsg(buffer, f.FI_MULTI_RECV | f.FI_COMPLETION);
    }
    b.endpoint.setopt('FI_OPT_MIN_MULTI_RECV', 10);
    a.endpoint.msg.inject(at(0), 100, 1);
    a.endpoint.msg.inject(at(0), 100, 1);
    expect(next(b.received)).toMatchObject({ op_context: 1, len: 100 });
    expect(next(b.received)).toMatchObject({ op_context: 1, len: 0, flags: f.FI_MULTI_RECV | f.FI_RECV | f.FI_MSG });
    expect(next(b.received)).toMatchObject({ op_context: 2, len: 100 });
  });

  test('a message longer than its buffer is an error that says how much is lost', () => {
    const [a, b] = pair();
    fill(a, at(0), 100);
    b.endpoint.msg.recv(at(1), 60, null, f.FI_ADDR_UNSPEC, 9);
    b.endpoint.msg.recv(at(1, 100), 100, null, f.FI_ADDR_UNSPEC, 10);
    a.endpoint.msg.inject(at(0), 100, 1);
    a.endpoint.msg.inject(at(0), 100, 1);
    const fault = error(b.received);
    expect(fault).toMatchObject({ op_context: 9, err: e.FI_ETRUNC, len: 60, olen: 40 });
    expect(b.received.strerror(fault)).toBe(
      'receive of 100 bytes from rank 0 in 60: message longer than the buffer it was received in',
    );
    expect(next(b.received).op_context).toBe(10);
    expect(bytes(b, at(1), 60)).toEqual(bytes(a, at(0), 60));
  });

  test('tagged messages match in all bits that are not ignored, first come first served', () => {
    const [a, b] = pair();
    const send = (tag: bigint, byte: number) => {
      a.hardware.space.U8[at(0)] = byte;
      expect(a.endpoint.tagged.tinject(at(0), 1, 1, tag)).toBe(0);
    };
    send(0xa1n, 1);
    send(0xb1n, 2);
    send(0xa2n, 3);
    send(0xffff_ffff_ffff_fff1n, 4);
    const receive = (tag: bigint, ignore: bigint) => {
      b.endpoint.tagged.trecv(at(1), 8, null, f.FI_ADDR_UNSPEC, tag, ignore, 1);
      const { tag: found } = next(b.received);
      return [found, b.hardware.space.U8[at(1)]];
    };
    b.received.read(one, 1);
    expect(receive(0xb1n, 0n)).toEqual([0xb1n, 2]);
    expect(receive(0xa0n, 0xfn)).toEqual([0xa1n, 1]);
    expect(receive(0xa0n, 0xfn)).toEqual([0xa2n, 3]);
    expect(receive(0xffff_ffff_ffff_fff1n, 0n)).toEqual([0xffff_ffff_ffff_fff1n, 4]);
    b.endpoint.tagged.trecvmsg(
      { msg_iov: [], addr: f.FI_ADDR_UNSPEC, tag: 5n, context: 4 },
      f.FI_PEEK | f.FI_COMPLETION,
    );
    expect(error(b.received)).toMatchObject({ op_context: 4, err: e.FI_ENOMSG });
  });

  test('messages without tags do not wait behind tagged ones that nobody wants', () => {
    const [a, b] = pair();
    a.endpoint.tagged.tinject(at(0), 8, 1, 1n);
    a.endpoint.msg.inject(at(0), 16, 1);
    b.endpoint.msg.recv(at(1), 64, null, f.FI_ADDR_UNSPEC, 3);
    expect(next(b.received)).toMatchObject({ op_context: 3, len: 16 });
  });

  test('a write is at the target when it is complete; a read brings it back', () => {
    const [a, b] = pair({ hints: { tx_attr: { op_flags: f.FI_REMOTE_COMPLETE } } });
    fill(a, at(0, 1), 1001);
    expect(a.endpoint.rma.write(at(0, 1), 1001, null, 1, at(1, 3), KEY, 8)).toBe(0);
    expect(next(a.sent)).toMatchObject({ op_context: 8, flags: f.FI_RMA | f.FI_WRITE, len: 1001 });
    expect(bytes(b, at(1, 3), 1001)).toEqual(bytes(a, at(0, 1), 1001));
    expect(a.endpoint.rma.read(at(0, 5000), 1001, null, 1, at(1, 3), KEY, 9)).toBe(0);
    expect(next(a.sent)).toMatchObject({ op_context: 9, flags: f.FI_RMA | f.FI_READ });
    expect(bytes(a, at(0, 5000), 1001)).toEqual(bytes(a, at(0, 1), 1001));
    expect([a.writes.read(), a.reads.read()]).toEqual([1, 1]);
  });

  test('inject_write is counted and has no entry', () => {
    const [a, b] = pair();
    a.hardware.space.I32[at(0) >>> 2] = 42;
    expect(old.fi_inject_writeto(a.endpoint, at(0), 4, 1, at(1), KEY)).toBe(0);
    a.hardware.space.I32[at(0) >>> 2] = 0;
    expect(b.hardware.space.I32[at(1) >>> 2]).toBe(42);
    expect(a.writes.wait(1, 0)).toBe(0);
    expect(a.sent.read(one, 1)).toBe(-e.FI_EAGAIN);
    expect(old.fi_inject_writeto(a.endpoint, at(0), 4, 1, at(1), 99)).toBe(0);
    expect([a.writes.read(), a.writes.readerr()]).toEqual([1, 1]);
    expect(a.sent.read(one, 1)).toBe(-e.FI_EAGAIN);
  });

  test('immediate data comes to the target behind what was written', () => {
    const [a, b] = pair();
    fill(a, at(0), 40);
    expect(a.endpoint.rma.writedata(at(0), 40, null, 0x1234_5678_9abcn, 1, at(1), KEY, 3)).toBe(0);
    expect(next(b.received)).toMatchObject({
      flags: f.FI_RMA | f.FI_REMOTE_WRITE | f.FI_REMOTE_CQ_DATA,
      data: 0x1234_5678_9abcn,
    });
    expect(bytes(b, at(1), 40)).toEqual(bytes(a, at(0), 40));
    b.endpoint.msg.recv(at(1), 8, null, f.FI_ADDR_UNSPEC, 4);
    a.endpoint.msg.injectdata(at(0), 8, -1n, 1);
    const { flags, data } = next(b.received);
    expect([flags & f.FI_REMOTE_CQ_DATA, data]).toEqual([f.FI_REMOTE_CQ_DATA, 0xffff_ffff_ffff_ffffn]);
  });

  test('pieces on both sides of an RMA need not have equal lengths, but in all', () => {
    const [a, b] = pair();
    fill(a, at(0), 90);
    const msg = {
      msg_iov: [
        { base: at(0), len: 20 },
        { base: at(0, 20), len: 70 },
      ],
      addr: 1,
      rma_iov: [
        { addr: at(1), len: 50, key: KEY },
        { addr: at(1, 50), len: 40, key: KEY },
      ],
      context: 1,
    };
    expect(a.endpoint.rma.writemsg(msg, f.FI_COMPLETION)).toBe(0);
    expect(next(a.sent).len).toBe(90);
    expect(bytes(b, at(1), 90)).toEqual(bytes(a, at(0), 90));
    expect(a.endpoint.rma.writemsg({ ...msg, rma_iov: [msg.rma_iov[0]!] }, 0)).toBe(-e.FI_EINVAL);
  });

  test('a wrong key, a missing right, a place beyond the region: error completions with all that is known', () => {
    const [a, b] = pair();
    opened(b.domain.mr_reg(at(1), 100, f.FI_REMOTE_READ, 0, 2));
    const attempts = [
      [7, 0, e.FI_EKEYREJECTED],
      [2, 0, e.FI_EACCES],
      [KEY, at(1, 1 << SHIFT), e.FI_EINVAL],
      [KEY, at(1, 1 << 23), e.FI_EINVAL],
    ] as const;
    for (const [key, addr, err] of attempts) {
      expect(a.endpoint.rma.write(at(0), 4, null, 1, addr, key, 5)).toBe(0);
      expect(error(a.sent)).toMatchObject({ op_context: 5, err });
    }
    expect(a.endpoint.rma.read(at(0), 101, null, 1, 0, 2, 5)).toBe(0);
    const fault = error(a.sent);
    expect(a.sent.strerror(fault)).toBe('read of 101 bytes at 0x0 of rank 1 with key 2: invalid argument');
    expect(a.endpoint.rma.read(at(0), 100, null, 1, 0, 2, 5)).toBe(0);
    expect(a.endpoint.rma.read(at(0), 100, null, 2, 0, 2, 5)).toBe(-e.FI_EHOSTUNREACH);
    expect([a.writes.readerr(), a.reads.readerr()]).toEqual([4, 1]);
  });

  test('offsets count from the start of a region with a key of the application', () => {
    const [a, b] = pair();
    const region = opened(b.domain.mr_reg(at(1, 1000), 100, f.FI_REMOTE_WRITE, 0, 3));
    a.hardware.space.U8[at(0)] = 9;
    expect(a.endpoint.rma.inject_write(at(0), 1, 1, 99, 3)).toBe(0);
    expect(b.hardware.space.U8[at(1, 1099)]).toBe(9);
    expect([region.key, region.close()]).toEqual([3, 0]);
    a.endpoint.rma.inject_write(at(0), 1, 1, 98, 3);
    expect([b.hardware.space.U8[at(1, 1098)], a.writes.readerr()]).toEqual([0, 1]);
  });

  test('selective completion: only what asks for it has an entry; counters count all', () => {
    const [a, b] = pair({ selective: true });
    expect(a.endpoint.rma.write(at(0), 4, null, 1, at(1), KEY, 1)).toBe(0);
    const msg = {
      msg_iov: [{ base: at(0), len: 4 }],
      addr: 1,
      rma_iov: [{ addr: at(1), len: 4, key: KEY }],
      context: 2,
    };
    a.endpoint.rma.writemsg(msg, f.FI_COMPLETION);
    a.endpoint.msg.send(at(0), 4, null, 1, 3);
    expect(next(a.sent).op_context).toBe(2);
    expect(a.sent.read(one, 1)).toBe(-e.FI_EAGAIN);
    expect(a.writes.read()).toBe(2);
    expect(b.received.read(one, 1)).toBe(-e.FI_EAGAIN);
  });

  test('every pair of type and operation is computed or refused, in the right call', () => {
    const [a] = pair();
    const { atomic } = a.endpoint;
    let valid = 0;
    for (const datatype of DATATYPES)
      for (const op of OPERATORS) {
        const compares = op.includes('SWAP');
        const counts = [
          atomic.atomicvalid(datatype, op),
          atomic.fetch_atomicvalid(datatype, op),
          atomic.compare_atomicvalid(datatype, op),
        ];
        const [base, fetch, compare] = counts.map((count) => count > 0);
        expect([base, fetch, compare]).toEqual([
          fetch && op !== 'FI_ATOMIC_READ',
          !compares && fetch,
          compares && compare,
        ]);
        const status = compares
          ? atomic.compare_atomic(at(0), 1, null, at(0, 16), null, at(0, 32), null, 1, at(1), KEY, datatype, op, 1)
          : atomic.fetch_atomic(at(0), 1, null, at(0, 32), null, 1, at(1), KEY, datatype, op, 1);
        expect(status).toBe(fetch || compare ? 0 : -e.FI_EOPNOTSUPP);
        if (status === 0) {
          valid++;
          expect(next(a.sent).op_context).toBe(1);
        }
      }
    expect(valid).toBe(8 * 19 + 3 * 15 + 3 * 9);
  });

  test('a receive can be given up', () => {
    const [, b] = pair();
    b.endpoint.msg.recv(at(1), 8, null, f.FI_ADDR_UNSPEC, 5);
    expect(b.endpoint.cancel(6)).toBe(-e.FI_ENOENT);
    expect(b.endpoint.cancel(5)).toBe(0);
    expect(error(b.received)).toMatchObject({ op_context: 5, err: e.FI_ECANCELED });
  });

  test('nothing is dropped: senders wait until there are buffers, or room in the queue', () => {
    const [a, b] = pair({ hints: { rx_attr: { total_buffered_recv: 4096 } }, queueSize: 4 });
    let sent = 0;
    while (true) {
      a.hardware.space.I32[at(0) >>> 2] = sent;
      const status = a.endpoint.msg.inject(at(0), 100, 1);
      if (status === 0) sent++;
      else {
        expect(status).toBe(-e.FI_EAGAIN);
        const before = sent;
        expect(b.received.read(one, 1)).toBe(-e.FI_EAGAIN);
        if (a.endpoint.msg.inject(at(0), 100, 1) !== 0) break;
        sent = before + 1;
      }
    }
    expect(sent).toBeGreaterThan(40);
    for (let i = 0; i < sent; i++) {
      b.endpoint.msg.recv(at(1), 100, null, f.FI_ADDR_UNSPEC, i);
      expect(next(b.received).op_context).toBe(i);
      expect(b.hardware.space.I32[at(1) >>> 2]).toBe(i);
    }
  });

  test('a full queue refuses operations that need an entry', () => {
    const [a] = pair({ queueSize: 4 });
    for (let i = 0; i < 4; i++) expect(a.endpoint.rma.write(at(0), 4, null, 1, at(1), KEY, i)).toBe(0);
    expect(a.endpoint.rma.write(at(0), 4, null, 1, at(1), KEY, 4)).toBe(-e.FI_EAGAIN);
    expect(a.endpoint.rma.inject_write(at(0), 4, 1, at(1), KEY)).toBe(0);
    expect(next(a.sent).op_context).toBe(0);
    expect(a.endpoint.rma.write(at(0), 4, null, 1, at(1), KEY, 4)).toBe(0);
  });

  test('a message of which the delivery is asked is complete when it is in the buffer', () => {
    const [a, b] = pair({ hints: { tx_attr: { op_flags: f.FI_DELIVERY_COMPLETE } } });
    a.endpoint.msg.send(at(0), 8, null, 1, 3);
    expect(a.sent.read(one, 1)).toBe(-e.FI_EAGAIN);
    b.endpoint.msg.recv(at(1), 8, null, f.FI_ADDR_UNSPEC, 4);
    expect(next(b.received).op_context).toBe(4);
    expect(next(a.sent).op_context).toBe(3);
  });

  test('a receive may want one sender', () => {
    const [a, b, c] = makeRanks({ ranks: 3 }) as [Rank, Rank, Rank];
    c.endpoint.msg.recv(at(2), 8, null, 1, 1);
    a.endpoint.msg.inject(at(0), 4, 2);
    b.endpoint.msg.inject(at(1), 8, 2);
    expect(next(c.received)).toMatchObject({ op_context: 1, len: 8 });
    const from: number[] = [];
    c.endpoint.msg.recv(at(2), 8, null, f.FI_ADDR_UNSPEC, 2);
    expect(c.received.readfrom(one, 1, from, c.vector)).toBe(1);
    expect([entry.op_context, ...from]).toEqual([2, 0]);
  });
});
