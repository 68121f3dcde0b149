import { describe, expect, test } from 'vitest';
import { dealt, some, testSome } from '../support/share.ts';
import { execute, link, run } from './support/job.ts';

const THREADS = ['1', '2', '3', '4', '7'];

describe('shared heap', () => {
  const reuse = link({
    main: `
      const first = lib.upc_all_alloc(THREADS, 1000);
      I32[(first + BASE) >>> 2] = MYTHREAD;
      env.barrier('h:1');
      for (let t = 0; t < THREADS; t++) if (I32[(first + (t << SHIFT)) >>> 2] !== t) return 1;
      lib.upc_all_free(first, 0);
      env.barrier('h:2');
      const own = [];
      for (let round = 0; round < 200; round++) {
        own.push(round % 3 ? lib.upc_alloc(100 + round) : lib.upc_global_alloc(THREADS, 100 + round));
        if (own.length > 5) lib.upc_free(own.shift(), 0);
      }
      for (const block of own) lib.upc_free(block, 0);
      env.barrier('h:3');
      const again = lib.upc_all_alloc(THREADS, 1000);
      if (again !== first) return 2;
      if (lib.upc_all_alloc(0, 8) !== 0 || lib.upc_alloc(0) !== 0) return 3;`,
  });
  test.each(dealt('shared heap', THREADS))(
    'is one for all, and freed memory comes back: %s threads',
    async (threads) => {
      expect(await run(reuse, '-n', threads)).toMatchObject({ stderr: '', status: 0 });
    },
  );

  testSome('addresses may lie above 2 GiB', async () => {
    expect(await run(reuse, '-n', '4', '--shared-heap=600M')).toMatchObject({ stderr: '', status: 0 });
  });

  testSome('any thread may free what another allocated', async () => {
    const main = `
      I32[17500 + MYTHREAD] = lib.upc_alloc(64);
      env.barrier('h:1');
      lib.upc_free(I32[17500 + (MYTHREAD + 1) % THREADS], 0);
      env.barrier('h:2');
      return lib.upc_alloc(64) === I32[17500 + MYTHREAD] ? 0 : 1;`;
    expect(await execute(main, '-n', '3')).toMatchObject({
      stderr: '',
      status: 0,
    });
  });

  test.each(
    some([
      [
        'lib.upc_alloc(70 << 20)',
        /upc_alloc: the shared heap is exhausted: 70 MiB .* wanted, .* of 64 MiB .*--shared-heap/,
      ],
      ['lib.upc_global_alloc(1 << 20, 1 << 20)', /upc_global_alloc: the shared heap is exhausted: 512 GiB/],
      ['const p = lib.upc_alloc(8); lib.upc_free(p, 0); lib.upc_free(p, 0)', /upc_free.* has been freed already/],
      ['lib.upc_free(lib.upc_alloc(8) + 16, 0)', /upc_free.* not the start of a block/],
      ['lib.upc_free(lib.malloc(8), 0)', /upc_free.* not the start of a block/],
      ['lib.upc_free((lib.upc_global_alloc(2, 64) + (1 << SHIFT)) | 0, 0)', /points to the part on thread 1/],
      [
        'lib.upc_all_alloc(MYTHREAD + 1, 8)',
        /calls upc_all_alloc\(nblocks \d, nbytes 8\) where .*; nblocks must be the same on all threads/,
      ],
      ['if (MYTHREAD) lib.upc_all_alloc(1, 8); else lib.upc_all_lock_alloc()', /collective calls do not match/],
    ] as const),
  )('%s is refused', async (main, message) => {
    const { stderr, status } = await execute(`${main}; env.barrier('p:1')`, '-n', '2', '--shared-heap=64M');
    expect(stderr).toMatch(message);
    expect(status).toBe(1);
  });

  testSome('a program may do without a shared heap', async () => {
    expect(await execute(`env.barrier('p:1')`, '-n', '2', '--shared-heap=0')).toMatchObject({ stderr: '', status: 0 });
  });

  testSome('a thread may run far ahead in collective calls', async () => {
    const main = `
      if (MYTHREAD === 1) lib.sleep(50);
      let last = 0;
      for (let i = 0; i < 100; i++) { const p = lib.upc_all_alloc(THREADS, 16); if (p <= last) return 1; last = p; }`;
    expect(await execute(main, '-n', '3')).toMatchObject({ stderr: '', status: 0 });
  });
});

describe('private heap', () => {
  testSome('allocates, moves and gives 0 when it is exhausted', async () => {
    const main = `
      const a = lib.malloc(100);
      if (a % 16 !== 0 || lib.usable(a) < 100) return 1;
      U8.fill(7, a, a + 100);
      lib.malloc(1);
      const b = lib.realloc(a, 5000);
      if (b === a || U8[b] !== 7 || U8[b + 99] !== 7) return 2;
      if (lib.malloc(3 << 20) !== 0 || lib.malloc(-1) !== 0 || lib.realloc(b, 3 << 20) !== 0) return 3;
      if (lib.malloc(0) === 0) return 4;`;
    expect(await execute(main, '-n', '1', '--heap=2M')).toMatchObject({ stderr: '', status: 0 });
  });

  test.each(
    some([
      ['const p = lib.malloc(8); lib.free(p); lib.free(p)', /free\(0x.*freed already/],
      ['lib.free(lib.malloc(8) + 4)', /free\(0x.*not the start of a block/],
      ['lib.free((BASE + 70000) | 0)', /free\(0x.*not the start of a block/],
      [
        "if (MYTHREAD === 0) I32[17500] = lib.malloc(8); env.barrier('p:1'); if (MYTHREAD === 1) lib.free(I32[17500])",
        /thread 1: free.*belongs to thread 0; only that thread may free it/,
      ],
    ] as const),
  )('%s is refused', async (main, message) => {
    const { stderr, status } = await execute(main, '-n', '2');
    expect(stderr).toMatch(message);
    expect(status).toBe(1);
  });
});

describe('bulk transfers', () => {
  const transfer = link({
    main: `
      const N = 1000, block = lib.upc_all_alloc(THREADS, N), own = lib.malloc(N), back = lib.malloc(N);
      const next = (block + (((MYTHREAD + 1) % THREADS) << SHIFT)) | 0;
      for (const size of [0, 1, 3, 4, 8, 12, 16, 20, 31, 64, 999, 1000])
        for (const shift of [0, 1, 4]) {
          if (size + shift > N) continue;
          for (let i = 0; i < N; i++) { U8[(own >>> 0) + i] = i * 7 + size; U8[(back >>> 0) + i] = 255; }
          lib.upc_memput(next, 0, own + shift, size);
          lib.upc_memget(back, next, 0, size);
          for (let i = 0; i < size; i++) if (U8[(back >>> 0) + i] !== ((i + shift) * 7 + size & 255)) return 1;
          if (U8[(back >>> 0) + size] !== (size < N ? 255 : U8[(back >>> 0) + size])) return 2;
        }
      lib.upc_sync(lib.upc_memset_nb(next, 0, 9, 100));
      lib.upc_memcpy_nbi((next + 200) | 0, 0, next, 0, 100); lib.upc_synci();
      const handle = lib.bupc_memget_async(back, (next + 200) | 0, 0, 100);
      if (!lib.bupc_trysync(handle)) return 3;
      return U8[back >>> 0] === 9 && U8[(back >>> 0) + 99] === 9 ? 0 : 4;`,
  });
  testSome('bytes arrive in addresses above 2 GiB', async () => {
    expect(await run(transfer, '-n', '4', '--shared-heap=600M')).toMatchObject({ stderr: '', status: 0 });
  });

  test.each(dealt('bulk transfers', ['2', '3', '1']))('bytes arrive: %s threads', async (threads) => {
    expect(await run(transfer, '-n', threads)).toMatchObject({ stderr: '', status: 0 });
  });

  test.each(
    some([
      ['lib.upc_memput(0, 0, lib.malloc(8), 8)', /upc_memput: 8 bytes at 0x0: null pointer/],
      ['lib.upc_memget(lib.malloc(8), (1 << SHIFT) - 4, 0, 8)', /upc_memget: .* reaches beyond the memory of thread 0/],
      ['lib.upc_memset(3 << SHIFT, 0, 0, 8)', /no thread has this address \(THREADS is 3\)/],
      ['lib.upc_sync(12345)', /not the handle of an operation/],
    ] as const),
  )('%s is refused', async (main, message) => {
    const { stderr, status } = await execute(main, '-n', '3', '--shared-heap=64M', '--heap=64M');
    expect(stderr).toMatch(message);
    expect(status).toBe(1);
  });
});

testSome('atomics of all types', async () => {
  const main = `
    const p = lib.upc_all_alloc(THREADS, 64);
    for (let i = 0; i < 1000; i++) {
      lib.bupc_atomicI64_fetchadd_relaxed(p, 0, 3n);
      lib.bupc_atomicU32_fetchadd_strict(p + 8, 0, 1);
      lib.bupc_atomicD_fetchadd_strict(p + 16, 0, 0.5);
      lib.bupc_atomicF_fetchadd_strict(p + 24, 0, 0.5);
    }
    env.barrier('a:1');
    const n = 1000 * THREADS;
    if (lib.bupc_atomicI64_read_strict(p, 0) !== 3n * BigInt(n)) return 1;
    if (lib.bupc_atomicI32_read_strict(p + 8, 0) !== n) return 2;
    if (lib.bupc_atomicD_read_strict(p + 16, 0) !== n / 2) return 3;
    if (lib.bupc_atomicF_read_strict(p + 24, 0) !== n / 2) return 4;
    const ADD = 1, MAX = 256, GET = 512, CSWAP = 2048;
    const domain = lib.upc_all_atomicdomain_alloc(6, ADD | MAX | GET | CSWAP, 0);
    const one = lib.malloc(16), two = one + 4, fetch = one + 8;
    I32[one >>> 2] = 2;
    for (let i = 0; i < 100; i++) lib.upc_atomic_strict(domain, 0, ADD, p + 32, 0, one, 0);
    env.barrier('a:2');
    lib.upc_atomic_relaxed(domain, fetch, GET, p + 32, 0, 0, 0);
    if (I32[fetch >>> 2] !== 200 * THREADS) return 5;
    env.barrier('a:3');
    I32[one >>> 2] = -1;
    lib.upc_atomic_relaxed(domain, 0, MAX, p + 32, 0, one, 0);
    env.barrier('a:4');
    I32[two >>> 2] = MYTHREAD;
    lib.upc_atomic_relaxed(domain, fetch, CSWAP, p + 32, 0, one, two);
    if (I32[fetch >>> 2] === -1) Atomics.add(I32, 17500, 1);
    env.barrier('a:5');
    lib.upc_all_atomicdomain_free(domain);
    return I32[17500] === 1 ? 0 : 6;`;
  expect(await execute(main, '-n', '3')).toMatchObject({ stderr: '', status: 0 });
});

testSome('parts of pointers, and pointers moved by a block size known at run time', async () => {
  const main = `
    const second = () => I32[(BASE + 4096) >>> 2];
    const p = ((2 << SHIFT) + 70000) | 0;
    if (lib.upc_threadof(p, 1) !== 2 || lib.upc_phaseof(p, 1) !== 1 || lib.upc_addrfield(p, 1) !== 70000) return 1;
    if (lib.upc_resetphase(p, 1) !== p || second() !== 0) return 2;
    // shared [3] int: element 2 (thread 0, phase 2) moved by 2 is element 4 (thread 1, phase 1); back by 5 is element -1
    let q = lib.bupc_ptradd(70008, 2, 3, 4, 2);
    if (q !== (1 << SHIFT) + 70004 || second() !== 1) return 3;
    q = lib.bupc_ptradd(q, 1, 3, 4, -5);
    if (q !== ((3 << SHIFT) + 69996 | 0) || second() !== 2) return 4;
    const sizes = [0, 1, 2, 3].map((t) => lib.upc_affinitysize(70, 8, t));
if (sizes.join() !== '22,16,16,16') return 5;
    return lib.upc_affinitysize(70, 0, 0) === 70 && lib.upc_affinitysize(70, 0, 3) === 0 ? 0 : 7;`;
  expect((await execute(main, '-n', '4')).status).toBe(0);
});

testSome('-g: what a pointer may reach', async () => {
  const access = (address: string, image = '') => execute({ main: `env.check(${address}, 4)`, image }, '-n', '2');
  expect((await access('0')).stderr).toMatch(/access of 4 bytes at 0x0: null pointer/);
  expect((await access('((1 - MYTHREAD) << SHIFT) + 65536')).stderr).toMatch(/private memory of thread/);
  expect((await access('((1 - MYTHREAD) << SHIFT) + 65536 + 4224')).status).toBe(0);
  expect((await access('BASE + (1 << SHIFT) - (1 << 26)')).stderr).toMatch(/beyond all memory that malloc has given/);
});
