/**
 * `npm run bench:ranks`: what a simulated rank takes: KB of memory, and ms of processor time from its start to its end.
 *
 * Programs at -O2: `hello` (samples/tutorial/01-hello.upc), `barriers` (10 times shmem_barrier_all), `gups` (100 atomic additions to other ranks),
 * `pingpong` (of pairs of ranks: 100 requests and replies of active messages), `collectives` (each of OpenSHMEM's four twice). Of each the
 * largest resident memory and the processor time of a job, less those of a job of one rank, over the ranks that it has more.
 * Of `gups` and `pingpong` also what an addition, or a message, takes by itself: processor time of the job less that of one without, over all of them.
 * `npm run bench:ranks -- pami barriers 64 16384` chooses networks, programs and numbers of ranks; without arguments: hello on all
 * networks at 64, 512 and 4,096. `machine=p775` runs them on that machine, `UPDATES=1000` and `ROUNDS=200` let gups do more updates, and barriers and
 * ping-pong more rounds; --write keeps the table (record.js).
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chosen, recorder, words as asked } from './record.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const NETWORKS = ['sfi', 'verbs', 'pami'];
const PROGRAMS = { hello: 'samples/tutorial/01-hello.upc', barriers: 'test/bench/ranks/barriers.c', gups: 'test/bench/ranks/gups.c', pingpong: 'test/bench/ranks/pingpong.c', collectives: 'test/bench/ranks/collectives.c' };
/** Tells at its end what the process has taken. */
const TELL = `process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  require('node:fs').writeSync(2, '\\n' + JSON.stringify({ memory: maxRSS, time: (userCPUTime + systemCPUTime) / 1000 }));
});`;

/** What of a program can be counted: by which name, and how often each rank does it unless that is given. */
const COUNTED = { gups: ['UPDATES', 100], pingpong: ['ROUNDS', 100] };

const among = (all) => all.filter((each) => asked.includes(each));
const networks = among(NETWORKS).length > 0 ? among(NETWORKS) : NETWORKS;
const programs = among(Object.keys(PROGRAMS)).length > 0 ? among(Object.keys(PROGRAMS)) : ['hello'];
const numbers = asked.map(Number).filter((number) => number > 0);
const defined = asked.filter((word) => /^(UPDATES|ROUNDS)=/.test(word)).map((word) => `-D${word}`);
const machine = asked.find((word) => word.startsWith('machine='))?.slice('machine='.length);

const rows = [];
const keep = recorder('simulation', 'bench:ranks', '`-O2`');
const scratch = mkdtempSync(join(tmpdir(), 'pgasc-ranks-'));
try {
  const tell = join(scratch, 'tell.cjs');
  writeFileSync(tell, TELL);
  for (const network of networks) for (const program of programs) measure(network, program, tell);
  keep(`Memory and processor time of a rank${chosen}`, ['network', 'program', 'ranks', 'KB', 'ms'], rows);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function measure(network, program, tell) {
  const out = compiled(network, program, defined);
  const without = program in COUNTED ? compiled(network, program, [`-D${COUNTED[program][0]}=0`], '-none') : undefined;
  const one = taken(out, 1, tell);
  for (const ranks of numbers.length > 0 ? numbers : [64, 512, 4096]) {
    const all = taken(out, ranks, tell);
    const per = (what) => ((all[what] - one[what]) / (ranks - 1)).toFixed(what === 'time' ? 2 : 0);
    const cells = all.fault === undefined ? [per('memory'), per('time')] : [all.fault, ''];
    const each = without === undefined || all.fault ? '' : eachOf(program, ranks, all, taken(without, ranks, tell));
    const text = all.fault ?? `${cells[0].padStart(6)} KB ${cells[1].padStart(8)} ms a rank${each}`;
    console.log(`${network.padEnd(6)}${program.padEnd(9)}${String(ranks).padStart(6)} ranks ${text}`);
    rows.push([network, program, ranks, ...cells]);
  }
}

function compiled(network, program, defines, name = '') {
  const out = join(scratch, `${program}-${network}${name}.js`);
  const words = ['-simulate', `-network=${network}`, '-O2', ...defines, join(root, PROGRAMS[program]), '-o', out];
  execFileSync(join(root, 'bin/pgasc'), words, { stdio: 'inherit' });
  return out;
}

/** Of messages half of the ranks begin each round, which has two. */
function eachOf(program, ranks, { time }, none) {
  const [name, usual] = COUNTED[program];
  const given = defined.find((word) => word.startsWith(`-D${name}=`))?.split('=')[1];
  if (none.fault) return `, ${none.fault}`;
  const micros = (1000 * (time - none.time)) / (Number(given ?? usual) * ranks);
  return `, ${micros.toFixed(1)} us each, ${Math.round(1e6 / micros)} a second`;
}

/** KB and ms of a whole job, or why there is none. */
function taken(program, ranks, tell) {
  const simulate = machine === undefined ? '--simulate' : `--simulate=${machine}`;
  const words = ['--require', tell, program, simulate, '-n', String(ranks)];
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  const lines = stderr.trim().split('\n');
  if (status !== 0) return { fault: lines.find((line) => line.startsWith('pgasc:')) ?? `status ${status}` };
  return JSON.parse(lines.at(-1));
}
