/** Programs that a person has written in the page, in Chromium: what takes their place leaves them in the list of samples. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { programOf } from '../support/pages.ts';
import { ended, fragmentOf, type Served, servePlayground, Visitor } from '../support/playground.ts';
import { long } from '../support/share.ts';

const KEPT = 'Your program is kept: it is in the list of samples, under “Your programs”.';

describe.skipIf(programOf('chrome') === undefined)('a program that was changed by hand', () => {
  let served: Served;
  const visitor = new Visitor();
  const linkOf = (text: string, more: object = {}) =>
    `${served.link}${fragmentOf({ files: { 'linked.upc': text }, ...more })}`;
  const offered = () =>
    visitor.page.evaluate(
      `[...document.querySelectorAll('#samples optgroup[label="Your programs"] option')].map((each) => each.textContent)`,
    ) as Promise<string[]>;
  /** Before all that is in the editor. */
  const write = async (text: string) => {
    await visitor.page.focus('.cm-content');
    await visitor.page.keyboard.down('Control');
    await visitor.page.keyboard.press('Home');
    await visitor.page.keyboard.up('Control');
    await visitor.page.keyboard.type(text);
  };
  const takeBack = async (k: number) => {
    const value = await visitor.page.evaluate(
      `document.querySelectorAll('#samples optgroup[label="Your programs"] option')[${k}].value`,
    );
    await visitor.page.select('#samples', String(value));
  };

  beforeAll(async () => {
    served = await servePlayground();
    await visitor.start();
  });
  beforeEach(async () => {
    await visitor.open(served.link);
    await visitor.page.evaluate('localStorage.clear()');
    await visitor.open(served.link);
  });
  afterAll(async () => {
    await visitor.end();
    await ended(served);
  });

  test('is kept when a sample is opened, and comes back as it was', async () => {
    await write('int mine;\n');
    await visitor.page.click('#threads', { count: 3 });
    await visitor.page.keyboard.type('7');
    await visitor.page.keyboard.press('Tab');
    await visitor.page.select('#samples', 'tutorial/02-shared-array');
    expect(await visitor.text('#notice')).toContain(KEPT);
    expect(await offered()).toEqual([expect.stringMatching(/\d.*, 01-hello\.upc: int mine;$/)]);
    expect(await visitor.text('#editor')).not.toContain('int mine;');
    await takeBack(0);
    expect(await visitor.text('#editor')).toContain('int mine;');
    expect(await visitor.page.evaluate(`document.getElementById('threads').value`)).toBe('7');
    expect(await offered()).toEqual([]);
    await visitor.open(served.link);
    expect(await visitor.text('#editor')).toContain('int mine;');
  });

  long('is kept when a link is opened, and that program too once it is changed', async () => {
    await write('int mine;\n');
    await visitor.open(linkOf('int main(void) { return 1; }'));
    expect(await visitor.text('#notice')).toContain(KEPT);
    await write('int theirs;\n');
    await visitor.open(linkOf('int main(void) { return 2; }'));
    expect((await offered()).map((each) => each.replace(/.*: /, ''))).toEqual(['int theirs;', 'int mine;']);
    await visitor.page.click('#tab-lessons');
    await visitor.until(`document.querySelector('#lesson-text .try') !== null`);
    await visitor.page.click('#lesson-text .try');
    await visitor.until(`document.getElementById('sources').textContent === 'hello.upc'`);
    expect(await visitor.text('#notice')).not.toContain(KEPT);
    await takeBack(1);
    expect(await visitor.text('#editor')).toContain('int mine;');
  });

  long('is one of the last eight', async () => {
    for (let k = 0; k < 10; k++) {
      await write(`int n${k};\n`);
      await visitor.page.select('#samples', 'tutorial/01-hello');
    }
    const names = (await offered()).map((each) => each.replace(/.*: /, ''));
    expect(names).toEqual(['int n9;', 'int n8;', 'int n7;', 'int n6;', 'int n5;', 'int n4;', 'int n3;', 'int n2;']);
  });

  test('nothing is kept of what was not changed; samples do not run with settings of others', async () => {
    await visitor.open(linkOf('int main(void) { return 1; }', { threads: 9, arguments: 'a b', debug: true }));
    await visitor.page.select('#samples', 'tutorial/02-shared-array');
    expect(await visitor.text('#notice')).not.toContain(KEPT);
    expect(await offered()).toEqual([]);
    const values = `['threads', 'arguments'].map((id) => document.getElementById(id).value)`;
    expect(await visitor.page.evaluate(values)).toEqual(['4', '']);
    expect(await visitor.page.evaluate(`document.getElementById('debug').checked`)).toBe(false);
  });

  test('nothing has been written to the console', () => expect(visitor.complaints).toEqual([]));
});
