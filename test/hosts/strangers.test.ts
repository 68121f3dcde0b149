/**
 * Strangers at the port of a job that waits for its processes: whatever they do there, the job starts and ends as if they were not; and
 * what it takes to be heard is read by nobody else.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { libfabricLacks } from '../support/libfabric.ts';
import { compiled, inFolder, node, ROOT } from '../support/pgasc.ts';
import { long } from '../support/share.ts';

interface Meeting {
  readonly port: number;
  readonly secret: string;
  /** The file that says so. */
  readonly file: string;
}

/** Starts process 0 of two, does something while it waits for the other one, and gives how both ended. */
async function meet(act: (meeting: Meeting) => Promise<void>) {
  return inFolder(async (folder) => {
    const program = await compiled(folder, ['-network=sfi', '-O2', join(ROOT, 'test/conduits/processes/soak.upc')]);
    const variables = { PGAS_SIZE: '2', PGAS_JOB: 'strangers', PGAS_RENDEZVOUS: join(folder, 'meet') };
    const first = spawn(process.execPath, [program, '-n', '2', '1'], {
      env: { ...process.env, ...variables, PGAS_RANK: '0' },
    });
    const said = { stdout: '', stderr: '' };
    first.stdout.on('data', (chunk) => (said.stdout += chunk));
    first.stderr.on('data', (chunk) => (said.stderr += chunk));
    const closed = once(first, 'close');
    await act(await told(join(folder, 'meet')));
    const second = await node([program, '-n', '2', '1'], { env: { ...variables, PGAS_RANK: '1' } });
    const [status] = await closed;
    return { ...said, status, second: second.status };
  });
}

async function told(folder: string): Promise<Meeting> {
  for (;;) {
    try {
      const file = join(folder, readdirSync(folder)[0]!);
      const { addresses, secret } = JSON.parse(readFileSync(file, 'utf8'));
      return { port: Number(addresses.at(-1).split(' ')[1]), secret, file };
    } catch {
      await sleep(20); // it is not written, or not whole
    }
  }
}

function call(port: number, bytes?: Uint8Array): Socket {
  const socket = connect({ host: '127.0.0.1', port });
  socket.on('error', () => {});
  if (bytes !== undefined) socket.write(bytes);
  return socket;
}

const WELL = { stdout: 'begun\nall is well\n', stderr: '', status: 0, second: 0 };

describe.skipIf(libfabricLacks !== '')(`strangers${libfabricLacks}`, { timeout: 60_000 }, () => {
  long('hundreds of silent ones, and ones that come and go', async () => {
    let silent: Socket[] = [];
    let comesAndGoes: NodeJS.Timeout | undefined;
    const outcome = await meet(async ({ port }) => {
      silent = Array.from({ length: 300 }, () => call(port));
      comesAndGoes = setInterval(() => call(port).destroy(), 2);
      await sleep(200);
    });
    clearInterval(comesAndGoes);
    for (const socket of silent) socket.destroy();
    expect(outcome).toEqual(WELL);
  });

  long('lengths of gigabytes, garbage, half a proof: all are hung up on', async () => {
    const ends: Promise<unknown>[] = [];
    const outcome = await meet(async ({ port }) => {
      const length = Buffer.alloc(64);
      length.writeInt32LE(2 ** 31 - 1);
      for (const bytes of [length, Buffer.alloc(5_000_000, 'x'), Buffer.alloc(40), Buffer.alloc(0)])
        ends.push(new Promise((resolve) => call(port, bytes).resume().on('close', resolve)));
      await sleep(100);
    });
    expect(outcome).toEqual(WELL);
    await Promise.all(ends);
  });

  test('the secret is on no command line, and in a file that only the user reads, which goes', async () => {
    let path = '';
    const outcome = await meet(async ({ secret, file }) => {
      path = file;
      expect(statSync(file).mode & 0o077).toBe(0);
      const lines = readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map(commandLine);
      expect(lines.some((line) => line.includes('soak') || line.includes('out.js'))).toBe(true);
      expect(lines.filter((line) => line.includes(secret))).toEqual([]);
    });
    expect(outcome).toEqual(WELL);
    expect(() => statSync(path)).toThrow('ENOENT');
  });
});

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return ''; // it has ended
  }
}
