/** Which providers of libfabric, in which networks, the processes of a job try together. */
import { expect, test } from 'vitest';
import { addressAt } from '../../../runtime/fabrics/sfi/providers/ofi/addresses.ts';
import { candidatesOf, type Offered } from '../../../runtime/fabrics/sfi/providers/ofi/candidates.ts';

/** Of lines as "tcp 10.0.0.0/24 10.0.0.1". */
const offered = (...lines: string[]): Offered[] =>
  lines.map((line) => {
    const [provider = '', network = '', address = ''] = line.split(' ');
    return { provider, network, address };
  });
const WIRE = '10.0.0.0/24';
const CONTAINERS = '172.17.0.0/16';
const HOSTS = [0, 1];
const STACKS = ['a', 'b', 'c'];

test('networks that all have are candidates, in the order of process 0', () => {
  const first = offered(`tcp ${CONTAINERS} 172.17.0.1`, `tcp ${WIRE} 10.0.0.1`, `udp ${WIRE} 10.0.0.1`);
  const second = offered(`udp ${WIRE} 10.0.0.2`, `tcp ${WIRE} 10.0.0.2`, `tcp ${CONTAINERS} 172.17.0.2`);
  const { candidates, refused } = candidatesOf([first, second], HOSTS, STACKS);
  expect(candidates).toEqual([
    { provider: 'tcp', networks: [CONTAINERS, CONTAINERS], name: `tcp on ${CONTAINERS}` },
    { provider: 'tcp', networks: [WIRE, WIRE], name: `tcp on ${WIRE}` },
    { provider: 'udp', networks: [WIRE, WIRE], name: `udp on ${WIRE}` },
  ]);
  expect(refused).toEqual([]);
});

test('one in which two hosts have the same address is none; processes of one host may have it', () => {
  const at = (host: number) => offered(`tcp ${CONTAINERS} 172.17.0.1`, `tcp ${WIRE} 10.0.0.${host}`);
  const { candidates, refused } = candidatesOf([at(1), at(1), at(2)], [0, 0, 1], STACKS);
  expect(candidates.map(({ name }) => name)).toEqual([`tcp on ${WIRE}`]);
  expect(refused).toEqual([`tcp on ${CONTAINERS}: processes 0 and 2, of two hosts, are both 172.17.0.1`]);
  expect(candidatesOf([at(1), at(1), at(2)], [0, 0, 1], ['a', 'a', 'a']).refused).toEqual([]);
});

test('hosts without a network in common try those that each has alone, and none of the others', () => {
  const at = (host: number) => offered(`tcp ${CONTAINERS} 172.17.0.1`, `tcp 10.${host}.0.0/16 10.${host}.0.5`);
  expect(candidatesOf([at(1), at(2)], HOSTS, STACKS).candidates).toEqual([
    { provider: 'tcp', networks: ['10.1.0.0/16', '10.2.0.0/16'], name: 'tcp between 10.1.0.0/16 and 10.2.0.0/16' },
  ]);
  const first = offered(`tcp ${CONTAINERS} 172.17.0.1`, 'tcp 10.1.0.0/16 10.1.0.5');
  expect(candidatesOf([first, offered('tcp 10.2.0.0/16 10.2.0.5')], HOSTS, STACKS).candidates).toEqual([
    { provider: 'tcp', networks: [CONTAINERS, '10.2.0.0/16'], name: `tcp between ${CONTAINERS} and 10.2.0.0/16` },
    { provider: 'tcp', networks: ['10.1.0.0/16', '10.2.0.0/16'], name: 'tcp between 10.1.0.0/16 and 10.2.0.0/16' },
  ]);
  const more = [...at(2), ...offered(`tcp ${WIRE} 10.0.0.2`)];
  expect(candidatesOf([offered(`tcp ${WIRE} 10.0.0.1`), more], HOSTS, STACKS).candidates).toEqual([
    { provider: 'tcp', networks: [WIRE, WIRE], name: `tcp on ${WIRE}` },
  ]);
});

test('a provider without internet addresses is a candidate by its name, one that a process lacks is none', () => {
  const first = offered('psm3', `tcp ${WIRE} 10.0.0.1`, 'shm');
  const second = offered('shm', 'psm3');
  expect(candidatesOf([first, second], HOSTS, STACKS)).toEqual({
    candidates: [
      { provider: 'psm3', networks: ['', ''], name: 'psm3' },
      { provider: 'shm', networks: ['', ''], name: 'shm' },
    ],
    refused: ['tcp: process 1 has none whose address other hosts reach'],
  });
  expect(candidatesOf([first, second], [0, 0], STACKS).refused).toEqual(['tcp: process 1 has none']);
});

test('why there is none where the processes are in different networks, and one has no address', () => {
  const at = (host: number) => offered(`tcp 10.${host}.0.0/16 10.${host}.0.5`);
  const { candidates, refused } = candidatesOf([at(0), at(1), offered('tcp')], [0, 1, 2], STACKS);
  expect(candidates).toEqual([]);
  expect(refused).toEqual(['tcp: no network has all processes, and process 2 has no internet address to be routed to']);
});

test.each([
  ['02 00 00 00 ac 11 00 01', 'IPv4', '172.17.0.1'],
  ['02 00 00 00 7f 00 00 01', 'loopback', '127.0.0.1'],
  ['02 00 00 00 a9 fe 03 04', 'link-local', '169.254.3.4'],
  ['0a 00 00 00 00 00 00 00 fd 00 00 00 00 00 00 00 00 00 00 00 00 00 ab cd', 'IPv6', 'fd00:0:0:0:0:0:0:abcd'],
  ['0a 00 00 00 00 00 00 00 fe 80 00 00 00 00 00 00 00 00 00 00 00 00 00 01', 'link-local', 'fe80:0:0:0:0:0:0:1'],
  ['0a 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 01', 'loopback', '0:0:0:0:0:0:0:1'],
  ['1b 00 00 00 01 02 03 04', 'unknown', ''],
])('the address %s', (bytes, kind, text) => {
  const view = new DataView(Uint8Array.from(bytes.split(' '), (byte) => Number.parseInt(byte, 16)).buffer);
  const place = 1000;
  expect(addressAt({ readInt: (at) => view.getInt32(at - place, true) }, place)).toEqual({ kind, text });
  expect(addressAt({ readInt: () => expect.fail('there is none') }, 0)).toEqual({ kind: 'unknown', text: '' });
});
