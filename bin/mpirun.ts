/**
 * `mpirun` and `mpiexec`: the launchers' command lines of Open MPI, MPICH and the standard (MPI 3.1, 8.8), turned into that of a program of pgasc.
 *
 * One table has what each flag becomes. A flag that asks for what a job of pgasc does anyhow is taken; one that asks for what it cannot do is named
 * in a warning, and the job starts. `pgasc env mpi` prints the folder of the commands.
 */
import { delimiter, resolve } from 'node:path';
import { nearestName } from '../compiler/diagnostics/suggestion.ts';
import { UsageError } from './argv.ts';
import { VERSION } from './installation.ts';
import { checkProgram, isFile, isFolder } from './programs.ts';
import type { Started } from './upcrun.ts';

const USAGE = `usage: mpirun [flags] program [arguments]
  -n, -np, -c N                 ranks
  -host, -H, -hosts LIST        hosts of the processes, as a, a:8; -hostfile, -machinefile, -f FILE
  -N, -npernode, -ppn N         ranks on each host; --processes N: processes that share them
  -x NAME[=VALUE]               a variable of the environment
  -genv, -env NAME VALUE        the same
  -wdir FOLDER                  where the job runs
  -l, --tag-output              each line of output begins with the number of its rank
  --bind-to core|none           whether each process keeps to cores of its own
  -v                            show the command; -show: only show it
  -version, -h`;

interface Wanted {
  readonly flags: string[];
  readonly variables: Record<string, string>;
  readonly ignored: string[];
  folder?: string;
  hosts?: string;
  perHost?: string;
  shown: boolean;
  started: boolean;
}

/** What a flag does with the values behind it; the number of its parameters is theirs. */
type Take = (wanted: Wanted, ...values: string[]) => void;

const passed =
  (flag: string) =>
  ({ flags }: Wanted, value: string) =>
    void flags.push(`${flag}${value}`);
const ranks: Take = (wanted: Wanted, value: string) => {
  if (!/^[1-9]\d*$/.test(value)) throw new UsageError(`mpirun: -n ${value}: it must be a number above 0`);
  wanted.flags.push(`-n${value}`);
};
const set: Take = ({ variables }: Wanted, name: string, value: string) => void (variables[name] = value);
/** One without a value has that of this process, which its children have anyhow. */
const exported: Take = ({ variables }: Wanted, text: string) => {
  const at = text.indexOf('=');
  if (at > 0) variables[text.slice(0, at)] = text.slice(at + 1);
};
const hosts: Take = (wanted: Wanted, value: string) => void (wanted.hosts = value);
const perHost: Take = (wanted: Wanted, value: string) => void (wanted.perHost = value);
const folder: Take = (wanted: Wanted, value: string) => void (wanted.folder = value);
const labelled: Take = ({ flags }: Wanted) => void flags.push('--label');
const bound: Take = ({ flags }: Wanted, where: string) => void (where === 'none' || flags.push('--bind'));
const shown: Take = (wanted: Wanted) => void (wanted.shown = true);
const onlyShown: Take = (wanted: Wanted) => void ([wanted.shown, wanted.started] = [true, false]);
/** What a job does anyhow: ranks share cores, the system's users are all alike, variables go to all ranks. */
const anyhow: Take = () => {};
const named: Take = (_wanted: Wanted, _names: string) => {};

/** Each flag, by its name without the dashes. */
const FLAGS: Readonly<Record<string, Take>> = {
  ...{ n: ranks, np: ranks, c: ranks },
  ...{ H: hosts, host: hosts, hosts },
  ...{ hostfile: passed('--hostfile='), machinefile: passed('--hostfile='), f: passed('--hostfile=') },
  ...{ N: perHost, npernode: perHost, ppn: perHost, perhost: perHost, pernode: (wanted) => perHost(wanted, '1') },
  processes: passed('--processes='),
  ...{ x: exported, genv: set, env: set },
  ...{ genvall: anyhow, envall: anyhow, genvlist: named, envlist: named },
  ...{ wdir: folder, wd: folder },
  ...{ l: labelled, 'prepend-rank': labelled, 'tag-output': labelled },
  ...{ 'bind-to': bound, 'bind-to-core': ({ flags }) => void flags.push('--bind'), 'bind-to-none': anyhow },
  ...{ v: shown, verbose: shown, show: onlyShown },
  ...{ oversubscribe: anyhow, 'allow-run-as-root': anyhow, q: anyhow, quiet: anyhow, 'use-hwthread-cpus': anyhow },
};

/** Flags of the launchers that have no effect here, with the number of values behind each. */
const WITHOUT_EFFECT: Readonly<Record<string, number>> = {
  ...{ mca: 2, gmca: 2, 'map-by': 1, 'rank-by': 1, 'report-bindings': 0, 'display-map': 0, 'display-allocation': 0 },
  ...{ nooversubscribe: 0, timeout: 1, 'output-filename': 1, 'outfile-pattern': 1, 'errfile-pattern': 1, prefix: 1 },
  ...{ genvnone: 0, envnone: 0, launcher: 1, 'launcher-exec': 1, rmk: 1, iface: 1, topolib: 1, membind: 1, usize: 1 },
  ...{ stdin: 1, 'print-all-exitcodes': 0, 'enable-x': 0, 'disable-x': 0, bynode: 0, byslot: 0, am: 1 },
  ...{
    'merge-stderr-to-stdout': 0,
    'disable-auto-cleanup': 0,
    localhost: 1,
    s: 1,
    'cpus-per-proc': 1,
    soft: 1,
    arch: 1,
  },
};

/** A text is what there is to say. Throws UsageError. */
export function readMpirun(words: readonly string[], variables: NodeJS.ProcessEnv = process.env): Started | string {
  const wanted: Wanted = { flags: [], variables: {}, ignored: [], shown: false, started: true };
  const rest = [...words];
  while (rest[0]?.startsWith('-')) {
    const flag = rest.shift()!;
    if (/^--?(h|help)$/.test(flag)) return USAGE;
    if (/^(--?version|-V)$/.test(flag)) return `mpirun: pgasc ${VERSION}`;
    take(wanted, flag, rest);
  }
  checkFolder(wanted.folder);
  const [program, ...words_] = programOf(rest, wanted, variables);
  return {
    words: [program!, ...wanted.flags, ...placed(wanted), '--', ...words_],
    variables: wanted.variables,
    ...(wanted.folder === undefined ? {} : { folder: wanted.folder }),
    ...(wanted.ignored.length === 0 ? {} : { warning: `mpirun: without effect here: ${wanted.ignored.join(', ')}` }),
    isShown: wanted.shown,
    isStarted: wanted.started,
  };
}

function take(wanted: Wanted, flag: string, rest: string[]): void {
  const [name, attached] = flag.replace(/^--?/, '').split(/=(.*)/s) as [string, string | undefined];
  if (attached !== undefined) rest.unshift(attached);
  const found = FLAGS[name];
  const count = found === undefined ? WITHOUT_EFFECT[name] : found.length - 1;
  if (count === undefined) throw new UsageError(`mpirun: ${flag}: there is no such flag${near(name)}`);
  if (rest.length < count) throw new UsageError(`mpirun: ${flag} needs ${count === 1 ? 'a value' : `${count} values`}`);
  const values = rest.splice(0, count);
  if (found === undefined) wanted.ignored.push([flag, ...values].join(' '));
  else found(wanted, ...values);
}

function near(name: string): string {
  const found = nearestName(name, Object.keys(FLAGS));
  return found === undefined ? '; mpirun -h lists them' : `; did you mean -${found}?`;
}

/** The flags for hosts: each has as many ranks as asked for; one that is this host needs no flag. */
function placed({ flags, hosts: list = '', perHost: each }: Wanted): string[] {
  const all = list.split(',').filter((host) => !/^(|localhost(:\d+)?|127\.0\.0\.1(:\d+)?)$/.test(host));
  if (all.length > 0)
    return [`--hosts=${list.split(',').map((host) => (each && !host.includes(':') ? `${host}:${each}` : host))}`];
  return each === undefined || flags.some((flag) => flag.startsWith('-n')) ? [] : [`-n${each}`];
}

/** The program's file and its arguments; `node` before it may be there. */
function checkFolder(folder = '.'): void {
  if (!isFolder(folder)) throw new UsageError(`mpirun: -wdir ${folder}: there is no such folder`);
}

function programOf(words: readonly string[], { folder: at = '' }: Wanted, { PATH = '' }: NodeJS.ProcessEnv): string[] {
  const [program, ...rest] = words[0] === 'node' ? words.slice(1) : words;
  if (program === undefined) throw new UsageError('mpirun: which program? mpirun -h lists the flags');
  if (rest.includes(':')) throw new UsageError("mpirun: ':': all ranks run one program here");
  const [path = program] = [...new Set([at, '', ...(program.includes('/') ? [] : PATH.split(delimiter))])]
    .map((folder_) => resolve(folder_, program))
    .filter(isFile);
  checkProgram('mpirun', path);
  return [path, ...rest];
}
