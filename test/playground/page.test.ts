/** The page of the playground in Chromium: programs are checked, run, stopped and linked to, and it answers meanwhile. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { programOf } from '../support/pages.ts';
import { pgasc } from '../support/pgasc.ts';
import { ended, fragmentOf, type Served, servePlayground, Visitor } from '../support/playground.ts';
import { long, some } from '../support/share.ts';

describe.skipIf(programOf('chrome') === undefined)('the page', () => {
  let served: Served;
  const visitor = new Visitor();
  const openProgram = (text: string, more: object = {}) =>
    visitor.open(`${served.link}${fragmentOf({ files: { 'prog.upc': text }, threads: 4, ...more })}`);
  const openSample = async (name: string, more: { threads?: string; place?: string; optimize?: string } = {}) => {
    await visitor.open(served.link);
    await visitor.page.select('#samples', name);
    await visitor.until(`document.getElementById('notice').textContent !== ''`);
    for (const [id, value] of Object.entries(more)) await setField(id, value);
  };
  const setField = async (id: string, value: string) =>
    void (await visitor.page.evaluate(`document.getElementById('${id}').value = '${value}'`));

  beforeAll(async () => {
    served = await servePlayground();
    await visitor.start();
    visitor.page.on('request', (request) => {
      if (!/^(blob:|data:|about:)/.test(request.url()) && !request.url().startsWith(served.link))
        visitor.complaints.push(`asked of another origin: ${request.url()}`);
    });
  });
  afterAll(async () => {
    await visitor.end();
    await ended(served);
  });

  test('the first sample runs by the keyboard', async () => {
    await visitor.open(served.link);
    await visitor.page.focus('.cm-content');
    await visitor.page.keyboard.down('Control');
    await visitor.page.keyboard.press('Enter');
    await visitor.page.keyboard.up('Control');
    const { state, output } = await visitor.runEnded();
    expect(output).toContain('Hello from thread 3 of 4\n');
    expect(output).toContain('Solution validates\n');
    expect(state).toMatch(/^Ended with status 0 after/);
  });

  long('FT of class S verifies on 4 threads', async () => {
    await openSample('applications/ft', { optimize: '2' });
    expect((await visitor.run()).output).toMatch(/Verification {4}= +SUCCESSFUL/);
  });

  long('a program of MPI, and one of coarrays on a machine', async () => {
    await openSample('mpi/cannon');
    expect((await visitor.run()).output).toContain('Solution validates');
    await openSample('coarray/02-halo', { place: 'bgq', threads: '16' });
    const { output } = await visitor.run();
    expect(output).toContain('Solution validates');
    expect(output).toMatch(/pgasc: bgq, 16 ranks: [\d.]+ [mu]s;/);
  });

  test('errors are under the text, with fixes and the rule', async () => {
    await openProgram('int main(void) {\n  shared int x;\n  retrun 0;\n}\n');
    await visitor.until(`document.querySelectorAll('#problem-list li').length === 2`);
    expect(await visitor.text('#problem-count')).toBe('2 errors');
    await visitor.page.evaluate(`document.querySelector('#problem-list summary').click()`); // the list may be renewed while a click is on its way
    await visitor.until(`document.querySelector('.explanation') !== null`);
    expect(await visitor.text('.explanation')).toContain('Shared objects are in the shared heaps of all threads');
    await visitor.page.click('.fix');
    await visitor.until(`document.querySelectorAll('#problem-list li').length === 1`);
    expect(await visitor.text('.cm-content')).toContain('return 0;');
    const { state, output } = await visitor.run();
    expect(state).toBe('Not run: there are errors');
    expect(output).toContain("prog.upc:2:14: error UPC3108: 'x' cannot be shared");
  });

  test('where the compiler cannot be loaded each run says so', async () => {
    const { identifier } = await visitor.page.evaluateOnNewDocument(`const Real = Worker;
      const broken = URL.createObjectURL(new Blob(['throw Error("is broken")'], { type: 'text/javascript' }));
      Worker = class extends Real { constructor(url, options) { super(/compiler/.test(url) ? broken : url, options); } };`);
    await openProgram('int main(void) { return 0; }', { optimize: 2 });
    await visitor.until(`document.getElementById('state').textContent.includes("the compiler's worker failed")`);
    for (let time = 0; time < 2; time++) {
      const { state, output } = await visitor.run();
      expect(state).toBe('Not run');
      expect(output).toMatch(/^pgasc: the compiler's worker failed: .*is broken/);
    }
    await visitor.page.removeScriptToEvaluateOnNewDocument(identifier);
  });

  test('a program of a link runs only when asked to', async () => {
    await openProgram('int main(void) { return 3; }', { threads: 2 });
    expect(await visitor.text('#notice')).toBe('This program came with the link. It runs when you say so.');
    expect(await visitor.text('#state')).toBe('Ready');
    expect((await visitor.run()).state).toMatch(/^Ended with status 3/);
    await visitor.page.click('#link');
    await visitor.until(`location.hash.length > 10`);
    await visitor.open(visitor.page.url());
    expect(await visitor.text('.cm-content')).toBe('int main(void) { return 3; }');
    expect(await visitor.page.evaluate(`document.getElementById('threads').value`)).toBe('2');
  });

  long('files are added, included and removed', async () => {
    await openProgram('#include "own.h"\nint main(void) { return OWN; }', { threads: 1 });
    await visitor.until(`document.querySelectorAll('#problem-list li').length > 0`);
    await visitor.page.click('#source-actions button:last-child');
    await visitor.page.type('#new-source', 'own.h\n');
    await visitor.page.focus('.cm-content');
    await visitor.page.keyboard.type('#define OWN 9\n');
    await visitor.until(`document.getElementById('problem-count').textContent === 'No problems'`);
    expect((await visitor.run()).state).toMatch(/^Ended with status 9/);
    await visitor.page.click('#source-actions button:first-child');
    await visitor.until(`document.querySelectorAll('#problem-list li').length > 0`);
    expect(await visitor.text('#sources')).toBe('prog.upc');
  });

  long('a deadlock is told; Ctrl-C stops what computes', async () => {
    await openProgram('#include <upc.h>\nint main(void) { if (MYTHREAD) upc_barrier; return 0; }');
    const { output, state } = await visitor.run();
    expect(output).toMatch(/deadlock: .*can never go on/);
    expect(state).toMatch(/^Ended with status 1/);
    await visitor.page.click('#output .place');
    expect(await visitor.page.evaluate(`document.activeElement.className`)).toContain('cm-content');
    await openProgram('#include <stdio.h>\nint main(void) { puts("spins"); for (volatile int i = 0;; i++); }');
    await visitor.page.click('#run');
    await visitor.until(`document.getElementById('output').textContent.includes('spins')`);
    await visitor.page.focus('#output');
    await visitor.page.keyboard.down('Control');
    await visitor.page.keyboard.press('c');
    await visitor.page.keyboard.up('Control');
    expect((await visitor.runEnded()).state).toMatch(/^Ended with status 130/);
  });

  test('the focus stays where the keyboard has it, or goes to what has come', async () => {
    const focused = () => visitor.page.evaluate('document.activeElement.id');
    await openProgram(
      '#include <stdio.h>\n#include <upc.h>\nshared int x;\nint main(void) { x = 1; return getchar() == 0; }',
      { threads: 1 },
    );
    await visitor.page.focus('#run');
    await visitor.page.keyboard.press('Enter');
    await visitor.until(`document.getElementById('state').textContent === 'Running'`);
    expect(await focused()).toBe('run');
    await visitor.page.type('#input', 'x\n');
    await visitor.runEnded();
    expect(await focused()).toBe('output');
    await visitor.page.click('#tab-layout');
    await visitor.page.focus('#replay-record');
    await visitor.page.keyboard.press('Enter');
    await visitor.until(`document.getElementById('state').textContent === 'Running, slowed'`);
    await visitor.page.evaluate(`document.getElementById('end-input').click()`);
    expect(await focused()).toBe('replay-play');
  });

  long('a program that needs a fixed number of threads is compiled for those of the run', async () => {
    const text =
      '#include <upc.h>\nshared [THREADS] int a[THREADS][THREADS];\nint main(void) { a[0][0] = 1; return THREADS; }';
    await openProgram(text, { threads: 3 });
    await visitor.until(
      `document.getElementById('problem-list').textContent.includes('Run compiles it for the threads')`,
    );
    expect(await visitor.text('#problem-count')).toBe('2 notes');
    const { state, output } = await visitor.run();
    expect(state).toMatch(/^Ended with status 3/);
    expect(output).toBe('pgasc: compiled with -T=3, as prog.upc:2 needs a fixed number of threads\n');
  });

  long('-g checks pointers, where the link or the person says so', async () => {
    const text = '#include <stdlib.h>\nint main(void) { int *p = malloc(4); free(p); return *p; }';
    await openProgram(text, { threads: 1, debug: true });
    expect((await visitor.run()).output).toContain('prog.upc:2');
    await visitor.page.click('#debug');
    expect((await visitor.run()).output).toBe('');
  });

  test('the field of threads shows what runs', async () => {
    await openProgram('#include <upc.h>\nint main(void) { return THREADS; }');
    await visitor.page.click('#threads', { count: 3 });
    await visitor.page.keyboard.type('0');
    await visitor.page.keyboard.down('Control');
    await visitor.page.keyboard.press('Enter');
    await visitor.page.keyboard.up('Control');
    expect((await visitor.runEnded()).state).toMatch(/^Ended with status 1/);
    expect(await visitor.page.evaluate(`document.getElementById('threads').value`)).toBe('1');
  });

  test('input comes a line at a time, files stay', async () => {
    const program =
      '#include <stdio.h>\nint main(void) { char s[99]; FILE *f = fopen("kept.txt", "a");\n' +
      ' while (fgets(s, 99, stdin)) { printf("got %s", s); fputs(s, f); fflush(stdout); } fclose(f); puts("end"); }';
    await openProgram(program, { threads: 1 });
    await visitor.page.click('#run');
    await visitor.until(`!document.getElementById('input').disabled`);
    await visitor.page.type('#input', 'one\n');
    await visitor.until(`document.getElementById('output').textContent.includes('got one')`);
    await visitor.page.click('#end-input');
    expect((await visitor.runEnded()).output).toBe('one\ngot one\nend\n');
    await visitor.page.click('#tab-files');
    expect(await visitor.text('#file-list .name')).toBe('kept.txt');
    expect(await visitor.text('#file-list .size')).toBe('4 B');
  });

  test('communication is recorded, and shown as a matrix and over time', async () => {
    await openProgram(
      '#include <upc.h>\nshared int x[THREADS];\nint main(void) { if (MYTHREAD == 1) for (int i = 0; i < 7; i++) x[3] = i; return 0; }',
    );
    await visitor.page.click('#record');
    await visitor.run();
    await visitor.page.click('#tab-communication');
    expect(await visitor.text('#matrix table:last-child tbody tr:nth-child(2)')).toBe('1···7');
    expect(await visitor.text('#matrix p')).toContain('puts to, gets from or sends to');
    await visitor.page.evaluate(LABELS);
    await visitor.page.click('#tab-timeline');
    expect(await visitor.text('#legend')).toBe('put');
    await visitor.page.focus('#drawing');
    for (const key of ['+', 'ArrowRight', '+', 'ArrowLeft', '-', '-', '-', '-'] as const)
      await visitor.page.keyboard.press(key);
    const room = await visitor.page.evaluate(`Math.min(...room)`);
    expect(room).toBeGreaterThanOrEqual(0);
    expect(room).toBeLessThan(1000);
    const canvas = (await (await visitor.page.$('#drawing'))!.boundingBox())!;
    await visitor.page.mouse.move(canvas.x + canvas.width - 2, canvas.y + 22 + 30 + 15);
    expect(await visitor.text('#operation')).toMatch(/^put: .*s, thread 3, bytes 4, at prog\.upc:3$/);
  });

  test('the JavaScript of the program stands beside its lines', async () => {
    await openProgram('int main(int argc, char **argv) {\n  argc *= 2;\n  return argc * 77;\n}');
    await visitor.page.click('#tab-compiled');
    await visitor.until(`document.getElementById('compiled').textContent.includes('77')`);
    await visitor.page.click('.cm-line:nth-child(3)');
    expect(await visitor.text('#compiled .lit')).toContain('77');
  });

  test('axe-core finds nothing, in both themes and all panels', async () => {
    const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    await openProgram('int main(void) {\n  shared int x;\n  retrun 0;\n}\n');
    await visitor.until(`document.querySelectorAll('#problem-list li').length === 2`);
    await visitor.page.evaluate(`document.querySelector('#problem-list summary').click()`); // the list may be renewed while a click is on its way
    for (let theme = 0; theme < 2; theme++) {
      for (const panel of some(['layout', 'files', 'communication', 'timeline', 'compiled', 'lessons', 'output'])) {
        await visitor.page.click(`#tab-${panel}`);
        await visitor.page.evaluate(axe);
        const found = await visitor.page.evaluate('axe.run().then(({ violations }) => violations.map(({ id }) => id))');
        expect(found).toEqual([]);
      }
      await visitor.page.click('#theme');
    }
  });

  long('100,000 printed lines are bounded, and the page answers meanwhile', async () => {
    await openProgram(
      '#include <stdio.h>\n#include <upc.h>\nint main(void) { for (int i = 0; i < 25000; i++) printf("thread %d line %d\\n", MYTHREAD, i); return 0; }',
    );
    await visitor.page.evaluate(TICKS);
    const { output } = await visitor.run();
    await visitor.until(`document.getElementById('output').textContent.length > 100000`);
    const late = ((await visitor.page.evaluate('late')) as number[]).sort((a, b) => a - b);
    expect(late[Math.floor(late.length * 0.9)]).toBeLessThan(50);
    expect(output.length).toBeLessThan(250_000);
    expect(await visitor.text('#dropped')).toMatch(/^\d\d,\d{3} earlier lines were dropped$/);
  });

  test('what is dropped is the oldest, and counted, whoever printed it where', async () => {
    await openProgram(
      '#include <stdio.h>\n#include <upc.h>\nint main(void) { for (int i = 0; i < 10000; i++) { printf("o%d %d\\n", MYTHREAD, i); fprintf(stderr, "e%d %d\\n", MYTHREAD, i); } return 0; }',
      { threads: 2 },
    );
    const { output } = await visitor.run();
    const lines = output.split('\n');
    const dropped = Number((await visitor.text('#dropped')).replace(/\D/g, ''));
    expect(dropped + lines.length - 1).toBe(40_000);
    for (const name of ['o0', 'o1', 'e0', 'e1']) {
      const shown = lines.slice(1).flatMap((line) => (line.startsWith(`${name} `) ? [Number(line.slice(3))] : []));
      expect(shown).toEqual(shown.map((_, k) => 10_000 - shown.length + k));
    }
  });

  test('a large text of one write, and a character that is not whole', async () => {
    await openProgram(
      '#include <stdio.h>\n#include <string.h>\n#include <unistd.h>\nstatic char b[262144];\nint main(void) { memset(b, 120, sizeof b); write(1, b, sizeof b); write(1, "\\n\\xef\\xbb\\xbf" "end" "\\xe2\\x82", 9); return 0; }',
      { threads: 1 },
    );
    const { output } = await visitor.run();
    expect(output.length).toBeGreaterThan(180_000);
    expect(output.replace(/^x+/, '')).toBe('\n\ufeffend\ufffd');
  });

  test('a program that is opened has nothing of the last run', async () => {
    await openProgram('#include <stdio.h>\nint main(void) { puts("one"); return 0; }');
    expect((await visitor.run()).output).toBe('one\none\none\none\n');
    await openProgram('#include <stdio.h>\nint main(void) { puts("two"); return 0; }');
    expect([await visitor.text('#state'), await visitor.text('#output')]).toEqual(['Ready', '']);
  });

  long('8 threads that compute leave the page answering', async () => {
    await openProgram('int main(void) { for (volatile int i = 0;; i++); }', { threads: 8 });
    await visitor.page.click('#run');
    await visitor.until(`document.getElementById('state').textContent === 'Running'`);
    await visitor.page.evaluate(TICKS);
    await new Promise((wait) => setTimeout(wait, 2000));
    const late = ((await visitor.page.evaluate('late')) as number[]).sort((a, b) => a - b);
    expect(late[Math.floor(late.length * 0.9)]).toBeLessThan(50);
    await visitor.page.click('#stop');
    await visitor.runEnded();
  });

  long('without a server the page works still', async () => {
    await visitor.open(served.link);
    await visitor.until(`navigator.serviceWorker.controller !== null`);
    await visitor.page.setOfflineMode(true);
    await ended(served);
    await openSample('tutorial/02-shared-array');
    expect((await visitor.run()).output).toContain('Solution validates');
    served = await servePlayground();
  });

  test('nothing has been written to the console', () => expect(visitor.complaints).toEqual([]));
});

describe.skipIf(programOf('firefox') === undefined)('the page in Firefox', () => {
  let served: Served;
  const visitor = new Visitor();
  beforeAll(async () => {
    served = await servePlayground();
    await visitor.start('firefox');
  });
  afterAll(async () => {
    await visitor.end();
    await ended(served);
  });

  // In Firefox ESR 153 a job's first worker now and then stops answering while it starts the workers of threads.
  long('a program of a link runs', async () => {
    const program =
      '#include <upc.h>\n#include <stdio.h>\nint main(void) { printf("thread %d\\n", MYTHREAD); return 4; }';
    await visitor.open(`${served.link}${fragmentOf({ files: { 'prog.upc': program }, threads: 3, optimize: 2 })}`);
    const { state, output } = await visitor.run(10_000);
    expect(output.split('\n').sort()).toEqual(['', 'thread 0', 'thread 1', 'thread 2']);
    expect(state).toMatch(/^Ended with status 4/);
    expect(visitor.complaints).toEqual([]);
  });
});

describe.skipIf(programOf('chrome') === undefined)('on a host that sends no headers', () => {
  let folder: string;
  let host: Server;
  let port: number;
  let visitor: Visitor;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pgasc-site-'));
    await pgasc(['playground', '--write', 'site'], { cwd: folder });
    host = createServer(({ url = '/' }, response) => {
      const path = url === '/' ? '/index.html' : url.replace(/[?#].*/, '');
      const type = { html: 'text/html', css: 'text/css', svg: 'image/svg+xml' }[path.replace(/.*\./, '')];
      response.writeHead(200, { 'Content-Type': type ?? 'text/javascript' });
      response.end(readFileSync(join(folder, 'site', path)));
    });
    await new Promise<void>((listening) => host.listen(0, '127.0.0.1', listening));
    port = (host.address() as AddressInfo).port;
  });
  afterAll(() => {
    host.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => {
    visitor = new Visitor();
  });
  afterEach(() => visitor.end());

  long('the service worker isolates the page', async () => {
    await visitor.start();
    await visitor.page.goto(`http://127.0.0.1:${port}/`);
    await visitor.until(`crossOriginIsolated && document.querySelector('#sources [role=tab]') !== null`);
    expect((await visitor.run()).output).toContain('Hello from thread 3 of 4');
    await visitor.page.reload();
    await visitor.until(`crossOriginIsolated && document.querySelector('#sources [role=tab]') !== null`);
    expect(visitor.complaints).toEqual([]);
  });

  long('without a service worker threads are simulated, and the page says so', async () => {
    await visitor.start('chrome', '--host-resolver-rules=MAP playground.example 127.0.0.1'); // no https: none is there
    await visitor.open(`http://playground.example:${port}/`);
    expect(await visitor.text('#notice')).toMatch(/^This page is not cross-origin isolated/);
    const { output } = await visitor.run();
    expect(output).toContain('Hello from thread 3 of 4');
    expect(output).toMatch(/pgasc: bgq, 4 ranks/);
    expect(visitor.complaints).toEqual([]);
  });
});

/** Milliseconds that ticks came late by. */
const TICKS = `late = []; last = performance.now(); setInterval(() => {
  late.push(performance.now() - last - 10);
  last = performance.now();
}, 10)`;

/** Pixels from the end of each label of the timeline's axis to the edge. */
const LABELS = `room = [];
{
  const { prototype } = CanvasRenderingContext2D;
  const { fillText } = prototype;
  prototype.fillText = function (text, x, y) {
    if (y === 12) room.push(this.canvas.clientWidth - x - this.measureText(text).width);
    fillText.call(this, text, x, y);
  };
}`;
