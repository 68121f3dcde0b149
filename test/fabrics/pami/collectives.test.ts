/** Geometries, and every collective operation by every algorithm, on sizes that fit nothing. */
import { describe, expect, test } from 'vitest';
import type { Algorithm } from '../../../runtime/fabrics/pami/algorithms.ts';
import * as op from '../../../runtime/fabrics/pami/datafunctions.ts';
import { Extension } from '../../../runtime/fabrics/pami/extension.ts';
import type { Geometry } from '../../../runtime/fabrics/pami/geometry.ts';
import * as types from '../../../runtime/fabrics/pami/predefined.ts';
import { errorText, PAMI_INVAL, PAMI_SUCCESS } from '../../../runtime/fabrics/pami/results.ts';
import { Type } from '../../../runtime/fabrics/pami/type.ts';
import type { Command, XferType } from '../../../runtime/fabrics/pami/xfer.ts';
import { ARRANGEMENTS } from '../hardware.ts';
import { settle, type Task, tasksOn } from './tasks.ts';

describe.each(ARRANGEMENTS)('%s', (arrangement) => {
  const makeTasks = tasksOn(arrangement);

  const COUNTS = [1, 2, 3, 5];
  /** Elements: none, few, more than a packet. */
  const SIZES = [0, 1, 7, 5001];
  const IN = 0;
  const OUT = 800_000;

  function algorithms(geometry: Geometry, type: XferType): Algorithm[] {
    const [always, mustQuery] = geometry.algorithmsQuery(type);
    expect(geometry.algorithmsNum(type)).toEqual([always.length, mustQuery.length]);
    return [...always, ...mustQuery];
  }

  /** Runs an operation at all tasks, which do not start it at the same time. */
  function run(
    tasks: readonly Task[],
    type: XferType,
    commandOf: (task: Task, me: number) => Command,
    check: () => void,
  ): void {
    for (const [which, { check: fits }] of algorithms(tasks[0]!.client.geometries.world, type).entries()) {
      if (!fits(commandOf(tasks[0]!, 0))) continue;
      let done = 0;
      for (const [me, task] of tasks.entries()) {
        const { world } = task.client.geometries;
        const algorithm = algorithms(world, type)[which]!;
        const xfer = { algorithm, cmd: commandOf(task, me), cbDone: () => void done++ };
        expect(task.context.collective(world, xfer), errorText()).toBe(PAMI_SUCCESS);
        if (me % 2 === 1) settle(tasks);
      }
      settle(tasks);
      expect(done, algorithms(tasks[0]!.client.geometries.world, type)[which]!.name).toBe(tasks.length);
      check();
    }
  }

  function ints(task: Task, offset: number, count: number): Int32Array {
    return task.space.I32.subarray(task.at(offset) >>> 2, (task.at(offset) >>> 2) + count);
  }

  const value = (me: number, i: number) => ((me + 1) * 1000003 + i * 7919) | 0;
  const INT = types.PAMI_TYPE_SIGNED_INT;

  for (const n of COUNTS) {
    test(`data of ${n} tasks`, () => {
      const tasks = makeTasks(n);
      for (const count of SIZES) {
        const root = n - 1;
        const fill = () => {
          for (const [me, task] of tasks.entries()) {
            ints(task, IN, count * n).forEach((_, i, all) => void (all[i] = value(me, i)));
            ints(task, OUT, count * n).fill(-1);
          }
        };
        const send = (task: Task) => ({ sndbuf: task.at(IN), stype: INT, stypecount: count });
        const receive = (task: Task) => ({ rcvbuf: task.at(OUT), rtype: INT, rtypecount: count });
        const both = (task: Task) => ({ root, ...send(task), ...receive(task) });
        fill();
        run(
          tasks,
          'barrier',
          () => ({}),
          () => {},
        );
        run(
          tasks,
          'broadcast',
          (task) => ({ root, ...send(task) }),
          () => {
            for (const task of tasks) expect(ints(task, IN, count).every((v, i) => v === value(root, i))).toBe(true);
            fill();
          },
        );
        run(tasks, 'scatter', both, () => {
          for (const [me, task] of tasks.entries())
            expect(ints(task, OUT, count).every((v, i) => v === value(root, me * count + i))).toBe(true);
          fill();
        });
        run(tasks, 'gather', both, () => {
          const all = ints(tasks[root]!, OUT, n * count);
          expect(all.every((v, i) => v === value(Math.floor(i / count), i % count))).toBe(true);
          fill();
        });
        run(tasks, 'allgather', both, () => {
          for (const task of tasks)
            expect(ints(task, OUT, n * count).every((v, i) => v === value(Math.floor(i / count), i % count))).toBe(
              true,
            );
          fill();
        });
        run(tasks, 'alltoall', both, () => {
          for (const [me, task] of tasks.entries())
            expect(
              ints(task, OUT, n * count).every((v, i) => v === value(Math.floor(i / count), me * count + (i % count))),
            ).toBe(true);
          fill();
        });
        const reduce = (task: Task) => ({ ...both(task), op: op.PAMI_DATA_SUM });
        const sum = (i: number, to = n) => tasks.slice(0, to).reduce((total, _, me) => (total + value(me, i)) | 0, 0);
        run(tasks, 'reduce', reduce, () => {
          expect(ints(tasks[root]!, OUT, count).every((v, i) => v === sum(i))).toBe(true);
          fill();
        });
        run(tasks, 'allreduce', reduce, () => {
          for (const task of tasks) expect(ints(task, OUT, count).every((v, i) => v === sum(i))).toBe(true);
          fill();
        });
        for (const exclusive of [false, true])
          run(
            tasks,
            'scan',
            (task) => ({ ...reduce(task), exclusive }),
            () => {
              for (const [me, task] of tasks.entries()) {
                const expected = (i: number) => (exclusive && me === 0 ? -1 : sum(i, exclusive ? me : me + 1));
                expect(ints(task, OUT, count).every((v, i) => v === expected(i))).toBe(true);
              }
              fill();
            },
          );
        const rtypecounts = tasks.map((_, me) => (me === 0 ? 0 : count));
        run(
          tasks,
          'reduceScatter',
          (task) => ({ ...reduce(task), stypecount: (n - 1) * count, rtypecounts }),
          () => {
            for (const [me, task] of tasks.entries())
              if (me > 0) expect(ints(task, OUT, count).every((v, i) => v === sum((me - 1) * count + i))).toBe(true);
          },
        );
      }
    });
  }

  test('varying counts and displacements', () => {
    const tasks = makeTasks(4);
    const counts = [3, 0, 6000, 1];
    const displs = [10, 0, 100, 7000];
    for (const [me, task] of tasks.entries()) ints(task, IN, 8000).forEach((_, i, all) => void (all[i] = value(me, i)));
    run(
      tasks,
      'allgatherv',
      (task, me) => ({
        sndbuf: task.at(IN),
        stype: INT,
        stypecount: counts[me]!,
        rcvbuf: task.at(OUT),
        rtype: INT,
        rtypecounts: counts,
        rdispls: displs,
      }),
      () => {
        for (const task of tasks)
          for (const from of [0, 1, 2, 3])
            expect(ints(task, OUT + 4 * displs[from]!, counts[from]!).every((v, i) => v === value(from, i))).toBe(true);
      },
    );
    run(
      tasks,
      'scatterv',
      (task, me) => ({
        root: 2,
        sndbuf: task.at(IN),
        stype: INT,
        stypecounts: counts,
        sdispls: displs,
        rcvbuf: task.at(OUT),
        rtype: INT,
        rtypecount: counts[me]!,
      }),
      () => {
        for (const [me, task] of tasks.entries())
          expect(ints(task, OUT, counts[me]!).every((v, i) => v === value(2, displs[me]! + i))).toBe(true);
      },
    );
    run(
      tasks,
      'gatherv',
      (task, me) => ({
        root: 1,
        sndbuf: task.at(IN),
        stype: INT,
        stypecount: counts[me]!,
        rcvbuf: task.at(OUT),
        rtype: INT,
        rtypecounts: counts,
        rdispls: displs,
      }),
      () => {
        for (const from of [0, 1, 2, 3])
          expect(ints(tasks[1]!, OUT + 4 * displs[from]!, counts[from]!).every((v, i) => v === value(from, i))).toBe(
            true,
          );
      },
    );
    run(
      tasks,
      'alltoallv',
      (task, me) => ({
        sndbuf: task.at(IN),
        stype: INT,
        stypecounts: [1, 2, 3, 4].map((k) => k + me),
        sdispls: [0, 10, 20, 30],
        rcvbuf: task.at(OUT),
        rtype: INT,
        rtypecounts: [0, 1, 2, 3].map((from) => 1 + me + from),
        rdispls: [0, 100, 200, 300],
      }),
      () => {
        for (const [me, task] of tasks.entries())
          for (const from of [0, 1, 2, 3])
            expect(ints(task, OUT + 400 * from, 1 + me + from).every((v, i) => v === value(from, 10 * me + i))).toBe(
              true,
            );
      },
    );
  });

  test('data are combined in the order of the members, and by functions of the caller', () => {
    const tasks = makeTasks(4);
    for (const [me, task] of tasks.entries()) {
      const matrix = task.space.F64.subarray(task.at(IN) >>> 3, (task.at(IN) >>> 3) + 4000);
      for (let i = 0; i < 4000; i += 4) matrix.set([1, me + 1, i, 1 + me * i], i);
    }
    const matrix = new Type(); // 2 by 2
    matrix.addSimple(32, 0, 1, 32);
    matrix.complete(8);
    const multiply = (F64: Float64Array) => (target: number, source: number, bytes: number) => {
      for (let at = 0; at < bytes; at += 32) {
        const [a, b] = [(target + at) >>> 3, (source + at) >>> 3].map((index) => F64.subarray(index, index + 4)) as [
          Float64Array,
          Float64Array,
        ];
        a.set(product(a, b));
      }
    };
    const product = (a: ArrayLike<number>, b: ArrayLike<number>) => [
      a[0]! * b[0]! + a[1]! * b[2]!,
      a[0]! * b[1]! + a[1]! * b[3]!,
      a[2]! * b[0]! + a[3]! * b[2]!,
      a[2]! * b[1]! + a[3]! * b[3]!,
    ];
    const expected = (i: number) => [0, 1, 2, 3].map((me) => [1, me + 1, 4 * i, 1 + me * 4 * i]).reduce(product);
    for (const type of ['reduce', 'allreduce'] as const)
      run(
        tasks,
        type,
        (task) => ({
          root: 2,
          sndbuf: task.at(IN),
          stype: matrix,
          stypecount: 1000,
          rcvbuf: task.at(OUT),
          rtype: matrix,
          rtypecount: 1000,
          op: multiply(task.space.F64),
        }),
        () => {
          for (const i of [0, 1, 500, 999]) {
            const start = (tasks[2]!.at(OUT) >>> 3) + 4 * i;
            expect([...tasks[2]!.space.F64.subarray(start, start + 4)]).toEqual(expected(i));
          }
        },
      );
  });

  test('all data functions', () => {
    const tasks = makeTasks(2);
    const { U8, I16, F64, I64, F32 } = tasks[0]!.space;
    const reduce = (type: types.PredefinedType, operation: op.DataFunction) => {
      run(
        tasks,
        'allreduce',
        (task) => ({
          sndbuf: task.at(IN),
          stype: type,
          stypecount: 1,
          rcvbuf: task.at(OUT),
          rtype: type,
          rtypecount: 1,
          op: operation,
        }),
        () => {},
      );
      return tasks[0]!.at(OUT);
    };
    const set = (view: 'U8' | 'I16' | 'F64' | 'F32', shift: number, ...values: number[][]) =>
      tasks.forEach((task, me) => void task.space[view].set(values[me]!, task.at(IN) >>> shift));
    set('I16', 1, [-7], [5]);
    const short = (operation: op.DataFunction) => I16[reduce(types.PAMI_TYPE_SIGNED_SHORT, operation) >>> 1];
    expect([op.PAMI_DATA_MAX, op.PAMI_DATA_MIN, op.PAMI_DATA_SUM, op.PAMI_DATA_PROD].map(short)).toEqual([
      5, -7, -2, -35,
    ]);
    expect([op.PAMI_DATA_BAND, op.PAMI_DATA_BOR, op.PAMI_DATA_BXOR].map(short)).toEqual([-7 & 5, -7 | 5, -7 ^ 5]);
    set('U8', 0, [4], [0]);
    const byte = (operation: op.DataFunction) => U8[reduce(types.PAMI_TYPE_LOGICAL1, operation) >>> 0];
    expect([op.PAMI_DATA_LAND, op.PAMI_DATA_LOR, op.PAMI_DATA_LXOR].map(byte)).toEqual([0, 1, 1]);
    I64[tasks[0]!.at(IN) >>> 3] = -1n;
    tasks[1]!.space.I64[tasks[1]!.at(IN) >>> 3] = 9n;
    expect(I64[reduce(types.PAMI_TYPE_UNSIGNED_LONG, op.PAMI_DATA_MAX) >>> 3]).toBe(-1n);
    expect(I64[reduce(types.PAMI_TYPE_SIGNED_LONG_LONG, op.PAMI_DATA_MAX) >>> 3]).toBe(9n);
    set('F64', 3, [1, 2], [3, -4]);
    const start = reduce(types.PAMI_TYPE_DOUBLE_COMPLEX, op.PAMI_DATA_PROD) >>> 3;
    expect([...F64.subarray(start, start + 2)]).toEqual([11, 2]);
    set('F32', 2, [2.5, 7], [2.5, 3]);
    const pair = reduce(types.PAMI_TYPE_LOC_2FLOAT, op.PAMI_DATA_MAXLOC) >>> 2;
    expect([...F32.subarray(pair, pair + 2)]).toEqual([2.5, 3]);
    set('F32', 2, [2, 7], [2.5, 3]);
    expect(F32[(reduce(types.PAMI_TYPE_LOC_2FLOAT, op.PAMI_DATA_MINLOC) >>> 2) + 1]).toBe(7);
    const { world } = tasks[0]!.client.geometries;
    const [[algorithm]] = world.algorithmsQuery('allreduce');
    const wrong = { sndbuf: 0, stype: types.PAMI_TYPE_DOUBLE, stypecount: 1, op: op.PAMI_DATA_BXOR };
    expect(tasks[0]!.context.collective(world, { algorithm: algorithm!, cmd: wrong })).toBe(PAMI_INVAL);
    expect(errorText()).toBe('PAMI_Collective: allreduce: the data function bxor does not know elements of this type');
  });

  test('geometries: of lists and ranges, made when all have made them, several at a time', () => {
    const tasks = makeTasks(5);
    const made: string[] = [];
    const members = [4, 0, 2];
    const make = (task: number) =>
      tasks[task]!.client.geometries.createTasklist(
        0,
        17,
        members,
        tasks[task]!.context,
        () => void made.push(`${task}`),
        0,
      );
    const [a, b] = [make(4), make(0)];
    settle(tasks);
    expect(made).toEqual([]);
    const c = make(2);
    const odd = [1, 3].map((task) =>
      tasks[task]!.client.geometries.createTaskrange(
        0,
        3,
        [
          [1, 1],
          [3, 3],
        ],
        tasks[task]!.context,
        () => void made.push(`${task}`),
        0,
      ),
    );
    settle(tasks);
    expect(made.sort()).toEqual(['0', '1', '2', '3', '4']);
    expect([a.members.numberOf(tasks[2]!.context.endpoint), odd[0]!.members.count]).toEqual([2, 2]);
    const barrier = (task: number, geometry: Geometry) => {
      const [[algorithm]] = geometry.algorithmsQuery('barrier');
      return tasks[task]!.context.collective(geometry, {
        algorithm: algorithm!,
        cmd: {},
        cbDone: () => void made.push(`b${task}`),
      });
    };
    made.length = 0;
    barrier(4, a);
    barrier(0, b);
    barrier(1, odd[0]!);
    barrier(3, odd[1]!);
    settle(tasks);
    expect(made.sort()).toEqual(['b1', 'b3']);
    barrier(2, c);
    settle(tasks);
    expect(made.sort()).toEqual(['b0', 'b1', 'b2', 'b3', 'b4']);
    expect(barrier(1, a)).toBe(PAMI_INVAL);
    expect(() => make(4)).toThrow('PAMI_Geometry_create_tasklist: id 17: another geometry of the client has it');
    const { geometries } = tasks[4]!.client;
    expect(geometries.destroy(geometries.world, tasks[4]!.context, () => {}, 0)).toBe(PAMI_INVAL);
    expect(geometries.destroy(a, tasks[4]!.context, () => void made.push('gone'), 0)).toBe(PAMI_SUCCESS);
    settle(tasks);
    expect(made).toContain('gone');
  });

  test('operations that one member starts', () => {
    const tasks = makeTasks(4);
    const [starter, ...rest] = tasks as [Task, ...Task[]];
    const { world } = starter.client.geometries;
    const count = 5000;
    for (const [me, task] of tasks.entries())
      ints(task, IN, 4 * count).forEach((_, i, all) => void (all[i] = value(me, i)));
    const seen: string[] = [];
    const start = (type: XferType, cmd: Command) => {
      seen.length = 0;
      const [[algorithm]] = world.algorithmsQuery(type);
      const xfer = {
        algorithm: algorithm!,
        cmd: { dispatch: 5, headers: starter.at(700_000), headerlen: 8, ...cmd },
        cbDone: () => void seen.push('done'),
      };
      expect(starter.context.collective(world, xfer), errorText()).toBe(PAMI_SUCCESS);
      settle(tasks);
    };
    starter.bytes(700_000, 32).forEach((_, i, all) => void (all[i] = i));
    const send = { sndbuf: starter.at(IN), stype: INT, stypecount: count };
    const receive = { rcvbuf: starter.at(OUT), rtype: INT, rtypecount: count };
    start('ambroadcast', send); // held: nobody has a dispatch
    for (const task of rest)
      task.context.amCollectiveDispatchSet(
        5,
        (_context, cookie, header, headerBytes, dataBytes, _origin, _geometry, recv) => {
          seen.push(`${cookie} ${task.space.U8[header >>> 0]} ${headerBytes} ${dataBytes}`);
          recv.addr = task.at(cookie === 5 ? OUT : IN);
          recv.localFn = () => void seen.push('here');
        },
        5,
      );
    settle(tasks);
    expect(seen.filter((text) => text === '5 0 8 20000')).toHaveLength(3);
    expect(seen.filter((text) => text === 'here')).toHaveLength(3);
    for (const task of rest) expect(ints(task, OUT, count).every((v, i) => v === value(0, i))).toBe(true);
    start('amscatter', send);
    expect(seen).toContain('5 24 8 20000');
    for (const [i, task] of rest.entries())
      expect(ints(task, OUT, count).every((v, k) => v === value(0, (i + 1) * count + k))).toBe(true);
    for (const task of rest)
      task.context.amCollectiveDispatchSet(5, (_c, _k, _h, _b, _d, _o, _g, recv) => void (recv.addr = task.at(IN)), 6);
    start('amgather', receive);
    expect(seen).toEqual(['done']);
    for (const from of [1, 2, 3])
      expect(ints(starter, OUT + 4 * from * count, count).every((v, i) => v === value(from, i))).toBe(true);
    ints(starter, OUT, count).fill(1);
    start('amreduce', { ...receive, op: op.PAMI_DATA_SUM });
    expect(ints(starter, OUT, count).every((v, i) => v === ((1 + value(1, i) + value(2, i) + value(3, i)) | 0))).toBe(
      true,
    );
  });

  test('extensions', () => {
    const [task] = makeTasks(3) as [Task];
    expect(() => new Extension(task.client, 'EXT_none')).toThrow('there is no extension EXT_none');
    const extension = new Extension(task.client, 'EXT_topology');
    expect([
      extension.symbol('isLocalTask')!(2),
      extension.symbol('isLocalTask')!(3),
      extension.symbol('none'),
    ]).toEqual([1, 0, undefined]);
    expect([extension.close(), extension.close()]).toEqual([PAMI_SUCCESS, PAMI_INVAL]);
  });
});
