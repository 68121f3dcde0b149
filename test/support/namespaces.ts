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
  readonly names: readonly [string, string, ...string[]];
  readonly rsh: string;
  /** Bytes that the first has sent to the others, and within itself, from process to process. */
  sent(): number;
  sentWithin(): number;
  /** The wire between them carries nothing any more; commands still reach both. */
  cut(): void;
  /** It does again. */
  mend(): void;
  /** Connections between them are reset, where the system can do that (Linux: INET_DIAG_DESTROY): whether there were any. */
  reset(): boolean;
  /** Each host gets one more network, which libfabric lists first, and over which it reaches nobody else; `addresses`: by host, "172.17.0.1/16". */
  isolate(device: string, addresses: readonly string[]): void;
  /** The second moves into another network, with routes both ways. */
  moveApart(): void;
  /** What the first sends to the second is lost, though both ends of the wire are up. */
  lose(): void;
  remove(): void;
}

const LETTERS = 'abcdefgh';

/** Milliseconds. */
const [LOOKS_EVERY, STARTS_WITHIN] = [20, 10_000];

/** Linux looks at the carrier of a device up to a second after it is up; until then it does not run, and libfabric offers no network of it. */
function awaitRunning(host: string, device: string): void {
  const state = () =>
    JSON.parse(execFileSync('ip', ['-j', '-n', host, 'link', 'show', device], { encoding: 'utf8' }))[0].operstate;
  for (let waited = 0; state() !== 'UP'; waited += LOOKS_EVERY) {
    if (waited > STARTS_WITHIN) throw new Error(`${device} of ${host} is ${state()} after ${STARTS_WITHIN / 1000} s`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOKS_EVERY);
  }
}

/** Hosts, two unless `count` says more, with a wire from the first to each other; a bridge there joins several. */
export function makeHosts(count = 2): Hosts {
  const names = Array.from({ length: count }, (_, i) => `pgasc-${process.pid}-${LETTERS[i]}`);
  const [first = '', ...others] = names;
  const ip = (...words: string[]) => execFileSync('ip', words, { encoding: 'utf8' });
  const device = `pg${process.pid % 1e6}`;
  const own = count > 2 ? `${device}br` : `${device}a`;
  for (const name of names) {
    ip('netns', 'add', name);
    ip('-n', name, 'link', 'set', 'lo', 'up');
  }
  if (count > 2) ip('-n', first, 'link', 'add', own, 'type', 'bridge');
  const start = (name: string, number: number, of: string) => {
    ip('-n', name, 'addr', 'add', `10.213.7.${number}/24`, 'dev', of);
    ip('-n', name, 'link', 'set', of, 'up');
  };
  for (const [i, name] of others.entries()) {
    const [here, there] = [count > 2 ? `${device}${i}` : own, `${device}${LETTERS[i + 1]}`];
    ip('-n', first, 'link', 'add', here, 'type', 'veth', 'peer', 'name', there, 'netns', name);
    if (here !== own) ip('-n', first, 'link', 'set', here, 'master', own, 'up');
    start(name, i + 2, there);
  }
  start(first, 1, own);
  for (const [i, name] of names.entries()) awaitRunning(name, i === 0 ? own : `${device}${LETTERS[i]}`);
  const sentBy = (name: string) =>
    Number(JSON.parse(ip('-s', '-j', '-n', first, 'link', 'show', name))[0].stats64.tx.bytes);
  const setWire = (state: string) => void ip('-n', names[1]!, 'link', 'set', `${device}${LETTERS[1]}`, state);
  const folder = mkdtempSync(join(tmpdir(), 'pgasc-hosts-'));
  const rsh = join(folder, 'rsh');
  writeFileSync(rsh, '#!/bin/sh\nhost=$1; shift; exec ip netns exec "$host" sh -c "$*"\n');
  chmodSync(rsh, 0o755);
  return {
    names: names as unknown as Hosts['names'],
    rsh,
    sent: () => sentBy(own),
    sentWithin: () => sentBy('lo'),
    cut: () => setWire('down'),
    mend() {
      setWire('up');
      awaitRunning(names[1]!, `${device}${LETTERS[1]}`);
    },
    reset() {
      const killed = (name: string) => {
        const words = ['netns', 'exec', name, 'ss', '-K', 'dst', '10.213.7.0/24'];
        return execFileSync('ip', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
      };
      return names.map((name) => killed(name).trimEnd().includes('\n')).some(Boolean);
    },
    isolate(device, addresses) {
      for (const [i, name] of names.entries()) {
        ip('-n', name, 'link', 'add', device, 'type', 'veth', 'peer', 'name', `${device}-end`);
        ip('-n', name, 'addr', 'add', addresses[i]!, 'dev', device);
        for (const end of [device, `${device}-end`]) ip('-n', name, 'link', 'set', end, 'up');
        awaitRunning(name, device);
      }
    },
    moveApart() {
      const [, second = ''] = names;
      ip('-n', second, 'addr', 'replace', '10.213.8.2/24', 'dev', `${device}b`);
      ip('-n', second, 'addr', 'delete', '10.213.7.2/24', 'dev', `${device}b`);
      ip('-n', second, 'route', 'add', '10.213.7.0/24', 'dev', `${device}b`);
      ip('-n', first, 'route', 'add', '10.213.8.0/24', 'dev', own);
    },
    lose: () => void ip(...`-n ${first} neigh replace 10.213.7.2 lladdr 02:00:00:00:00:01 dev ${own}`.split(' ')),
    remove() {
      for (const name of names) ip('netns', 'delete', name);
      rmSync(folder, { recursive: true });
    },
  };
}
