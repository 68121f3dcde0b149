/** A slowed run in real browsers: its accesses to shared memory are lit as they happen, it is held, stepped and stopped, and the page answers meanwhile. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserName, programOf } from '../support/pages.ts';
import { ended, fragmentOf, type Served, servePlayground, Visitor } from '../support/playground.ts';
import { dealt, isLong } from '../support/share.ts';

/** Thread 0 writes each element, then thread 1 reads them by a collective call. */
const PROGRAM = `#include <stdio.h>
#include <upc.h>
#include <upc_collective.h>
shared [2] int a[2 * THREADS]; shared [] int sum[4 * THREADS];
int main(void) {
  if (MYTHREAD == 0)
    for (int i = 0; i < 2 * THREADS; i++) a[i] = i;
  upc_barrier;
  upc_all_gather(sum, a, 8, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  if (MYTHREAD == 0) printf("done\\n");
  return 0;
}
`;

describe.each<BrowserName>(dealt('slowed', ['chrome', 'firefox']))('a slowed run in %s', (browser) => {
  const isThere = programOf(browser) !== undefined;
  let served: Served;
  const visitor = new Visitor();
  const press = (id: string) => visitor.page.evaluate(`document.getElementById('${id}').click()`);
  const count = () => visitor.text('#replay-count');
  const counts = (text: string) => visitor.until(`document.getElementById('replay-count').textContent === '${text}'`);
  const pause = (milliseconds: number) => new Promise((wait) => setTimeout(wait, milliseconds));
  const lit = () =>
    visitor.page.evaluate(`[...document.querySelectorAll('[data-lit]')].map((each) => each.textContent)`);
  const begin = async (more: object = {}) => {
    await visitor.open(`${served.link}${fragmentOf({ files: { 'prog.upc': PROGRAM }, threads: 2, ...more })}`);
    await press('tab-layout');
    await press('replay-record');
    await visitor.until(`document.getElementById('state').textContent === 'Running, slowed'`);
  };

  beforeAll(async () => {
    if (!isThere) return;
    served = await servePlayground();
    await visitor.start(browser);
  });
  afterAll(async () => {
    if (!isThere) return;
    await visitor.end();
    await ended(served);
  });

  test.runIf(isThere)('is held, goes on step by step, shows what was, and ends', async () => {
    await begin();
    await visitor.until(`document.querySelector('[data-lit]') !== null`);
    expect(await visitor.text('#replay-play')).toBe('Pause');
    await press('replay-play');
    await pause(300);
    const held = Number.parseInt(await count(), 10);
    await pause(1000);
    expect(await count()).toBe(`${held} of ${held} so far`);
    expect(held).toBeLessThan(4);
    await press('replay-step');
    await counts(`${held + 1} of ${held + 1} so far`);
    expect(await visitor.text('#replay-access')).toMatch(
      new RegExp(`^Thread 0 writes a\\[${held}\\], .* \\(put, 4 bytes`),
    );
    expect(await lit()).toContain(String(held));
    await press('replay-back');
    await counts(`${held} of ${held + 1} so far`);
    expect(await visitor.text('#output')).not.toContain('done');
    await visitor.page.select('#replay-speed', '100');
    await press('replay-play');
    const { state, output } = await visitor.runEnded();
    expect(state).toMatch(/^Ended with status 0/);
    expect(output).toContain('done');
    expect(await count()).not.toContain('so far');
    await visitor.page.evaluate(
      `{ const at = document.getElementById('replay-at'); at.value = at.max; at.dispatchEvent(new Event('input')); }`,
    );
    expect(await visitor.text('#replay-access')).toMatch(/^Thread \d (reads|writes) .*\(upc_all_gather, \d+ bytes/);
  });

  test.runIf(isThere)('is stopped while it is held; the text may change meanwhile', async () => {
    await begin();
    await press('replay-play');
    await visitor.page.focus('.cm-content');
    await visitor.page.keyboard.type(' ');
    await pause(1500); // longer than the pause that checks it
    expect(await visitor.text('#state')).toBe('Running, slowed');
    const shown = Number.parseInt(await count(), 10);
    await press('replay-step');
    await counts(`${shown + 1} of ${shown + 1} so far`);
    const start = Date.now();
    await press('stop');
    expect((await visitor.runEnded()).state).toMatch(/^Ended with status 130/);
    expect(Date.now() - start).toBeLessThan(2000);
    await visitor.until(`document.getElementById('replay').hidden`); // it is of another text
  });

  test.runIf(isThere)('may be of a simulated machine', async () => {
    await begin({ place: 'bgq', threads: 4 });
    await press('replay-play');
    await pause(300);
    const held = Number.parseInt(await count(), 10);
    await press('replay-step');
    await counts(`${held + 1} of ${held + 1} so far`);
    await visitor.page.select('#replay-speed', '1000');
    await press('replay-play');
    expect((await visitor.runEnded()).output).toContain('done');
  });

  test.runIf(isThere && isLong)('the page answers while accesses come as fast as they may', async () => {
    const text = PROGRAM.replace('i < 2 * THREADS; i++) a[i]', 'i < 100000; i++) a[i % 4]');
    await begin({ files: { 'prog.upc': text } });
    await visitor.page.select('#replay-speed', '1000');
    await pause(500);
    const longest = await visitor.page.evaluate(`new Promise((resolve) => {
      let [last, longest, left] = [performance.now(), 0, 100];
      const timer = setInterval(() => {
        const now = performance.now();
        longest = Math.max(longest, now - last - 20);
        last = now;
        if (--left === 0) { clearInterval(timer); resolve(longest); }
      }, 20);
    })`);
    expect(Number.parseInt((await count()).replaceAll(',', ''), 10)).toBeGreaterThan(300);
    expect(longest).toBeLessThan(150); // of a busy machine; an idle one takes 50
    await press('stop');
    await visitor.runEnded();
  });

  test.runIf(isThere)('leaves the console empty', () => expect(visitor.complaints).toEqual([]));
});
