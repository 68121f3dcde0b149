/** `pgasc network`: what libfabric offers, each tried. */
import { describe, expect, test } from 'vitest';
import { libfabricLacks } from '../support/libfabric.ts';
import { pgasc } from '../support/pgasc.ts';
import { long } from '../support/share.ts';

const FIGURES = ['put 8 bytes', 'get 8 bytes', 'put 1 MiB', 'get 1 MiB', 'fetch and add', 'lock and unlock', 'barrier'];
const figures = FIGURES.map((name) => `${name} [\\d.]+ ..(/s)?`).join(', ');

describe.skipIf(libfabricLacks !== '')(`with libfabric${libfabricLacks}`, { timeout: 120_000 }, () => {
  long('a provider that serves, and one that is not there', async () => {
    const { stdout, stderr, status } = await pgasc(['network', 'tcp', 'nosuch']);
    expect([stderr, status]).toEqual(['', 0]);
    expect(stdout).toMatch(/^node v\d+.*\nlibfabric \d+\.\d+\n\ntwo processes of this host, /);
    expect(stdout).toMatch(new RegExp(`^ {2}tcp: serves\n {4}${figures}$`, 'm'));
    expect(stdout).toMatch(/^ {2}nosuch: does not serve\n {4}pgasc: .*offers no provider 'nosuch'/m);
  });

  long('the status is 1 where none serves', async () => {
    expect((await pgasc(['network', 'nosuch'])).status).toBe(1);
  });
});

test('words that it does not know', async () => {
  const { stderr, status } = await pgasc(['network', '--host=a']);
  expect(stderr).toMatch(/^pgasc: network: what is --host=a\?\nusage: pgasc network /);
  expect(status).toBe(2);
});
