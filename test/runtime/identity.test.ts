/** What the processes of a job must have alike, and the line that tells a difference. */
import { readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { difference } from '../../runtime/launch/identity.ts';
import { VERSION } from '../../runtime/version.ts';
import { libfabricLacks } from '../support/libfabric.ts';
import { compiled, inFolder, node, ROOT } from '../support/pgasc.ts';

test('the version of the runtime is that of the package', () => {
  expect(VERSION).toBe(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version);
});

test('the first difference is told, with both values', () => {
  const starting = { architecture: 'x64 LE', FI_PROVIDER: 'tcp' };
  expect(difference(1, { ...starting }, starting)).toBeUndefined();
  expect(difference(1, { architecture: 'arm64 LE', FI_PROVIDER: 'shm' }, starting)).toBe(
    `process 1 on ${hostname()} is not like the others: architecture is arm64 LE there, and x64 LE where the job was started; all must run the same file, with the same settings`,
  );
});

/** What a process does before its program: in a part of a job it replaces the program's file. */
const MEDDLE = (program: string) => `
if (process.env.PGAS_PART && require('worker_threads').isMainThread) require('fs').appendFileSync('${program}', '//');`;

test.skipIf(libfabricLacks !== '')(`a file that is replaced while the job starts ends it${libfabricLacks}`, () =>
  inFolder(async (scratch) => {
    writeFileSync(join(scratch, 'p.upc'), 'int main() { return 0; }');
    const program = await compiled(scratch, ['-network=sfi', join(scratch, 'p.upc')]);
    const hook = join(scratch, 'meddle.cjs');
    writeFileSync(hook, MEDDLE(program));
    const job = ['--require', hook, program, '-n', '2', '--processes', '2'];
    const { status, stderr } = await node(job);
    expect(stderr).toMatch(
      /^pgasc: process [01] on \S+ is not like the others: SHA-256 of the program is [0-9a-f]{16} there, and [0-9a-f]{16} where the job was started; all must run the same file, with the same settings\n$/,
    );
    expect(status).toBe(2);
  }),
);
