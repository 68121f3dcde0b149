/**
 * Hosts for tests: network namespaces of this machine, joined by pairs of virtual Ethernet devices.
 *
 * They share files and processes, so they are hosts to the network alone. `rsh` is a command that runs another one on a host, as ssh does.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Why there can be none, for the names of tests that are skipped; empty if there can. */
export const namespacesLack = lack();

function lack(): string {
  if (spawnSync('ip', ['-V']).error !== undefined) return ', skipped: no command ip (apt install iproute2)';
  const name = `pgasc-${process.pid}-try`;
  const { status, stderr } = spawnSync('ip', ['netns', 'add', name], { encoding: 'utf8' });
  if (status !== 0) return `, skipped: network namespaces cannot be made: ${stderr.split('\n')[0]}`;
  const made = spawnSync('ip', ['-n', name, 'link', 'add', 'veth1', 'type', 'veth', 'peer', 'name', 'veth2'], {
    encoding: 'utf8',
  });
  execFileSync('ip', ['netns', 'delete', name]);
  return made.status === 0 ? '' : `, skipped: ${made.stderr.split('\n')[0]}`;
}

export interface Hosts {
  readonly names: readonly [string, string];
  readonly rsh: string;
  /** Bytes that the first has sent. */
  sent(): number;
  remove(): void;
}

/** Two hosts with a wire between them. */
export function makeHosts(): Hosts {
  const names = [`pgasc-${process.pid}-a`, `pgasc-${process.pid}-b`] as const;
  const ip = (...words: string[]) => execFileSync('ip', words, { encoding: 'utf8' });
  const devices = names.map((_, i) => `pg${process.pid % 1e6}${'ab'[i]}`);
  for (const name of names) {
    ip('netns', 'add', name);
    ip('-n', name, 'link', 'set', 'lo', 'up');
  }
  ip('-n', names[0], 'link', 'add', devices[0]!, 'type', 'veth', 'peer', 'name', devices[1]!, 'netns', names[1]);
  for (const [i, name] of names.entries()) {
    ip('-n', name, 'addr', 'add', `10.213.7.${i + 1}/24`, 'dev', devices[i]!);
    ip('-n', name, 'link', 'set', devices[i]!, 'up');
  }
  const folder = mkdtempSync(join(tmpdir(), 'pgasc-hosts-'));
  const rsh = join(folder, 'rsh');
  writeFileSync(rsh, '#!/bin/sh\nhost=$1; shift; exec ip netns exec "$host" sh -c "$*"\n');
  chmodSync(rsh, 0o755);
  return {
    names,
    rsh,
    sent: () => Number(JSON.parse(ip('-s', '-j', '-n', names[0], 'link', 'show', devices[0]!))[0].stats64.tx.bytes),
    remove() {
      for (const name of names) ip('netns', 'delete', name);
      rmSync(folder, { recursive: true });
    },
  };
}
