/**
 * `pgasc network`: what libfabric offers for `-network=sfi`, each tried by a program that verifies itself.
 *
 * Takes names of providers, else all that are offered, and hosts; gives a line for each with what an access takes, or why it fails.
 * One idea: a provider serves if a whole job runs over it, so the test is one: the sample kernels/latency.
 */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { arch, cpus, hostname } from 'node:os';
import { join } from 'node:path';
import { FabricError } from '../runtime/fabrics/sfi/errno.ts';
import { Library } from '../runtime/fabrics/sfi/providers/ofi/library.ts';
import { offersOf } from '../runtime/fabrics/sfi/providers/ofi/offers.ts';
import { parseHostFile, parseHosts } from '../runtime/launch/hosts/hostlist.ts';
import { platform } from '../runtime/platform/linked.ts';
import { normalize, UsageError } from './argv.ts';
import { compile } from './driver.ts';
import { makeScratch } from './files.ts';
import { PACKAGE, SAMPLES } from './installation.ts';
import { readCommand } from './options.ts';

/** Milliseconds for each figure; seconds for the whole test of a provider. */
const [EACH, PATIENCE] = ['50', 60];
/** Of libfabric's answers. */
const SCRATCH_BYTES = 4096;
/** Flags of the program that say where the processes run. */
const FLAGS = ['--hosts', '--hostfile', '--rsh'];
/** Outcomes of a test; where a host cannot be reached, no provider can. */
const [SERVES, FAILS, NO_HOST] = [0, 1, 2];

const USAGE = `usage: pgasc network [--hosts=LIST | --hostfile=FILE] [--rsh=COMMAND] [PROVIDER ...]
  tries what -network=sfi can use, between two processes of this host or one on each of several`;

interface Wanted {
  readonly providers: string[];
  /** For the program. */
  readonly flags: string[];
  processes: number;
}

/** The status is 0 if one provider or more serves. */
export async function network(words: readonly string[]): Promise<number> {
  if (words.some((word) => /^--?h(elp)?$/.test(word))) return tell(USAGE, 0);
  const wanted = readWords(words);
  tell(`node ${process.version}, ${arch()}, ${cpus().length} cores, host ${hostname()}`);
  const offered = providersHere(wanted.flags.length > 0);
  if (typeof offered === 'string') return tell(offered, 1);
  const names = wanted.providers.length > 0 ? wanted.providers : offered;
  const folder = makeScratch();
  try {
    const program = join(folder, 'latency.js');
    const command = readCommand(
      normalize(['-network=sfi', '-O2', join(SAMPLES, 'kernels/latency.upc'), '-o', program]),
    );
    if (typeof command === 'string' || (await compile(command)) !== 0) return 70;
    return await tryAll(program, names, wanted);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readWords(words: readonly string[]): Wanted {
  const wanted: Wanted = { providers: [], flags: [], processes: 2 };
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [name, attached] = word.split(/=(.*)/s) as [string, string?];
    if (!word.startsWith('-')) wanted.providers.push(word);
    else if (!FLAGS.includes(name)) throw new UsageError(`network: what is ${word}?\n${USAGE}`);
    else {
      const value = attached ?? rest.shift();
      if (value === undefined) throw new UsageError(`network: ${name} needs a value`);
      wanted.flags.push(`${name}=${value}`);
      if (name !== '--rsh') wanted.processes = countHosts(name, value);
    }
  }
  return wanted;
}

function countHosts(flag: string, value: string): number {
  try {
    return (flag === '--hosts' ? parseHosts(value, flag) : parseHostFile(readFileSync(value, 'utf8'), value)).length;
  } catch (error) {
    throw new UsageError(`network: ${flag}=${value}: ${(error as Error).message}`);
  }
}

/** Names in libfabric's order; or what is missing. */
function providersHere(several: boolean): string[] | string {
  platform.native.places.push(PACKAGE);
  const I32 = new Int32Array(SCRATCH_BYTES / 4);
  const U8 = new Uint8Array(I32.buffer);
  try {
    const library = Library.open();
    tell(`libfabric ${library.version}`);
    const scratch = { here: 0, there: library.native.addressOf(U8) };
    const names = offersOf(library, { U8, I32 }, scratch, '', several).map(({ provider }) => provider);
    return names.length > 0 ? [...new Set(names)] : 'no provider has reliable datagrams and RMA';
  } catch (error) {
    if (error instanceof FabricError) return error.message;
    throw error;
  }
}

async function tryAll(program: string, names: readonly string[], wanted: Wanted): Promise<number> {
  const where = wanted.flags.length > 0 ? 'a process on each host' : 'two processes of this host';
  tell(`\n${where}, "kernels/latency" of pgasc samples; a job chooses the first that serves:`);
  const isMapped = wanted.flags.length === 0 && wanted.providers.length === 0;
  const all = [...(isMapped ? [['mapped memory', '']] : []), ...names.map((name) => [name, `ofi:${name}`])];
  let serves = 0;
  for (const [name, provider] of all) {
    const outcome = await tryOne(program, name!, provider!, wanted);
    if (outcome === NO_HOST) return 1;
    if (outcome === SERVES) serves++;
  }
  return serves > 0 ? 0 : 1;
}

/** Writes the name before it is tried: a provider may take long. */
async function tryOne(program: string, name: string, provider: string, wanted: Wanted): Promise<number> {
  process.stdout.write(`\n  ${name}: `);
  const { status, text, errors } = await run(program, provider, wanted);
  const figures = [...text.matchAll(/^(.+?) {2,}([\d.]+ us)(?: +([\d.]+ GB\/s))?$/gm)].map(
    ([, what, time, rate]) => `${what} ${rate ?? time}`,
  );
  tell(status === 0 ? 'serves' : 'does not serve');
  if (figures.length > 0) tell(`    ${figures.join(', ')}`);
  if (status !== 0) tell(errors.trim().replace(/^/gm, '    ') || `    no answer for ${PATIENCE} s`);
  return status === 0 ? SERVES : /^pgasc: host /m.test(errors) ? NO_HOST : FAILS;
}

function run(
  program: string,
  provider: string,
  { flags, processes }: Wanted,
): Promise<{ status: number | null; text: string; errors: string }> {
  const count = String(Math.max(processes, 2));
  const words = [program, '-n', count, '--processes', count, ...flags, EACH];
  const child = spawn(process.execPath, words, {
    env: { ...process.env, PGAS_PROVIDER: provider },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 1000 * PATIENCE,
  });
  let [text, errors] = ['', ''];
  child.stdout.on('data', (chunk) => (text += chunk));
  child.stderr.on('data', (chunk) => (errors += chunk));
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, text, errors })));
}

function tell(text: string, status = 0): number {
  process.stdout.write(`${text}\n`);
  return status;
}
