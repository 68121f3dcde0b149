/** How far a long run has come, at a terminal: the line, and that it is gone before the program's own text. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { driver, PseudoTerminal } from '../repl/pseudo-terminal.ts';
import { inFolder } from '../support/pgasc.ts';

/** Rank 2 ends, the others go on for ever. */
const PROGRAM = `#include <stdio.h>
#include <upc.h>
int main(void) {
  if (MYTHREAD == 2) return 0;
  for (double sum = 0; ; sum += 1) {
    for (int i = 0; i < 200000000; i++) sum += i;
    if (MYTHREAD == 0) fprintf(stderr, "round\\n");
    upc_fence;
  }
}
`;

test.skipIf(driver === undefined)('a line on the terminal', () =>
  inFolder(async (folder) => {
    writeFileSync(join(folder, 'prog.upc'), PROGRAM);
    const words = ['run', '-O2', '--simulate=bgq', '-n', '3', join(folder, 'prog.upc')];
    const terminal = new PseudoTerminal(words, {});
    try {
      await terminal.see(' of virtual time, 1 of 3 ranks ended, ');
      await terminal.see(' s here ...');
      await terminal.see('round\n');
    } finally {
      terminal.kill();
    }
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it takes the line away
    expect(terminal.raw).toMatch(/ s here \.\.\.\r\x1b\[Kround\r\n/);
    expect(terminal.raw).not.toMatch(/\.\.\.round/);
  }),
);
