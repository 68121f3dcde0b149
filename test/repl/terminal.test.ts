/** Sessions at a real terminal: prompts, several lines, history, completion, and Ctrl-C wherever the threads are. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inFolder } from '../support/pgasc.ts';
import { dealt } from '../support/share.ts';
import { driver, PseudoTerminal } from './pseudo-terminal.ts';

const CTRL_C = '\x03';
const CTRL_D = '\x04';
const UP = '\x1b[A';
const TAB = '\t';

if (!driver) console.warn('the tests at a terminal are left out: neither script (util-linux) nor python3 is there');

/** Runs a session whose files are in a folder of its own. */
function atTerminal(threads: number, use: (terminal: PseudoTerminal, folder: string) => Promise<void>): Promise<void> {
  return inFolder(async (folder) => {
    const terminal = new PseudoTerminal(['repl', '-n', String(threads)], { XDG_STATE_HOME: folder });
    try {
      await terminal.see('upc> ');
      await use(terminal, folder);
    } finally {
      terminal.kill();
    }
  });
}

const DRIVEN = { skip: !driver, timeout: 120_000 };

test('values, errors, Ctrl-D', DRIVEN, () =>
  atTerminal(3, async (terminal) => {
    expect(await terminal.enter('1 + 2')).toEqual(['= 3']);
    expect(await terminal.enter('int x = MYTHREAD * 2')).toEqual([]);
    expect(await terminal.enter('x')).toEqual(['[0] 0  [1] 2  [2] 4']);
    expect((await terminal.enter('y'))[0]).toContain("'y' undeclared");
    expect(await terminal.enter('x + 1')).toEqual(['[0] 1  [1] 3  [2] 5']);
    terminal.type(CTRL_D);
    expect(await terminal.status()).toBe(0);
  }),
);

test('output without an end of line does not hide under the prompt', DRIVEN, () =>
  atTerminal(1, async (terminal) => {
    await terminal.enter('#include <stdio.h>');
    expect(await terminal.enter('printf("abc")')).toEqual(['abc', '= 3']);
    expect(await terminal.enter('printf("abc");')).toEqual(['abc']);
  }),
);

test('inputs over several lines; an empty line or Ctrl-C abandons them', DRIVEN, () =>
  atTerminal(2, async (terminal) => {
    await terminal.enter('int twice(int a) {', '...> ');
    await terminal.enter('  return 2 * a; }');
    expect(await terminal.enter('twice(21)')).toEqual(['= 42']);
    await terminal.enter('if (1)', '...> ');
    terminal.type('\r');
    await terminal.see('upc> ');
    await terminal.enter('int f(', '...> ');
    terminal.type(CTRL_C);
    await terminal.see('upc> ');
    expect(await terminal.enter('twice(4)')).toEqual(['= 8']);
  }),
);

test('a function that is pasted may have empty lines', DRIVEN, () =>
  atTerminal(2, async (terminal) => {
    terminal.type('int three(void)\r{\r\r  return 3;\r}\r');
    await terminal.see('}');
    await terminal.see('upc> ');
    expect(await terminal.enter('three()')).toEqual(expect.arrayContaining(['= 3']));
  }),
);

for (const threads of dealt('Ctrl-C', [1, 2, 4, 7]))
  test(`Ctrl-C stops ${threads} threads, and the data stay`, DRIVEN, () =>
    atTerminal(threads, async (terminal) => {
      await terminal.enter('#include <upc.h>');
      await terminal.enter('#include <unistd.h>');
      await terminal.enter('#include <stdlib.h>');
      await terminal.enter('int x = 7; shared int s[THREADS]; upc_lock_t *l = upc_all_lock_alloc()');
      await terminal.enter('int *p = malloc(4); *p = 5; s[MYTHREAD] = 9;');
      const endless = [
        'for (;;) x = 8;',
        'while (1) sleep(1);',
        'upc_lock(l); for (;;) x = 8;',
        'if (MYTHREAD == 0) for (;;) x = 8; else upc_barrier;',
      ];
      for (const input of endless) {
        terminal.type(`${input}\r`);
        await terminal.see(input);
        await new Promise((resolve) => setTimeout(resolve, 300));
        terminal.type(CTRL_C);
        await terminal.see('interrupted');
        await terminal.see('upc> ');
        expect(await terminal.enter('*p + s[THREADS - 1]')).toEqual(['= 14']);
      }
      await terminal.enter('upc_lock(l); upc_unlock(l); upc_barrier;');
      expect(await terminal.enter('x == 8 || MYTHREAD > 0')).toEqual(['= 1']);
      terminal.type(CTRL_D);
      expect(await terminal.status()).toBe(0);
    }),
  );

test('TAB completes names, members and commands; inputs are remembered', DRIVEN, () =>
  atTerminal(2, async (terminal, folder) => {
    await terminal.enter('struct point { int across, down; } here = { 3, 4 }');
    terminal.type('her');
    await terminal.see('her');
    terminal.type(TAB);
    await terminal.see('e');
    terminal.type('.acr');
    await terminal.see('.acr');
    terminal.type(TAB);
    await terminal.see('oss');
    terminal.type('\r');
    await terminal.see('= 3');
    await terminal.see('upc> ');
    terminal.type(UP);
    await terminal.see('here.across');
    terminal.type('\r');
    await terminal.see('= 3');
    await terminal.see('upc> ');
    terminal.type(':lay');
    await terminal.see(':lay');
    terminal.type(TAB);
    await terminal.see('out');
    terminal.type(CTRL_C);
    await terminal.see('upc> ');
    terminal.type(CTRL_D);
    await terminal.status();
    expect(readFileSync(join(folder, 'pgasc/history'), 'utf8')).toContain('here.across\n');
  }),
);
