/** `pgasc playground`: what its server gives to whom, and the files for other hosts. */
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inFolder, pgasc } from '../support/pgasc.ts';
import { ended, type Served, servePlayground } from '../support/playground.ts';

let served: Served;
beforeAll(async () => {
  served = await servePlayground();
});
afterAll(async () => expect(await ended(served)).toBe(0));

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly size: number;
}

/** fetch sets Host itself. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const { hostname, port } = new URL(served.link);
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, headers, method }, (response) => {
      let size = 0;
      response.on('data', (bytes: Buffer) => (size += bytes.length));
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, size }));
    });
    asked.on('error', reject).end();
  });
}

test('the page has the headers of isolation, and of what it may run', async () => {
  const { status, headers } = await ask('/');
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'content-type': 'text/html; charset=utf-8',
  });
  const policy = String(headers['content-security-policy']).split('; ');
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval' blob:");
  expect(policy).toContain("worker-src 'self' blob:");
});

test('another Host, another method and other paths are refused', async () => {
  expect((await ask('/', { Host: 'evil.example' })).status).toBe(403);
  expect((await ask('/', { Host: `evil.example:${new URL(served.link).port}` })).status).toBe(403);
  expect((await ask('/', { Host: `localhost:${new URL(served.link).port}` })).status).toBe(200);
  expect((await ask('/', {}, 'POST')).status).toBe(405);
  for (const path of ['/../package.json', '/%2e%2e/package.json', '/page/../../package.json', '/nothing.js'])
    expect((await ask(path)).status).toBe(404);
});

test('the book is in a folder of its own', async () => {
  expect(await ask('/book')).toMatchObject({ status: 301, headers: { location: '/book/' } });
  expect((await ask('/book/')).headers['content-type']).toBe('text/html; charset=utf-8');
  expect((await ask('/book/learn/01-threads.html')).status).toBe(200);
});

test('all that comes before the first output is at most 1.5 MB', async () => {
  const before = [
    '',
    'main.js',
    'colours.css',
    'style.css',
    'icon.svg',
    'offered.json',
    'compiler-worker.js',
    'page/compile.mjs',
    'page/compiler.mjs',
  ];
  const files = [
    ...before,
    'texts/installation.mjs',
    'page/runtime-smp.mjs',
    'page/job-worker.js',
    'page/thread-worker.js',
  ];
  const answers = await Promise.all(files.map((path) => ask(`/${path}`, { 'Accept-Encoding': 'gzip, deflate, br' })));
  expect(answers.map(({ status }) => status)).toEqual(files.map(() => 200));
  expect(answers.every(({ headers }) => headers['content-encoding'] === 'br')).toBe(true);
  expect(answers.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(1.5e6);
});

test('--help prints the usage', async () => {
  const { stdout, status } = await pgasc(['playground', '--help']);
  expect(status).toBe(0);
  expect(stdout).toContain('usage: pgasc playground [--port N]');
});

test('misuse is told', async () => {
  const { port } = new URL(served.link);
  const said = async (...words: string[]) => {
    const { stderr, status } = await pgasc(['playground', ...words]);
    expect(status).toBe(2);
    return stderr;
  };
  expect(await said('--port', port)).toBe(
    `pgasc: playground: port ${port} is taken; --port N names another, --port 0 takes any that is free\n`,
  );
  expect(await said('--port=99999')).toBe(
    'pgasc: playground: --port 99999: a port is a whole number from 0 to 65535\n',
  );
  expect(await said('--prot', '80')).toBe(
    'pgasc: playground: what is --prot? It takes --port N, or --write [FOLDER]\n',
  );
});

test('the files are written for any host, into a folder that is empty', () =>
  inFolder(async (cwd) => {
    const written = await pgasc(['playground', '--write', 'site'], { cwd });
    expect([written.stderr, written.status]).toEqual(['', 0]);
    const names = readdirSync(join(cwd, 'site'), { recursive: true });
    expect(names).toEqual(expect.arrayContaining(['index.html', 'page/compile.mjs', 'texts/installation.mjs']));
    const again = await pgasc(['playground', '--write', 'site'], { cwd });
    expect(again.status).toBe(2);
    expect(again.stderr).toMatch(/^pgasc: site: there are files in it already/);
  }));
