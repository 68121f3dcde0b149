/** What the page shows beside a program in Chromium: layout with the accesses of a run, IR, output by thread, lessons; and how soon errors come. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { programOf } from '../support/pages.ts';
import { ended, fragmentOf, type Served, servePlayground, Visitor } from '../support/playground.ts';
import { dealt, long } from '../support/share.ts';

describe.skipIf(programOf('chrome') === undefined)('beside a program', () => {
  let served: Served;
  const visitor = new Visitor();
  const openProgram = (text: string, more: object = {}) =>
    visitor.open(`${served.link}${fragmentOf({ files: { 'prog.upc': text }, threads: 4, ...more })}`);
  const press = (...keys: string[]) =>
    keys.reduce(async (before, key) => {
      await before;
      await visitor.page.keyboard.press(key as never);
    }, Promise.resolve());
  const texts = (selector: string) =>
    visitor.page.evaluate(`[...document.querySelectorAll('${selector}')].map((each) => each.textContent)`);
  /** Runs it with its communication recorded, and looks at the layout. */
  const record = async () => {
    await visitor.page.click('#record');
    await visitor.run();
    await visitor.page.click('#tab-layout');
    await visitor.until(`!document.getElementById('replay').hidden`);
  };
  const drawn = (heading: string) =>
    visitor.until(`document.getElementById('arrays').textContent.includes('${heading}')`);

  beforeAll(async () => {
    served = await servePlayground();
    await visitor.start();
  });
  afterAll(async () => {
    await visitor.end();
    await ended(served);
  });

  test('the layout has a row for each thread, and follows the text and the threads', async () => {
    await openProgram('#include <upc.h>\nshared [3] int a[2 * THREADS];\nint main(void) { return a[0]; }');
    await visitor.page.click('#tab-layout');
    await drawn('shared [3] int a[2*THREADS]');
    expect(await texts('#arrays [role=row]')).toEqual(['0012', '1345', '267']);
    await visitor.page.focus('#threads');
    await press('ArrowDown', 'ArrowDown', 'Tab');
    expect(await texts('#arrays [role=row]')).toEqual(['0012', '13']);
    await visitor.page.focus('.cm-content');
    await press('ArrowDown', 'End', 'Enter');
    await visitor.page.keyboard.type('shared double grid[2][THREADS];');
    await drawn('grid[2][THREADS]');
    expect(await texts('.array:last-child [role=row]')).toEqual(['00,01,0', '10,11,1']);
  });

  test('cells are told by the keyboard', async () => {
    await openProgram('#include <upc.h>\nshared [2] int a[4 * THREADS];\nint main(void) { return a[0]; }');
    await visitor.page.click('#tab-layout');
    await drawn('shared [2] int');
    await visitor.page.focus('#arrays [tabindex="0"]');
    await press('ArrowRight', 'ArrowDown', 'End');
    expect(await visitor.text('#cell')).toBe('a[11] on thread 1');
    await press('ArrowUp', 'Home');
    expect(await visitor.text('#cell')).toBe('a[0] on thread 0');
    expect(await texts('#arrays [tabindex="0"]')).toEqual(['0']);
  });

  long('large arrays are bounded, and say so', async () => {
    await openProgram('#include <upc.h>\nshared [100] int a[1000 * THREADS];\nint main(void) { return a[0]; }', {
      threads: 100,
    });
    await visitor.page.click('#tab-layout');
    await drawn('a cell stands for 100 elements; the first 64 of 100 threads are drawn');
    await visitor.page.focus('#arrays [tabindex="0"]');
    await press('ArrowRight');
    expect(await visitor.text('#cell')).toBe('a[10000] … a[10099] on thread 0');
  });

  test('the accesses of a recorded run are lit one after the other', async () => {
    await openProgram(`#include <upc.h>
shared [2] int a[2 * THREADS];
int main(void) {
  if (MYTHREAD == 1) a[5] = 7;
  upc_barrier;
  if (MYTHREAD == 0) { int n = a[4]; shared int *p = upc_alloc(64); p[0] = n; }
  return 0;
}`);
    await record();
    expect(await visitor.text('#replay-count')).toBe('0 of 3');
    const lit = (kind: string) => texts(`#arrays [data-lit=${kind}]`);
    await visitor.page.focus('#replay-step');
    await press('Enter');
    expect(await visitor.text('#replay-access')).toMatch(/^Thread 1 writes a\[5\], on thread 2 \(put, 4 bytes, after/);
    expect([await lit('written'), await lit('read')]).toEqual([['5'], []]);
    await press('Enter');
    expect(await visitor.text('#replay-access')).toMatch(/^Thread 0 reads a\[4\], on thread 2 \(get, 4 bytes, after/);
    expect([await lit('written'), await lit('read')]).toEqual([['5'], ['4']]);
    await press('Enter');
    expect(await visitor.text('#replay-access')).toMatch(
      /^Thread 0 writes byte \+0 of allocated memory, its own \(put, 4 bytes, after/,
    );
    expect(await texts('h3')).toEqual(['shared [2] int a[2*THREADS]', 'Allocated memory']);
    await visitor.page.focus('#replay-back');
    await press('Enter', 'Enter');
    expect(await visitor.text('#replay-count')).toBe('1 of 3');
    await visitor.page.click('#replay-place');
    expect(await visitor.text('.cm-activeLine')).toContain('a[5] = 7');
    await visitor.page.focus('#replay-play');
    await press('Enter');
    await visitor.until(`document.getElementById('replay-count').textContent === '3 of 3'`);
    expect(await visitor.text('#replay-play')).toBe('Play');
  });

  long('what was accessed far apart, and of coarrays, is drawn in parts', async () => {
    await openProgram(`#include <coarray.h>
#include <upc.h>
int c[4]:[*];
int main(void) {
  if (MYTHREAD == 0) { c[1]:[1] = 3; shared [] char *p = upc_alloc(1 << 20); p[0] = p[(1 << 20) - 1] = 1; }
  return 0;
}`);
    await visitor.page.click('#tab-layout');
    expect(await visitor.text('#no-arrays')).toContain('Coarrays');
    await record();
    const titles = (await texts('h3')) as string[];
    expect(titles.length).toBeGreaterThan(1);
    expect(titles[0]).toBe('Allocated memory');
    expect(titles.at(-1)).toMatch(/^Allocated memory, from byte \+\d{7,} on$/);
    expect(((await texts('#arrays [role=gridcell]')) as string[]).length).toBeLessThan(40);
  });

  long('a record stays while the text and the threads are those that ran', async () => {
    await openProgram('#include <upc.h>\nshared int a[THREADS];\nint main(void) {\n  a[MYTHREAD] = 1;\n  return 0;\n}');
    await visitor.page.click('#tab-layout');
    await drawn('shared int a');
    await visitor.page.click('#record');
    await visitor.page.click('.cm-line:nth-child(5)');
    await visitor.page.keyboard.type(' ');
    await visitor.page.keyboard.down('Control');
    await press('Enter'); // before the pause that compiles it
    await visitor.page.keyboard.up('Control');
    await visitor.until(`!document.getElementById('replay').hidden`);
    const isThere = async () => {
      await new Promise((wait) => setTimeout(wait, 2500)); // longer than the pause, and a compilation
      return !(await visitor.page.evaluate(`document.getElementById('replay').hidden`));
    };
    expect(await isThere()).toBe(true);
    await visitor.page.select('#optimize', '2');
    await visitor.page.select('#place', 'sfi');
    expect(await isThere()).toBe(true);
    await visitor.page.focus('#threads');
    await press('ArrowDown', 'Tab');
    await visitor.until(`document.getElementById('replay').hidden`);
    await visitor.page.click('#tab-layout');
    expect(((await texts('#arrays [role=row]')) as string[]).length).toBe(3);
  });

  long('so they are of a simulated machine', async () => {
    const program =
      '#include <upc.h>\nshared int a[THREADS];\nint main(void) { a[(MYTHREAD + 1) % THREADS] = 1; return 0; }';
    await openProgram(program, { threads: 8, place: 'bgq', optimize: 2 });
    await record();
    await visitor.page.evaluate(
      `Object.assign(document.getElementById('replay-at'), { value: '8' }).dispatchEvent(new Event('input'))`,
    );
    expect(await visitor.text('#replay-count')).toBe('8 of 8');
    expect(await visitor.text('#replay-access')).toMatch(/^Thread \d writes a\[\d\], on thread \d \(put/);
  });

  test('the IR of the line of the cursor is lit', async () => {
    await openProgram(
      '#include <upc.h>\nshared int a[THREADS];\nint main(void) {\n  int n = 1;\n  return a[n] * 77 + n;\n}',
    );
    await visitor.page.click('#tab-compiled');
    await visitor.page.select('#form', 'ir');
    await visitor.until(`document.getElementById('compiled').textContent.includes('get %')`);
    await visitor.page.click('.cm-line:nth-child(5)');
    const lines = (await texts('#compiled .lit')) as string[];
    expect(lines[0]).toMatch(/^5 {2}get %\w+ i32 \(element \[1 4\] @a %n\)$/);
    expect(lines.every((line) => line.startsWith('5'))).toBe(true);
    await visitor.page.select('#form', 'optimized');
    await visitor.until(`!document.getElementById('compiled').textContent.includes('%n')`);
    expect(((await texts('#compiled .lit')) as string[]).join()).toContain('get %');
  });

  test.each(dealt('output', ['smp', 'pami', 'bgq']))('output of a thread is shown alone, on %s', async (place) => {
    await openProgram(
      '#include <upc.h>\n#include <stdio.h>\nint main(void) {\n  printf("out %d\\n", MYTHREAD);\n  fprintf(stderr, "err %d\\n", MYTHREAD);\n  printf("é");\n  return 0;\n}',
      { place },
    );
    const { output } = await visitor.run();
    for (let thread = 0; thread < 4; thread++) expect(output).toContain(`out ${thread}\n`);
    await visitor.page.select('#whose', '2');
    await visitor.until(
      `(shown = document.getElementById('output').textContent).includes('é') && !shown.includes('out 1')`,
    );
    const alone = (await visitor.text('#output')).replace(/^pgasc: .*\n(?: .*\n)*/gm, '');
    expect(alone).toMatch(/^(out 2\nerr 2\n|err 2\nout 2\n)é/);
    expect(alone).not.toMatch(/(out|err) [013]/);
    await visitor.page.select('#whose', '');
    await visitor.until(`document.getElementById('output').textContent.includes('err 1')`);
  });

  test('a lesson is read, and its program opened and run, by the keyboard', async () => {
    await visitor.open(served.link);
    await visitor.page.focus('#tab-output');
    await press('End');
    await visitor.until(`document.querySelector('#lesson-text h1') !== null`);
    expect(await visitor.text('#lesson-text h1')).toContain('1.');
    await press('Tab');
    await press('ArrowDown');
    await visitor.until(`document.querySelector('#lesson-text h1').textContent.startsWith('2.')`);
    expect(await visitor.page.evaluate(`document.getElementById('lesson').length`)).toBe(10);
    await visitor.page.focus('#lesson-text .try');
    await press('Enter');
    await visitor.until(`document.getElementById('sources').textContent === 'affinity.upc'`);
    expect(await visitor.page.evaluate(`document.activeElement.className`)).toContain('cm-content');
    await visitor.page.keyboard.down('Control');
    await press('Enter');
    await visitor.page.keyboard.up('Control');
    expect((await visitor.runEnded()).output).toContain('a[5] = 50 on thread 2\n');
  });

  long('axe-core finds nothing in what is shown, in both themes', async () => {
    const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    await openProgram('#include <upc.h>\nshared [2] int a[3][THREADS], s;\nint main(void) { a[1][0] = 1; return s; }');
    await record();
    await visitor.page.click('#replay summary');
    await visitor.page.click('#replay-step');
    await visitor.page.select('#form', 'ir');
    await visitor.page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]); // no colours on their way
    for (let theme = 0; theme < 2; theme++) {
      for (const panel of ['compiled', 'lessons', 'output', 'layout']) {
        await visitor.page.click(`#tab-${panel}`);
        await visitor.until(`document.querySelector('#panel-${panel}').textContent.length > 100`);
        await visitor.page.evaluate(axe);
        const found = await visitor.page.evaluate('axe.run().then(({ violations }) => violations.map(({ id }) => id))');
        expect([panel, found]).toEqual([panel, []]);
      }
      await visitor.page.click('#theme');
    }
  });

  test('what the linker says comes when no key has come for a while', async () => {
    await openProgram('int f(void);\nint main(void) { return 1; }');
    await visitor.page.focus('.cm-content');
    await press('ArrowDown', 'End', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft');
    await visitor.page.keyboard.type(' + f()');
    await visitor.until(`document.getElementById('problem-list').textContent.includes("undefined reference to 'f'")`);
  });

  long('errors in a program of the size of FT come within 150 ms after a key', async () => {
    await visitor.open(served.link);
    await visitor.page.select('#samples', 'applications/ft');
    await visitor.page.evaluate(SPANS);
    await visitor.page.focus('.cm-content');
    await new Promise((wait) => setTimeout(wait, 4000)); // the checking compiler is warm then
    for (let key = 0; key < 24; key++) {
      await press(key % 2 === 0 ? 'x' : 'Backspace');
      await visitor.until(`spans.length > ${key}`);
    }
    const spans = (await visitor.page.evaluate('spans')) as number[];
    expect(spans.sort((one, other) => one - other)[6]).toBeLessThan(150); // a quarter: other processes take their time too
  });

  test('nothing has been written to the console', () => expect(visitor.complaints).toEqual([]));
});

/** Milliseconds from each key to what is found. */
const SPANS = `spans = []; pressed = 0;
document.addEventListener('keydown', () => (pressed = performance.now()), { capture: true });
new MutationObserver(() => {
  if (pressed > 0) spans.push(performance.now() - pressed);
  pressed = 0;
}).observe(document.getElementById('problem-list'), { childList: true })`;
