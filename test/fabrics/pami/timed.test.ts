/** Contexts on a simulated machine: what is on its way keeps its own parameters, which the caller may change after the call. */
import { expect, test } from 'vitest';
import type { Model } from '../../../runtime/fabrics/model.ts';
import { Memregion } from '../../../runtime/fabrics/pami/memregion.ts';
import { Rget, Rput } from '../../../runtime/fabrics/pami/parameters.ts';
import * as results from '../../../runtime/fabrics/pami/results.ts';
import { makeHardware } from '../hardware.ts';
import { fillUp, machineOf, makeTask, settle, type Task } from './tasks.ts';

/** A machine on which everything is on its way until `come`. */
function slowMachine(): { readonly model: Model; come(): void } {
  const underWay: (() => void)[] = [];
  const model: Model = {
    job: underWay,
    events: {},
    put: (_target, _bytes, told) =>
      void underWay.push(() => {
        told.arrived();
        told.local();
        told.acknowledged();
      }),
    get: (_target, _bytes, told) =>
      void underWay.push(() => {
        told.taken();
        told.done();
      }),
    message: () => {},
    atomic: () => {},
    completed: () => {},
  };
  const come = () => {
    for (const each of underWay.splice(0)) each();
  };
  return { model, come };
}

test('handles of regions and parameters are copied: a cache may give them another region meanwhile', () => {
  const { model, come } = slowMachine();
  const tasks = makeHardware(machineOf(3)).map((hardware) => makeTask({ ...hardware, model }));
  const [a, b, c] = tasks as [Task, Task, Task];
  const [own, cached, others] = [new Memregion(), new Memregion(), new Memregion()];
  expect(a.context.memregionCreate(a.at(0), 4096, own)).toBe(results.PAMI_SUCCESS);
  expect(b.context.memregionCreate(b.at(0), 4096, cached)).toBe(results.PAMI_SUCCESS);
  expect(c.context.memregionCreate(c.at(0), 4096, others)).toBe(results.PAMI_SUCCESS);
  const theirs = new Memregion();
  theirs.copyFrom(cached);
  fillUp(a.bytes(0, 512), 5);
  const events: number[] = [];
  const at = { dest: a.to(1), bytes: 512, localRegion: own, remoteRegion: cached, localOffset: 0, remoteOffset: 64 };
  const rput = Object.assign(new Rput(), at, {
    cookie: 1,
    rdoneFn: (_: unknown, cookie: number) => events.push(cookie),
  });
  expect(a.context.rput(rput)).toBe(results.PAMI_SUCCESS);
  cached.copyFrom(others);
  Object.assign(rput, { remoteOffset: 1024, bytes: 8, cookie: 2 });
  settle([a]);
  expect([events, b.bytes(64, 1)[0]]).toEqual([[], 0]);
  come();
  settle([a]);
  expect(events).toEqual([1]);
  expect(Buffer.compare(b.bytes(64, 512), a.bytes(0, 512))).toBe(0);
  expect(c.bytes(0, 4096).every((byte) => byte === 0)).toBe(true);

  const back = { ...at, remoteRegion: theirs, localOffset: 2048, cookie: 3 };
  const rget = Object.assign(new Rget(), back, { doneFn: (_: unknown, cookie: number) => events.push(cookie) });
  expect(a.context.rget(rget)).toBe(results.PAMI_SUCCESS);
  theirs.copyFrom(others);
  rget.localOffset = 3072;
  come();
  settle([a]);
  expect(events).toEqual([1, 3]);
  expect(Buffer.compare(a.bytes(2048, 512), a.bytes(0, 512))).toBe(0);
});
