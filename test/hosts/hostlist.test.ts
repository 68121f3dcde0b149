/** Hosts by flags and files, and the threads on each. */
import { expect, test } from 'vitest';
import { inProportion, parseHostFile, parseHosts, threadsOfHosts } from '../../runtime/launch/hosts/hostlist.ts';

const withCores = (text: string, ...cores: number[]) =>
  parseHosts(text, '--hosts').map((host, i) => ({ ...host, cores: cores[i]! }));

test('hosts in a word, with and without slots', () => {
  expect(parseHosts('a:8,b', '--hosts')).toEqual([
    { name: 'a', slots: 8 },
    { name: 'b', slots: undefined },
  ]);
  expect(parseHosts('a,a,b*3,user@c', '--hosts')).toEqual([
    { name: 'a', slots: 2 },
    { name: 'b', slots: 3 },
    { name: 'user@c', slots: undefined },
  ]);
});

test('hosts in a file', () => {
  expect(parseHostFile('# two\na slots=4\n\n b 2 # the other\na\n[fe80::1]:3\n', 'hosts')).toEqual([
    { name: 'a', slots: 5 },
    { name: 'b', slots: 2 },
    { name: 'fe80::1', slots: 3 },
  ]);
  expect(() => parseHostFile('a\nb slots=x\n', 'hosts')).toThrow("hosts:2: 'b slots=x' is not a host");
  expect(() => parseHostFile('# none\n', 'hosts')).toThrow('hosts: there is no host');
  expect(() => parseHosts('-oProxyCommand=x', '--hosts')).toThrow("--hosts: '-oProxyCommand=x' is not a host");
});

test('slots are filled in order; what is more is dealt in proportion', () => {
  const hosts = withCores('a:2,b:4', 1, 1);
  expect(threadsOfHosts(hosts, 3)).toEqual([2, 1]);
  expect(threadsOfHosts(hosts, 6)).toEqual([2, 4]);
  expect(threadsOfHosts(hosts, 12)).toEqual([4, 8]);
  expect(threadsOfHosts(withCores('a,b,c', 2, 2, 2), 7)).toEqual([3, 2, 2]);
  expect(threadsOfHosts(withCores('a,b', 4, 64), 2)).toEqual([1, 1]);
  expect(threadsOfHosts(withCores('a,b', 4, 64), 68)).toEqual([4, 64]);
  expect(threadsOfHosts(withCores('a:8,b', 4, 16), 24)).toEqual([8, 16]);
});

test('no weight, no part', () => expect(inProportion([0, 0], 0)).toEqual([0, 0]));

test('parts add up to the whole', () => {
  for (let count = 0; count < 40; count++)
    for (const weights of [[1], [1, 1, 1], [5, 1, 3], [0, 2]])
      expect(inProportion(weights, count).reduce((all, each) => all + each)).toBe(count);
});
