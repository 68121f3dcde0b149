/** Programs in pages of Chromium and Firefox: output, files, input, failures by their texts, signals, and simulated machines. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type BrowserName, describeIn, type Pages } from '../support/pages.ts';
import { ROOT } from '../support/pgasc.ts';
import { dealt, isLong, long, some, testIn } from '../support/share.ts';

const BROWSERS: readonly BrowserName[] = ['chrome', 'firefox'];
const WAYS = [
  { options: {}, shown: '-O0' },
  { options: { optimize: 2 }, shown: '-O2' },
] as const;
const NETWORKS = ['smp', 'sfi', 'verbs', 'pami'];
const THREADS = [1, 2, 3, 4, 7];
/** A test in a browser that it is dealt to. */
type Here = ReturnType<typeof testIn>;
const own = (name: string) => readFileSync(join(import.meta.dirname, 'programs', name), 'utf8');
const sample = (name: string) => readFileSync(join(ROOT, 'samples', name), 'utf8');

for (const browser of BROWSERS)
  describeIn(browser, true, (pages) => {
    const here = testIn(browser, BROWSERS);
    samples(pages, browser);
    inputAndFiles(pages, here);
    failures(pages, here);
    processes(pages, here);
    machine(pages, here);
    test('nothing has been written to the console', () => expect(pages.complaints).toEqual([]));
  });

for (const browser of dealt('not isolated', BROWSERS))
  describeIn(browser, false, (pages) => {
    machine(pages, test);
    test('threads are refused, one runs', async () => {
      const source = sample('tutorial/01-hello.upc');
      const refused = await pages.run({ name: 'hello.upc', source, arguments: ['-n', '2'] });
      expect(refused.stderr).toBe(
        'pgasc: -n 2: this page is not cross-origin isolated (headers COOP and COEP), so that workers share no memory: ' +
          'run one thread, or compile with -simulate and run with --simulate\n',
      );
      expect(refused.status).toBe(2);
      const { stdout, status } = await pages.run({ name: 'hello.upc', source, arguments: ['-n', '1'] });
      expect([stdout, status]).toEqual(['Hello from thread 0 of 1\nSolution validates\n', 0]);
    });
  });

function samples(pages: Pages, browser: BrowserName): void {
  const names = ['tutorial', 'coarray'].flatMap((folder) =>
    readdirSync(join(ROOT, 'samples', folder))
      .filter((name) => name.endsWith('.upc') && !sample(`${folder}/${name}`).includes('#include "')) // of one file
      .map((name) => `${folder}/${name}`),
  );
  for (const name of some(some(names)).filter((name) => dealt(name, BROWSERS).includes(browser)))
    for (const { options, shown } of dealt(name, WAYS))
      for (const network of dealt(`${browser} ${name} ${shown}`, NETWORKS, false))
        for (const threads of dealt(`${name} ${shown} ${network}`, THREADS, false))
          test(`${name} ${shown} -network=${network} -n ${threads}`, async () => {
            const source = sample(name);
            const { stdout, stderr, status } = await pages.run({
              ...{ name, source, options: { ...options, network } },
              arguments: ['-n', String(threads)],
            });
            expect(stderr).toBe('');
            expect(stdout).toContain('Solution validates');
            expect(status).toBe(0);
          });
}

function inputAndFiles(pages: Pages, here: Here): void {
  for (const { options, shown } of dealt('files', WAYS))
    here(`input and files ${shown}`, async () => {
      const { stdout, stderr, status, files } = await pages.run({
        ...{ name: 'files.c', source: own('files.c'), options, arguments: ['-n', '1'] },
        input: 'one\ntwo\n',
        files: { '/given.txt': 'from the page\n' },
      });
      expect(stdout).toBe(
        '1: one\n2: two\ngiven: from the page\nmissing: 0 No such file or directory\n' +
          '208890 bytes, 208890 of them, mode 644\nentry .\nentry ..\nentry renamed\nnull: -1\nby name\n',
      );
      expect([stderr, status]).toEqual(['to standard error\n', 3]);
      expect(files['/folder/renamed']).toBe('line 0\n');
    });

  long('lines of 8 threads are whole', async () => {
    const { stdout } = await pages.run({ name: 'lines.upc', source: own('lines.upc'), arguments: ['-n', '8'] });
    const lines = stdout.trimEnd().split('\n');
    for (let thread = 0; thread < 8; thread++) {
      const ofThread = lines.filter((line) => line.startsWith(`thread ${thread} `));
      expect(ofThread).toEqual(Array.from({ length: 2000 }, (_, i) => `thread ${thread} line ${i}`));
    }
  });
}

function failures(pages: Pages, here: Here): void {
  const source = own('failures.upc');
  const fail = (way: string, options: object, more = {}) =>
    pages.run({ name: 'failures.upc', source, options, arguments: ['-n', '3', way], ...more });
  for (const { options, shown } of isLong ? WAYS : dealt('failures', WAYS)) {
    here(`a failure has its place ${shown}`, async () => {
      const { stderr, status } = await fail('divide', options);
      expect(stderr).toMatch(/^pgasc: thread 1: division by zero at failures\.upc:13:(23|37)\n {4}at /);
      expect(status).toBe(1);
    });
    here(`a recursion without end ${shown}`, async () => {
      const { stderr, status } = await fail('recurse', options);
      expect(stderr).toMatch(/^pgasc: thread 1: stack overflow: the calls are nested too deeply/);
      expect(status).toBe(1);
    });
    here(`abort and upc_global_exit ${shown}`, async () => {
      expect((await fail('abort', options)).status).toBe(134);
      expect((await fail('exit', options)).status).toBe(7);
    });
    here(`a deadlock is told ${shown}`, async () => {
      const { stderr, status } = await fail('deadlock', options);
      expect(stderr).toMatch(/deadlock: .*can never go on/);
      expect(stderr).toMatch(/thread 1 ended with status 0\n {4}thread 2 waits at upc_barrier/);
      expect(status).toBe(1);
    });
    here(`Ctrl-C ends what computes ${shown}`, async () => {
      const signal = { name: 'SIGINT', after: 'spinning' };
      const { stderr, status } = await fail('spin', options, { signal });
      expect(stderr).toMatch(/^pgasc: SIGINT: where the threads are\n {4}thread 0 runs/);
      expect(status).toBe(130);
    });
  }
}

/** Flags of the launcher that ask for processes. */
function processes(pages: Pages, here: Here): void {
  const source = sample('tutorial/01-hello.upc');
  for (const flag of some(['--processes 2', '--per-host 2', '--hosts a:1,b:1']))
    here(`${flag} is refused`, async () => {
      const words = [flag.replace(' ', '='), '-n', '2'];
      const run = { name: 'hello.upc', source, options: { network: 'sfi' }, arguments: words };
      const { stdout, stderr, status } = await pages.run(run);
      expect([stdout, stderr, status]).toEqual([
        '',
        `pgasc: ${flag}: a page starts no processes and opens no sockets\n`,
        2,
      ]);
    });
}

function machine(pages: Pages, here: Here): void {
  for (const { options, shown } of dealt('machine', WAYS))
    here(`50 ranks on a machine take its time ${shown}`, async () => {
      const run = () =>
        pages.run({
          ...{ name: 'hello.upc', source: sample('tutorial/01-hello.upc') },
          options: { ...options, network: 'pami', simulate: true },
          arguments: ['-n', '50', '--simulate=bgq', '--time'],
        });
      const { stdout, stderr, status } = await run();
      expect([stdout.split('\n').length, status]).toEqual([52, 0]);
      expect(stderr).toMatch(/^pgasc: bgq, 50 ranks: [\d.]+ us; /);
      expect((await run()).stderr).toBe(stderr);
    });
}
