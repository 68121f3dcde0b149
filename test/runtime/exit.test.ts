import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { some, testSome } from '../support/share.ts';
import { execute, link, run } from './support/job.ts';

testSome('status: thread 0 first, else the first that is not zero', async () => {
  expect((await execute('return MYTHREAD === 0 ? 4 : 5', '-n', '3')).status).toBe(4);
  expect((await execute('return MYTHREAD === 0 ? 0 : 4 + MYTHREAD', '-n', '3')).status).toBe(5);
  expect((await execute('lib.exit(256 + 7)', '-n', '2')).status).toBe(7);
});

testSome('exit runs what was registered, last first, and waits for the others', async () => {
  const { stdout, status } = await execute(
    `lib.at_exit(() => print('first\\n')); lib.at_exit(() => print('last\\n'));
     if (MYTHREAD === 1) { lib.sleep(100); print('late\\n'); return 0; }
     (function nested() { lib.exit(0); })();`,
    '-n',
    '2',
  );
  expect(stdout).toBe('last\nfirst\nlate\nlast\nfirst\n');
  expect(status).toBe(0);
});

testSome('exit within an exit action goes on with the rest', async () => {
  const main = "lib.at_exit(() => print('rest')); lib.at_exit(() => lib.exit(6)); return 5;";
  expect(await execute(main, '-n', '1')).toMatchObject({ stdout: 'rest', stderr: '', status: 6 });
});

testSome('arguments reach main', async () => {
  const main = `
    const texts = [];
    for (let i = 1; i < argc; i++) {
      const start = I32[(argv >>> 2) + i];
      texts.push(new TextDecoder().decode(U8.slice(start, U8.indexOf(0, start))));
    }
    print(texts.join('|') + I32[(argv >>> 2) + argc]);`;
  expect((await execute(main, '-n', '1', 'a', '--', '-n', 'é')).stdout).toBe('a|-n|é0');
});

test.each(
  some([
    ['a failure', 'env.trapDivision()', 1, /^pgasc: thread 1: division by zero/],
    ['64-bit division', 'return Number(1n / BigInt(I32[20000]))', 1, /^pgasc: thread 1: division by zero/],
    ['a null function', 'env.trapCall(0)', 1, /thread 1: call through a null function pointer/],
    ['nested calls', 'const f = (n) => f(n + 1) + 1; f(0)', 1, /^pgasc: thread 1: stack overflow/],
    ['the memory stack', 'env.trapStack()', 1, /stack overflow: .* 8 MiB of this thread's stack \(raise --stack\)/],
    ['upc_global_exit', 'lib.upc_global_exit(9)', 9, /^$/],
    ['abort', 'lib.abort()', 134, /^pgasc: thread 1: aborted/],
    ['a defect', 'null.x', 1, /^pgasc: thread 1: internal error: TypeError/],
  ] as const),
)('%s ends the job; partial lines of all threads are kept', async (_name, action, status, message) => {
  const main = `
    lib.pend('<' + MYTHREAD + '>');
    env.barrier('p:1');
    if (MYTHREAD === 1) { ${action} }
    else if (MYTHREAD === 0) env.barrier('p:2');
    else for (;;);`;
  const outcome = await execute(main, '-n', '3');
  expect(outcome.stdout).toBe('<0><1><2>');
  expect(outcome.stderr).toMatch(message);
  expect(outcome.status).toBe(status);
});

testSome('calls may nest 100,000 deep', async () => {
  const main = 'const f = (n) => (n === 0 ? 0 : f(n - 1) + 1); return f(100000) === 100000 ? 0 : 1';
  expect((await execute(main, '-n', '2')).status).toBe(0);
});

testSome('places come from the source map beside the program', async () => {
  const file = link({ main: 'function compute() { env.trapDivision(); } compute();', threads: 1 });
  const line = readFileSync(file, 'utf8')
    .split('\n')
    .findIndex((text) => text.includes('function compute'));
  const generated = `${';'.repeat(line)}AAWM;AAAA;AAAA`;
  writeFileSync(`${file}.map`, JSON.stringify({ version: 3, sources: ['prog.upc'], mappings: generated }));
  const { stderr } = await run(file);
  expect(stderr).toMatch(/^pgasc: thread 0: division by zero at prog.upc:12:7\n {4}at compute \(prog.upc:12:7\)\n/);
});

testSome('lines of different threads never mix', async () => {
  const main = "const text = String(MYTHREAD).repeat(5000) + '\\n'; for (let i = 0; i < 40; i++) print(text);";
  const { stdout } = await execute(main, '-n', '4');
  const lines = stdout.split('\n').filter(Boolean);
  expect(lines.length).toBe(160);
  for (const line of lines) expect(line).toBe(line[0]!.repeat(5000));
});

testSome('a reader that goes away ends the job quietly', async () => {
  const file = link({ main: "for (;;) print('x'.repeat(1000))" });
  const child = spawn(process.execPath, [file, '-n', '2'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (data) => (stderr += data));
  child.stdout.once('data', () => child.stdout.destroy());
  expect(await new Promise((settle) => child.on('close', settle))).toBe(141);
  expect(stderr).toBe('');
});

testSome(
  'SIGUSR1 asks where the threads are; Ctrl-C as well, ends all with 130 and keeps what they printed',
  async () => {
    const file = link({
      main: `lib.pend('p' + MYTHREAD); env.barrier('p:1');
           print('x');
           if (MYTHREAD === 0) for (;;);
           if (MYTHREAD === 1) env.barrier('p:2');
           if (MYTHREAD === 2) { I32[(BASE + 4096 + 12) >>> 2] = 1; for (;;); }
           if (MYTHREAD === 4) env.awaiting(0, () => { for (;;); });`,
      image: "places: ['', 'p:9'],",
    });
    const call = `where the threads are
    thread 0 runs, its last barrier was p:1
    thread 1 waits at upc_barrier p:2
    thread 2 runs, last known at p:9
    thread 3 ended with status 0
    thread 4 waits for standard input
`;
    const child = spawn(process.execPath, [file, '-n', '5'], { stdio: ['ignore', 'pipe', 'pipe'], timeout: 60_000 });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (data) => {
      stdout += data;
      if (stdout === 'xxxxx') child.kill('SIGUSR1');
    });
    child.stderr.on('data', (data) => {
      stderr += data;
      // Some may not be there yet: asked again, until all are.
      if (/thread 4.*\n$/.test(data)) child.kill(stderr.endsWith(`SIGUSR1: ${call}`) ? 'SIGINT' : 'SIGUSR1');
    });
    const ended = new Promise((settle) => child.on('close', (status, signal) => settle(signal ?? status)));
    expect(await ended).toBeOneOf(['SIGINT', 130]); // by the signal, where threads take long to stop
    expect(stderr.endsWith(`pgasc: SIGUSR1: ${call}pgasc: SIGINT: ${call}`)).toBe(true);
    expect(stdout).toBe('xxxxxp0p1p2p3p4');
  },
);

testSome('the command line is checked', async () => {
  const fixed = link({ main: 'return 0', threads: 3 });
  expect((await run(fixed)).status).toBe(0);
  expect((await run(fixed, '-n', '3')).status).toBe(0);
  expect(await run(fixed, '-n', '2')).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^pgasc: -n 2: prog was compiled for 3 threads \(-T=3\).*\n$/),
  });
  expect(await run(fixed, '--conduit=sfi')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('smp'),
  });
  expect(await run(fixed, '--shared-heap=3G')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--shared-heap'),
  });
});

testSome('the linked file runs as an ES module too', async () => {
  expect(await execute({ main: "print(MYTHREAD + '')", module: 'esm' }, '-n', '1')).toMatchObject({
    stdout: '0',
    status: 0,
  });
});
