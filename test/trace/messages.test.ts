/** Active messages in reports and traces, on every network. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LINKED } from '../support/networks.ts';
import { compiled, inFolder, node } from '../support/pgasc.ts';
import { dealt } from '../support/share.ts';
import { counts, faults, readMatrix, readTrace } from './traced.ts';

/** To the next node 3 short requests with replies (line 16), 2 medium ones (17), a long one (18); a short one to itself (19). */
const PROGRAM = `#include <gasnet.h>
enum { PING = 128, PONG, LOAD };
int pongs, got;
void ping(gasnet_token_t token, gasnet_handlerarg_t a) { gasnet_AMReplyShort1(token, PONG, a); }
void pong(gasnet_token_t token, gasnet_handlerarg_t a) { pongs++; }
void load(gasnet_token_t token, void *buffer, size_t size) { got += (int)size; }
int main(int argc, char **argv) {
  gasnet_handlerentry_t table[] = {{PING, (void (*)())ping}, {PONG, (void (*)())pong}, {LOAD, (void (*)())load}};
  gasnet_seginfo_t info[16];
  char data[256] = {0};
  gasnet_init(&argc, &argv);
  gasnet_attach(table, 3, 65536, 0);
  gasnet_getSegmentInfo(info, gasnet_nodes());
  int me = gasnet_mynode(), next = (me + 1) % gasnet_nodes();

  for (int i = 0; i < 3; i++) gasnet_AMRequestShort1(next, PING, i);
  for (int i = 0; i < 2; i++) gasnet_AMRequestMedium0(next, LOAD, data, 200);
  gasnet_AMRequestLong0(next, LOAD, data, 256, info[next].addr);
  gasnet_AMRequestShort1(me, PING, 9);
  GASNET_BLOCKUNTIL(pongs == 4 && got == 656);
  gasnet_put(next, info[next].addr, data, 64);
  gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
  gasnet_barrier_wait(0, GASNET_BARRIERFLAG_ANONYMOUS);
  return 0;
}
`;

/** Messages from each thread to each, and their bytes. */
function expectedOf(me: number, threads: number): number[][] {
  const sent = new Array<number>(threads).fill(0);
  const moved = new Array<number>(threads).fill(0);
  const [next, last] = [(me + 1) % threads, (me + threads - 1) % threads];
  sent[next]! += 7;
  moved[next]! += 656 + 64;
  sent[last]! += 3;
  sent[me]! += 2;
  return [sent, moved];
}

async function check(program: string, folder: string, threads: number): Promise<void> {
  const file = (name: string) => join(folder, `${name}-${threads}`);
  const flags = [`--stats=${file('s')}`, `--trace=${file('t')}`, `--matrix=${file('m')}.csv`];
  expect(await node([program, '-n', String(threads), ...flags])).toMatchObject({ status: 0, stderr: '' });
  const type = threads > 1 ? 'GLOBAL' : 'LOCAL';
  const rows = counts(readFileSync(file('s'), 'utf8'), 'AM');
  expect(rows).toContain(`prog.c:16 AM request Short ${type} ${3 * threads}`);
  expect(rows).toContain(`prog.c:17 AM request Medium ${type} ${2 * threads}`);
  expect(rows).toContain(`prog.c:18 AM request Long ${type} ${threads}`);
  expect(rows).toContain(`prog.c:19 AM request Short LOCAL ${threads}`);
  const { messages, bytes } = readMatrix(`${file('m')}.csv`);
  for (let me = 0; me < threads; me++) expect([messages[me], bytes[me]]).toEqual(expectedOf(me, threads));
  const events = readTrace(file('t'));
  expect(faults(events)).toEqual([]);
  const arrows = events.filter(({ ph, name }) => ph === 'f' && name === 'AM');
  expect(arrows.length).toBeGreaterThanOrEqual(threads > 1 ? 9 * threads : 0);
}

test.concurrent.each(dealt('messages', LINKED))(
  'active messages are counted, with arrows to their handlers, over %s',
  (network) =>
    inFolder(async (folder) => {
      writeFileSync(join(folder, 'prog.c'), PROGRAM);
      const program = await compiled(folder, ['-trace', `-network=${network}`, join(folder, 'prog.c')]);
      // The template is for one thread.
      for (const threads of network === 'template' ? [1] : [1, 2, 3]) await check(program, folder, threads);
    }),
);
