/** The hostile provider: all arrives in the end, and nothing is broken that libfabric promises. */
import { describe, expect, test } from 'vitest';
import { Completion } from '../../../runtime/fabrics/sfi/cq.ts';
import { FI_EAGAIN } from '../../../runtime/fabrics/sfi/errno.ts';
import * as f from '../../../runtime/fabrics/sfi/flags.ts';
import { fi_getinfo } from '../../../runtime/fabrics/sfi/info.ts';
import { at } from './machine.ts';
import { KEY, makeRanks, type Rank } from './ranks.ts';

const SEEDS = ['1', '2', '3', '4', '5'];
const hostile = (seed: string): Rank[] => makeRanks({ variables: { PGAS_HOSTILE: seed } });

/** Calls until it is taken; what is put off moves on meanwhile. */
function insist({ sent }: Rank, call: () => number): void {
  for (let turn = 0; turn < 1000; turn++) {
    const status = call();
    if (status === 0) return;
    expect(status).toBe(-FI_EAGAIN);
    sent.read([], 0);
  }
  throw new Error('it is never taken');
}

describe.each(SEEDS)('seed %s', (seed) => {
  test('injected bytes are taken at the call; all are counted, and have landed then', () => {
    const [a, b] = hostile(seed) as [Rank, Rank];
    const { I32 } = a.hardware.space;
    let begun = 0;
    for (let i = 0; i < 50; i++) {
      I32[at(0) >>> 2] = i + 1;
      insist(a, () => a.endpoint.rma.inject_write(at(0), 4, 1, at(1, 4 * i), KEY));
      begun++;
    }
    I32[at(0) >>> 2] = -1;
    for (let turn = 0; a.writes.read() < begun; turn++) expect(turn).toBeLessThan(1000);
    expect(a.writes.read()).toBe(begun);
    expect([...b.hardware.space.I32.subarray(at(1) >>> 2, (at(1) >>> 2) + 50)]).toEqual(
      Array.from({ length: 50 }, (_, i) => i + 1),
    );
  });

  test('a buffer for several messages is given back last', () => {
    const [a, b] = hostile(seed) as [Rank, Rank];
    const entries: Completion[] = [];
    const room = [new Completion()];
    const serve = () => {
      if (b.received.read(room, 1) === 1) entries.push(Object.assign(new Completion(), room[0]));
    };
    b.endpoint.setopt('FI_OPT_MIN_MULTI_RECV', 64);
    const msg = { msg_iov: [{ base: at(1), len: 512 }], addr: f.FI_ADDR_UNSPEC, context: 7 };
    insist(b, () => b.endpoint.msg.recvmsg(msg, f.FI_MULTI_RECV | f.FI_COMPLETION));
    for (let i = 0; i < 16; i++) insist(a, () => a.endpoint.msg.inject(at(0, 32 * i), 32, 1));
    for (let turn = 0; turn < 1000; turn++) {
      a.sent.read([], 0);
      serve();
    }
    expect(entries.length).toBeGreaterThan(1);
    expect(entries.map(({ flags }) => (flags & f.FI_MULTI_RECV) !== 0)).toEqual([
      ...entries.slice(1).map(() => false),
      true,
    ]);
  });
});

test('who needs an order does not get it', () => {
  const [{ hardware }] = makeRanks() as [Rank];
  const variables = { PGAS_HOSTILE: '1' };
  const hints = { tx_attr: { msg_order: f.FI_ORDER_SAS }, fabric_attr: { prov_name: 'shm' } };
  expect(typeof fi_getinfo({ hardware }, 1 << 16, hints)).toBe('object');
  const infos = fi_getinfo({ hardware, variables }, 1 << 16, hints);
  expect(typeof infos === 'number' || infos.every(({ fabric_attr }) => fabric_attr.prov_name === 'null')).toBe(true);
});
