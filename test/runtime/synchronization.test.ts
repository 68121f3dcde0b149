import { describe, expect, test } from 'vitest';
import { dealt, some, testSome } from '../support/share.ts';
import { execute, link, run } from './support/job.ts';

const THREADS = ['1', '2', '3', '4', '7'];

describe('barrier', () => {
  const rounds = link({
    main: `
      const at = (thread) => ((thread << SHIFT) + 65536 + 4224) >>> 2;
      for (let round = 1; round <= 300; round++) {
        I32[at(MYTHREAD)] = round;
        if (round % 3 === 0) env.barrier('r:1', round);
        else { env.notify('r:2'); env.wait('r:3', round % 3 === 1 ? 5 : undefined); }
        for (let t = 0; t < THREADS; t++)
          if (I32[at(t)] < round) { print('early ' + round); return 1; }
      }`,
  });
  test.each(dealt('barrier', THREADS))('nobody leaves before all have come: %s threads', async (threads) => {
    expect(await run(rounds, '-n', threads)).toEqual({ stdout: '', stderr: '', status: 0 });
  });

  testSome('a thread between notify and wait does not hold up the others', async () => {
    const main = `
      env.notify('a:1');
      if (MYTHREAD === 0) { while (Atomics.load(I32, 17500) < THREADS - 1); env.wait('a:2'); }
      else { env.wait('a:3'); Atomics.add(I32, 17500, 1); }`;
    expect((await execute(main, '-n', '3')).status).toBe(0);
  });

  test.each(
    some([
      [
        "env.barrier('p.upc:' + (3 + MYTHREAD), MYTHREAD + 7)",
        /values do not match: thread 0 gives 7 at p.upc:3, thread 1 gives 8 at p.upc:4;/,
      ],
      [
        "env.notify('p.upc:3', 1); env.wait('p.upc:4', 2)",
        /thread 0 gives 1 at p.upc:3, thread \d gives 2 in upc_wait at p.upc:4;/,
      ],
      ["env.wait('p.upc:3')", /upc_wait at p.upc:3 without an upc_notify/],
      [
        "env.notify('p.upc:3'); env.notify('p.upc:4')",
        /upc_notify at p.upc:4, but the upc_notify at p.upc:3 still lacks its upc_wait/,
      ],
      ["env.notify('p.upc:3')", /main ends, but the upc_notify at p.upc:3 still lacks its upc_wait/],
      ["env.notify('p.upc:3'); env.barrier('p.upc:4')", /upc_barrier at p.upc:4, but the upc_notify at p.upc:3/],
      ["env.notify('p.upc:3'); lib.upc_all_alloc(1, 1)", /upc_all_alloc is collective .* upc_notify at p.upc:3/],
    ] as const),
  )('%s is refused', async (main, message) => {
    const { stderr, status } = await execute(main, '-n', '2');
    expect(stderr).toMatch(message);
    expect(status).toBe(1);
  });

  testSome('one thread may give a value and another none', async () => {
    expect((await execute("env.barrier('p:1', MYTHREAD === 1 ? 4 : undefined)", '-n', '3')).status).toBe(0);
  });
});

describe('locks', () => {
  const counting = link({
    main: `
      const lock = lib.upc_all_lock_alloc();
      for (let i = 0; i < 2000; i++) { lib.upc_lock(lock); I32[17500]++; lib.upc_unlock(lock); }
      env.barrier('l:1');
      for (let i = 0; i < 200; ) if (lib.upc_lock_attempt(lock)) { I32[17500]++; lib.upc_unlock(lock); i++; }
      env.barrier('l:2');
      lib.upc_all_lock_free(lock);
      return I32[17500] === 2200 * THREADS ? 0 : 1;`,
  });
  test.each(dealt('locks', THREADS))('exclude each other: %s threads', async (threads) => {
    expect(await run(counting, '-n', threads)).toMatchObject({ stderr: '', status: 0 });
  });

  const SETUP = 'const lock = lib.upc_all_lock_alloc();';
  test.each(
    some([
      [
        `${SETUP} if (MYTHREAD === 0) { lib.upc_lock(lock); lib.upc_lock(lock); }`,
        /this thread holds the lock already/,
      ],
      [
        `${SETUP} if (MYTHREAD === 0) lib.upc_lock(lock); env.barrier('p:1'); if (MYTHREAD === 1) lib.upc_unlock(lock); env.barrier('p:2')`,
        /thread 1: upc_unlock.*does not hold the lock, thread 0 holds it/,
      ],
      [
        `${SETUP} lib.upc_all_lock_free(lock); env.barrier('p:1'); lib.upc_lock(lock)`,
        /not a lock, or a lock that has been freed/,
      ],
      ['lib.upc_lock(0)', /upc_lock: null pointer to a lock/],
    ] as const),
  )('%s', async (main, message) => {
    const { stderr, status } = await execute(main, '-n', '2');
    expect(stderr).toMatch(message);
    expect(status).toBe(1);
  });
});

describe('deadlock', () => {
  testSome('an ended thread and others at a barrier: a roll-call', async () => {
    const { stderr, status } = await execute("if (MYTHREAD === 1) return 3; env.barrier('prog.upc:10')", '-n', '3');
    expect(stderr).toContain('deadlock');
    expect(stderr).toContain('thread 0 waits at upc_barrier prog.upc:10\n');
    expect(stderr).toContain('thread 1 ended with status 3\n');
    expect(stderr).toContain('thread 2 waits at upc_barrier prog.upc:10\n');
    expect(status).toBe(1);
  });

  testSome('a thread that exits after notify releases the others', async () => {
    expect(
      (await execute("env.notify('p:1'); if (MYTHREAD === 1) lib.exit(0); env.wait('p:2')", '-n', '3')).status,
    ).toBe(0);
  });

  testSome('a barrier and a lock that wait for each other', async () => {
    const { stderr, status } = await execute(
      `const lock = lib.upc_all_lock_alloc();
       if (MYTHREAD === 0) lib.upc_lock(lock);
       env.barrier('p:1');
       if (MYTHREAD === 0) env.barrier('p:2'); else lib.upc_lock(lock);`,
      '-n',
      '2',
    );
    expect(stderr).toContain('thread 0 waits at upc_barrier p:2');
    expect(stderr).toContain('thread 1 waits for the lock of thread 0');
    expect(status).toBe(1);
  });

  testSome('a slow thread is no deadlock', async () => {
    expect((await execute("if (MYTHREAD === 1) lib.sleep(300); env.barrier('p:1')", '-n', '3')).status).toBe(0);
  });
});

testSome('semaphores hand over, and data is there before the signal', async () => {
  const main = `
    const sems = 70000 >>> 2, mine = lib.bupc_sem_alloc(0);
    I32[sems + MYTHREAD] = mine;
    const buffer = lib.upc_all_alloc(THREADS, 4);
    env.barrier('s:1');
    const next = (MYTHREAD + 1) % THREADS, from = lib.malloc(4);
    for (let round = 1; round <= 50; round++) {
      I32[from >>> 2] = round;
      lib.bupc_memput_signal((buffer + (next << SHIFT)) | 0, 0, from, 4, I32[sems + next], 1);
      lib.bupc_sem_wait(mine);
      if (I32[(buffer + BASE) >>> 2] < round) return 1;
    }`;
  expect(await execute(main, '-n', '3')).toMatchObject({ stderr: '', status: 0 });
});
