/** Functions of the C library, one by one, against glibc's: the least time of each, of several runs in turn. */
import { join } from 'node:path';
import { here, hasGcc, inTurn, ours, progress, theirs } from './measure.js';
import { absent, atMost } from './report.js';

const ROUNDS = 3;
const MOST = 1.2; // times glibc's

export function measureFunctions() {
  progress('functions of the C library');
  if (!hasGcc) return absent('functions of the C library, pgasc -O2 against glibc', 'no gcc');
  const source = join(here, 'functions.c');
  const peers = [ours('pgasc', source, ['-O2'], 1), theirs('gcc', source, ['-O2', '-fno-builtin'])];
  const least = peers.map(() => new Map());
  for (let round = 0; round < ROUNDS; round++)
    inTurn(peers, 1).forEach(({ lines }, i) => {
      for (const [name, time] of lines.map((line) => line.split(' '))) least[i].set(name, Math.min(time, least[i].get(name) ?? Infinity));
    });
  for (const [name, time] of least[0]) {
    const peer = least[1].get(name);
    atMost(`${name}, pgasc -O2: ${time.toFixed(1)} ns, glibc ${peer.toFixed(1)}`, time / peer, MOST, 'times');
  }
}
