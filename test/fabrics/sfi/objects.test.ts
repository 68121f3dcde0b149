/** Discovery, objects and the rules for binding, enabling and closing them. */
import { expect, test } from 'vitest';
import { fi_rx_addr } from '../../../runtime/fabrics/sfi/av.ts';
import { Completion } from '../../../runtime/fabrics/sfi/cq.ts';
import * as e from '../../../runtime/fabrics/sfi/errno.ts';
import { fi_fabric } from '../../../runtime/fabrics/sfi/fabric.ts';
import * as f from '../../../runtime/fabrics/sfi/flags.ts';
import { fi_dupinfo, fi_getinfo, type Info, suits } from '../../../runtime/fabrics/sfi/info.ts';
import { at, hardwareOf, makeMemory } from './machine.ts';
import { ALL, connect, KEY, makeRank, makeRanks, opened, type Rank } from './ranks.ts';

const hardware = hardwareOf(makeMemory(2), 0, 2);
const names = (infos: Info[] | number): unknown =>
  typeof infos === 'number' ? infos : infos.map(({ fabric_attr }) => fabric_attr.prov_name);

test('discovery gives what has all that is asked for, in the order of the administrator', () => {
  expect(names(fi_getinfo({ hardware }, 1 << 16))).toEqual(['shm', 'null']);
  const variables = { FI_PROVIDER: 'null, shm' };
  expect(names(fi_getinfo({ hardware, variables }, 1 << 16))).toEqual(['null', 'shm']);
  expect(names(fi_getinfo({ hardware, variables: { FI_PROVIDER: 'psm' } }, 1 << 16))).toBe(-e.FI_ENODATA);
  const shm = { fabric_attr: { prov_name: 'shm' } };
  expect(names(fi_getinfo({ hardware }, 1 << 16, shm))).toEqual(['shm']);
});

test.each([
  [{ caps: f.FI_TRIGGER }],
  [{ ep_attr: { type: 'FI_EP_MSG' } }],
  [{ ep_attr: { type: 'FI_EP_DGRAM' } }],
  [{ tx_attr: { inject_size: 1 << 16 } }],
  [{ tx_attr: { comp_order: f.FI_ORDER_STRICT } }],
  [{ domain_attr: { mr_key_size: 8 } }],
  [{ domain_attr: { data_progress: 'FI_PROGRESS_AUTO' } }],
  [{ fabric_attr: { prov_name: 'verbs' } }],
] as const)('nobody offers %j', (hints) => {
  expect(fi_getinfo({ hardware }, 1 << 16, hints)).toBe(-e.FI_ENODATA);
});

test('a later version than ours is not offered', () => {
  expect(fi_getinfo({ hardware }, (1 << 16) | 5)).toBe(-e.FI_ENODATA);
});

test('hints are granted: capabilities, order, sizes; a provider that needs a mode must be offered it', () => {
  const hints = {
    caps: f.FI_MSG | f.FI_RMA,
    tx_attr: { msg_order: f.FI_ORDER_RAW | f.FI_ORDER_SAS, inject_size: 100 },
    domain_attr: { av_type: 'FI_AV_TABLE', mr_mode: 'FI_MR_SCALABLE', cq_data_size: 8 },
    ep_attr: { type: 'FI_EP_RDM', rx_ctx_cnt: 2 },
  } as const;
  const [info] = opened(fi_getinfo({ hardware }, 1 << 16, hints)) as [Info];
  expect(info).toMatchObject({
    caps: f.FI_MSG | f.FI_RMA,
    domain_attr: { av_type: 'FI_AV_TABLE', mr_mode: 'FI_MR_SCALABLE' },
    ep_attr: { rx_ctx_cnt: 2 },
  });
  const demanding = { ...fi_dupinfo(info), mode: f.FI_CONTEXT | f.FI_LOCAL_MR };
  expect([0, f.FI_CONTEXT, f.FI_CONTEXT | f.FI_LOCAL_MR].map((mode) => suits(demanding, { ...hints, mode }))).toEqual([
    false,
    false,
    true,
  ]);
});

test('a fabric is opened by the name of its provider', () => {
  expect(opened(fi_fabric({ hardware }, { name: 'null', prov_name: 'null' })).provider.name).toBe('null');
  expect(fi_fabric({ hardware }, { name: 'x', prov_name: 'x' })).toBe(-e.FI_ENODATA);
});

test('an endpoint needs an address vector and something that tells ends; nothing works before it is enabled', () => {
  const { domain, info } = makeRank(hardwareOf(makeMemory(1), 0, 1), {});
  const endpoint = opened(domain.endpoint(info));
  expect(endpoint.msg.inject(0, 1, 0)).toBe(-e.FI_EOPBADSTATE);
  expect(endpoint.enable()).toBe(-e.FI_EADDRNOTAVAIL);
  expect(endpoint.bind(opened(domain.av_open()))).toBe(0);
  expect(endpoint.enable()).toBe(-e.FI_ENOCQ);
  const queue = domain.cq_open();
  expect(endpoint.bind(queue)).toBe(-e.FI_EBADFLAGS);
  expect(endpoint.bind(queue, f.FI_TRANSMIT)).toBe(0);
  expect(endpoint.enable()).toBe(-e.FI_ENOCQ);
  expect(endpoint.bind(queue, f.FI_RECV)).toBe(0);
  expect(endpoint.enable()).toBe(0);
  expect(endpoint.bind(queue, f.FI_RECV)).toBe(-e.FI_EOPBADSTATE);
  expect(endpoint.enable()).toBe(-e.FI_EOPBADSTATE);
});

test('what an endpoint was not opened for is not supported', () => {
  const [a] = makeRanks({ hints: { caps: f.FI_RMA } }) as [Rank];
  expect(a.endpoint.msg.inject(at(0), 1, 1)).toBe(-e.FI_EOPNOTSUPP);
  expect(a.endpoint.atomic.inject_atomic(at(0), 1, 1, at(1), KEY, 'FI_INT32', 'FI_SUM')).toBe(-e.FI_EOPNOTSUPP);
  expect(a.endpoint.rma.inject_write(at(0), 1, 1, at(1), KEY)).toBe(0);
});

test('only objects of one domain are bound together', () => {
  const [one, other] = [makeRank(hardwareOf(makeMemory(1), 0, 1), {}), makeRank(hardwareOf(makeMemory(1), 0, 1), {})];
  const endpoint = opened(one.domain.endpoint(one.info));
  expect(endpoint.bind(other.vector)).toBe(-e.FI_EDOMAIN);
  expect(endpoint.bind(other.domain.cq_open(), f.FI_RECV)).toBe(-e.FI_EDOMAIN);
  expect(one.region.bind(other.writes, f.FI_REMOTE_WRITE)).toBe(-e.FI_EDOMAIN);
});

test('what others depend on is busy; what is closed is closed', () => {
  const [a] = makeRanks() as [Rank];
  const { fabric, domain, vector, endpoint, sent, received, writes, reads, region } = a;
  for (const object of [fabric, domain, vector, sent, writes]) expect(object.close()).toBe(-e.FI_EBUSY);
  for (const object of [endpoint, region, vector, sent, received, writes, reads, domain, fabric])
    expect(object.close()).toBe(0);
  expect(endpoint.close()).toBe(-e.FI_EBADF);
});

test('a key is one region; keys are as large as the domain says', () => {
  const [{ domain }] = makeRanks() as [Rank];
  expect(domain.mr_reg(at(0), 8, ALL, 0, KEY)).toBe(-e.FI_ENOKEY);
  expect(domain.mr_reg(at(0), 8, ALL, 0, 2 ** 32)).toBe(-e.FI_EKEYREJECTED);
  expect(domain.mr_reg(at(0), 0, ALL, 0, 1)).toBe(-e.FI_EINVAL);
  const regions = Array.from({ length: 200 }, (_, key) => opened(domain.mr_reg(at(0), 8, ALL, 0, key)));
  expect(regions.map((region) => region.close())).toEqual(regions.map(() => 0));
  for (let round = 0; round < 10; round++)
    for (let key = 0; key < 200; key++) expect(opened(domain.mr_reg(at(0), 8, ALL, 0, key)).close()).toBe(0);
});

test('in basic mode the provider chooses keys, and addresses are those of memory', () => {
  const [a, b] = makeRanks({ hints: { domain_attr: { mr_mode: 'FI_MR_BASIC' } } }) as [Rank, Rank];
  const [first, second] = [0, 100].map((offset) => opened(b.domain.mr_reg(at(1, offset), 100, ALL, 0, 55)));
  expect(first!.key).not.toBe(second!.key);
  a.hardware.space.U8[at(0)] = 7;
  a.endpoint.rma.inject_write(at(0), 1, 1, at(1, 199), second!.key);
  a.endpoint.rma.inject_write(at(0), 1, 1, at(1, 199), first!.key);
  expect([b.hardware.space.U8[at(1, 199)], a.writes.read(), a.writes.readerr()]).toEqual([7, 1, 1]);
});

test('an address vector: a table counts, a map does not; what is no name takes no address', () => {
  const [a, b] = makeRanks() as [Rank, Rank];
  const events = a.fabric.eq_open();
  const namesOf = [b.endpoint.getname(), 12345, a.endpoint.getname()];
  for (const type of ['FI_AV_TABLE', 'FI_AV_MAP'] as const) {
    const vector = opened(a.domain.av_open({ type }));
    const addresses: number[] = [];
    expect(vector.insert(namesOf, addresses)).toBe(2);
    expect(addresses[1]).toBe(f.FI_ADDR_NOTAVAIL);
    if (type === 'FI_AV_TABLE') expect([addresses[0], addresses[2]]).toEqual([0, 2]);
    expect([vector.lookup(addresses[0]!), vector.lookup(addresses[2]!)]).toEqual([namesOf[0], namesOf[2]]);
    expect(vector.insert(namesOf, [], f.FI_EVENT)).toBe(-e.FI_ENOEQ);
    vector.bind(events);
    expect(vector.insert(namesOf, [], f.FI_EVENT, 99)).toBe(0);
    expect(events.read()).toMatchObject({ event: 'FI_AV_COMPLETE', context: 99, data: 2 });
    expect(events.read()).toBe(-e.FI_EAGAIN);
  }
  expect(a.vector.remove([1])).toBe(0);
  expect(a.vector.lookup(1)).toBe(-e.FI_EINVAL);
  expect(a.endpoint.rma.inject_write(at(0), 1, 1, at(1), KEY)).toBe(-e.FI_EHOSTUNREACH);
  expect(a.endpoint.msg.inject(at(0), 1, 1)).toBe(-e.FI_EHOSTUNREACH);
});

test('a map is as good as a table', () => {
  const [a, b] = makeRanks({ hints: { domain_attr: { av_type: 'FI_AV_MAP' } } }) as [Rank, Rank];
  const address = a.vector.addressOf(b.endpoint.getname());
  b.endpoint.msg.recv(at(1), 8, null, f.FI_ADDR_UNSPEC, 1);
  expect(a.endpoint.msg.inject(at(0), 8, address)).toBe(0);
  const from: number[] = [];
  expect(b.received.readfrom([new Completion()], 1, from, b.vector)).toBe(1);
  expect(from).toEqual([b.vector.addressOf(a.endpoint.getname())]);
});

test('a scalable endpoint has one name and several contexts to receive in', () => {
  const memory = makeMemory(2);
  const hints = { ep_attr: { rx_ctx_cnt: 3 }, rx_attr: { total_buffered_recv: 8192 } };
  const made = [0, 1].map((rank) => {
    const { domain, info } = makeRank(hardwareOf(memory, rank, 2), { hints });
    const scalable = opened(domain.scalable_ep(info));
    const vector = opened(domain.av_open({ rx_ctx_bits: 2 }));
    scalable.bind(vector);
    return { domain, scalable, vector };
  });
  for (const { vector } of made) vector.insert(made.map(({ scalable }) => scalable.getname()));
  const [a, b] = made as [(typeof made)[number], (typeof made)[number]];
  const sender = opened(a.scalable.tx_context(0));
  const queue = a.domain.cq_open();
  sender.bind(queue, f.FI_TRANSMIT);
  expect(sender.enable()).toBe(0);
  expect(b.scalable.rx_context(3)).toBe(-e.FI_EINVAL);
  const contexts = [0, 1, 2].map((index) => {
    const context = opened(b.scalable.rx_context(index));
    const received = b.domain.cq_open({ format: 'FI_CQ_FORMAT_MSG' });
    context.bind(received, f.FI_RECV);
    expect(context.enable()).toBe(0);
    expect(context.msg.recv(at(1), 100, null, f.FI_ADDR_UNSPEC, index)).toBe(0);
    return received;
  });
  const entry = new Completion();
  for (const index of [2, 0, 1]) {
    expect(sender.msg.inject(at(0), 10 + index, fi_rx_addr(1, index, 2))).toBe(0);
    expect(contexts.map((received) => received.read([entry], 1))).toEqual(
      contexts.map((_, i) => (i === index ? 1 : -e.FI_EAGAIN)),
    );
    expect(entry).toMatchObject({ op_context: index, len: 10 + index });
  }
  expect(sender.msg.inject(at(0), 1, fi_rx_addr(1, 3, 2))).toBe(-e.FI_EHOSTUNREACH);
  expect(sender.msg.recv(at(0), 1, null, -1, 0)).toBe(-e.FI_EOPNOTSUPP);
  expect(b.scalable.close()).toBe(-e.FI_EBUSY);
});

test('counters of regions and endpoints count what others do', () => {
  const memory = makeMemory(2);
  const [a, b] = [0, 1].map((rank) => makeRank(hardwareOf(memory, rank, 2), {})) as [Rank, Rank];
  const [onRegion, onEndpoint] = [b.domain.cntr_open(), b.domain.cntr_open()];
  b.region.bind(onRegion, f.FI_REMOTE_WRITE);
  b.endpoint.bind(onEndpoint, f.FI_REMOTE_READ | f.FI_REMOTE_WRITE);
  connect([a, b]);
  for (let i = 0; i < 5; i++) a.endpoint.rma.inject_write(at(0), 4, 1, at(1), KEY);
  a.endpoint.rma.read(at(0), 4, null, 1, at(1), KEY, 1);
  expect([onRegion.read(), onEndpoint.read()]).toEqual([5, 6]);
  onRegion.set(0);
  a.endpoint.rma.inject_write(at(0), 4, 1, at(1), KEY);
  expect(onRegion.read()).toBe(1);
  expect(onRegion.wait(2, 5)).toBe(-e.FI_ETIMEDOUT);
  onRegion.add(1);
  expect(onRegion.wait(2, 5)).toBe(0);
});

test('waiting for an entry ends with it, with the time, or with a signal', () => {
  const [a] = makeRanks() as [Rank];
  const entry = new Completion();
  expect(a.sent.sread([entry], 1, 3)).toBe(-e.FI_EAGAIN);
  a.endpoint.rma.write(at(0), 4, null, 1, at(1), KEY, 8);
  expect([a.sent.sread([entry], 1), entry.op_context]).toEqual([1, 8]);
  a.sent.signal();
  expect(a.sent.sread([entry], 1)).toBe(-e.FI_EAGAIN);
});

test('the provider "null" completes everything at once and moves nothing', () => {
  const [a, b] = makeRanks({ hints: { fabric_attr: { prov_name: 'null' } }, direct: true }) as [Rank, Rank];
  const entry = new Completion();
  a.hardware.space.U8[at(0)] = 1;
  a.endpoint.rma.write(at(0), 1, null, 1, at(1), KEY, 8);
  expect([a.sent.read([entry], 1), entry.op_context, a.writes.read()]).toEqual([1, 8, 1]);
  a.endpoint.rma.inject_write(at(0), 1, 1, at(1), KEY);
  a.endpoint.msg.inject(at(0), 1, 1);
  expect([a.writes.read(), a.sent.read([entry], 1), b.received.read([entry], 1)]).toEqual([
    2,
    -e.FI_EAGAIN,
    -e.FI_EAGAIN,
  ]);
  expect(b.hardware.space.U8[at(1)]).toBe(0);
});

test('errors are named, with either sign', () => {
  expect(e.fi_strerror(-e.FI_EAVAIL)).toBe('an error is waiting: read it with readerr');
  expect(e.fi_strerror(e.FI_EAVAIL)).toBe('an error is waiting: read it with readerr');
  expect(e.fi_strerror(4711)).toBe('unknown error 4711');
});
