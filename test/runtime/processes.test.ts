/** The UPC library in jobs of several processes, with wide pointers-to-shared: each argument and result is one address. */
import { afterAll, beforeAll, describe, expect, vi } from 'vitest';
import { NETWORKS } from '../support/networks.ts';
import { testIn } from '../support/share.ts';
import { linkWith, run } from './support/job.ts';

/** `part(t)`: the address of the part of thread t; `put` stores a pointer to it as programs do. */
const MAIN = `
  const N = 1000, p = lib.upc_all_alloc(THREADS, N), own = lib.malloc(N), back = lib.malloc(N);
  const [one, two, fetch] = [0, 8, 16].map((at) => lib.malloc(32) + at), list = lib.malloc(64), plain = lib.malloc(64);
  const off = lib.upc_addrfield(p, 0), bits = 32 - Math.clz32(THREADS - 1);
  const [next, far, last] = [(MYTHREAD + 1) % THREADS, (MYTHREAD + 2) % THREADS, THREADS - 1];
  const part = (t) => lib.bupc_local_to_shared((BASE + off) | 0, t, 7);
  const put = (at, rank, offset, phase) => { I32[at >>> 2] = offset; I32[(at >>> 2) + 1] = rank | (phase << bits); };
  const has = (at) => [I32[at >>> 2], I32[(at >>> 2) + 1] & (2 ** bits - 1), I32[(at >>> 2) + 1] >>> bits].join();
  const bytes = (at, from, length) => {
    for (let i = 0; i < length; i++) if (U8[(at + i) >>> 0] !== (from + i) % 256) return false;
    return true;
  };
  const failed = [], check = (name, holds) => { if (!holds) failed.push(name); };
  for (let i = 0; i < N; i++) U8[(own + i) >>> 0] = i + MYTHREAD;
`;

const CASES: Readonly<Record<string, string>> = {
  transfers: `
    lib.upc_memput(part(next), 0, own, N);
    env.barrier('a');
    check('put', bytes(BASE + off, (MYTHREAD + last) % THREADS, N));
    lib.upc_memget(back, part(far), 0, N);
    check('get', bytes(back, next, N));
    env.barrier('b');
    lib.upc_sync(lib.upc_memcpy_nb(part(next) + 8, 0, part(next), 0, 100));
    lib.upc_memset_nbi(part(next) + 200, 0, 9, 100); lib.upc_synci();
    lib.upc_memget(back, part(next), 0, N);
    check('copy', bytes(back + 8, MYTHREAD, 100));
    check('set', U8[(back + 299) >>> 0] === 9);`,
  lists: `
    put(list, next, off + 500, 3); put(list + 8, far, off + 600, 0);
    I32[plain >>> 2] = own;
    lib.bupc_memput_ilist(2, list, 16, 1, plain, 32);
    env.barrier('a');
    put(list, next, off + 500, 3); I32[(list + 8) >>> 2] = 16;
    put(list + 16, far, off + 600, 0); I32[(list + 24) >>> 2] = 16;
    I32[plain >>> 2] = back; I32[(plain + 4) >>> 2] = 32;
    lib.bupc_waitsync(lib.bupc_memget_vlist_async(1, plain, 2, list));
    check('lists', bytes(back, MYTHREAD, 32));
    lib.bupc_memput_fstrided(part(far) + 700, 0, 4, 8, 4, own, 4, 4, 4);
    lib.bupc_memget_fstrided(back, 4, 4, 4, part(far) + 700, 0, 4, 8, 4);
    check('strided', bytes(back, MYTHREAD, 16));`,
  pointers: `
    check('moved', lib.bupc_ptradd(part(last), 2, 3, 4, 1) === part(0) + 4 && lib.bupc_ptradd(part(last), 0, 0, 4, 3) === part(last) + 12);
    lib.bupc_dump_shared(part(last), 5, back, 200);
    const text = String.fromCharCode(...U8.slice(back >>> 0, U8.indexOf(0, back >>> 0)));
    check(text, text === '<shared ptr> (addr=0x' + off.toString(16) + ' thread=' + last + ' phase=5)');
    for (let t = 0; t < THREADS; t++) {
      const castable = lib.bupc_thread_castable(t) === 1;
      check('cast ' + t, (lib.upc_cast(part(t), 0) !== 0) === castable && lib.bupc_castable(part(t), 0) === Number(castable));
    }
    check('far', lib.bupc_thread_castable((MYTHREAD + THREADS / 2) % THREADS) === 0 && lib.upc_cast(0, 0) === 0);
    const block = lib.bupc_extern_all_alloc(THREADS, 64);
    check('own', (block - BASE) >>> 0 < 2 ** SHIFT);
    env.barrier('a');
    if (MYTHREAD === 1) lib.bupc_extern_free(block, 0);`,
  atomics: `
    for (let i = 0; i < 20; i++) {
      lib.bupc_atomicI64_fetchadd_relaxed(part(last), 0, 3n);
      lib.bupc_atomicF_fetchadd_strict(part(last) + 24, 0, 0.5);
    }
    const domain = lib.upc_all_atomicdomain_alloc(6, 1 | 512, 0);
    I32[one >>> 2] = 2;
    for (let i = 0; i < 20; i++) lib.upc_atomic_strict(domain, 0, 1, part(last) + 32, 0, one, 0);
    env.barrier('a');
    check('I64', lib.bupc_atomicI64_read_strict(part(last), 0) === 60n * BigInt(THREADS));
    check('F', lib.bupc_atomicF_read_strict(part(last) + 24, 0) === 10 * THREADS);
    lib.upc_atomic_relaxed(domain, fetch, 512, part(last) + 32, 0, 0, 0);
    check('domain', I32[fetch >>> 2] === 40 * THREADS);
    env.putBitsU8(last, off + 64 + MYTHREAD, 0xf0, 0x50);
    check('bits', env.getU8(last, off + 64 + MYTHREAD) === 0x50);
    env.barrier('b');
    lib.upc_all_atomicdomain_free(domain);`,
  'atomic pointers': `
    const [GET, SET, CSWAP] = [512, 1024, 2048], domain = lib.upc_all_atomicdomain_alloc(22, GET | SET | CSWAP, 0);
    for (const place of [part(0), part(last)]) {
      env.barrier('a');
      if (MYTHREAD !== 0) continue;
      const swap = (rank, phase) => {
        put(one, rank, off, phase); put(two, 3, off, 1);
        lib.upc_atomic_strict(domain, 0, CSWAP, place, 0, one, two);
        lib.upc_atomic_strict(domain, fetch, GET, place, 0, 0, 0);
        return has(fetch);
      };
      put(one, 1, off, 5);
      lib.upc_atomic_strict(domain, 0, SET, place, 0, one, 0);
      check('other rank', swap(2, 5) === [off, 1, 5].join());
      check('other phase', swap(1, 0) === [off, 3, 1].join());
    }
    env.barrier('b');
    lib.upc_all_atomicdomain_free(domain);
    lib.upc_all_atomicdomain_free(0);`,
};

const SHAPES = [
  ['4', '2'],
  ['8', '2'],
  ['4', '4'],
];

/** Each shape on each network. */
const WAYS = NETWORKS.flatMap((network) => SHAPES.map((shape) => [network, ...shape].join()));

describe.each([...NETWORKS])('%s', (network) => {
  const image = 'wide: true,';
  const ending = `; if (failed.length > 0) throw new Error(failed.join()); env.barrier('end')`;
  const main = `${MAIN} switch (String.fromCharCode(U8[I32[(argv + 4) >>> 2] >>> 0])) {
    ${Object.values(CASES)
      .map((text, i) => `case '${i}': {${text}} break;`)
      .join('\n')}
  } ${ending}`;
  let program: string;
  beforeAll(async () => {
    program = await linkWith(network, { main, image });
    vi.stubEnv('PGAS_PROVIDER', process.env.PGAS_PROVIDER ?? 'shm');
  });
  afterAll(() => void vi.unstubAllEnvs());
  describe.each(SHAPES)('%s threads in %s processes', (threads, processes) => {
    const here = testIn([network, threads, processes].join(), WAYS);
    for (const [number, name] of Object.keys(CASES).entries())
      here(name, async () => {
        const outcome = await run(program, '-n', threads!, '--processes', processes!, `${number}`);
        expect(outcome).toMatchObject({ stderr: '', status: 0 });
      });
  });
});
