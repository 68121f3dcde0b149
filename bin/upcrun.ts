/**
 * `upcrun`: the command line of Berkeley's launcher of UPC programs (2022.10), turned into that of a program of pgasc.
 *
 * Layout: of -n threads, -N processes (nodes) and -c threads of each, two give the third; -p says the threads of a process as -c does. Hosts come
 * from UPC_NODEFILE or UPC_NODES, and the shell that reaches them from UPC_SSH. `pgasc env upc` prints the folder of the command.
 */
import { nearestName } from '../compiler/diagnostics/suggestion.ts';
import { UsageError } from './argv.ts';
import { VERSION } from './installation.ts';
import { checkProgram } from './programs.ts';

/** What to start: node's words, and what to add to its environment. */
export interface Started {
  readonly words: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  /** -v, -t: the command is shown; -t, -i: nothing is started. */
  readonly isShown: boolean;
  readonly isStarted: boolean;
  /** Where it is started, if not here. */
  readonly folder?: string;
  readonly warning?: string;
}

interface Wanted {
  threads?: number;
  nodes?: number;
  perNode?: number;
  shown: boolean;
  started: boolean;
  readonly program: string[];
  readonly variables: Record<string, string>;
}

type Take = (wanted: Wanted, value: string, flag: string) => void;

const count =
  (name: 'threads' | 'nodes' | 'perNode'): Take =>
  (wanted, value, flag) => {
    if (!/^[1-9]\d*$/.test(value)) throw new UsageError(`upcrun: ${flag} ${value}: it must be a number above 0`);
    wanted[name] = Number(value);
  };
const sharedHeap: Take = (wanted, value) => void wanted.program.push(`--shared-heap=${value}`);
const traceFile: Take = (wanted, value) => void wanted.program.push(`--trace=${value}`);

/** Flags whose value follows, as a word or behind '='. */
const VALUED: Readonly<Record<string, Take>> = {
  n: count('threads'),
  np: count('threads'),
  N: count('nodes'),
  nodes: count('nodes'),
  c: count('perNode'),
  'cpus-per-node': count('perNode'),
  p: count('perNode'),
  pthreads: count('perNode'),
  'shared-heap': sharedHeap,
  tracefile: traceFile,
  // The heap grows as far as its memory; there is one segment; processes of a host always map each other's memory.
  ...{ 'shared-heap-max': () => {}, 'heap-offset': () => {}, 'pshm-width': () => {}, 'backtrace-type': () => {} },
  conf: () => {},
};

const PLAIN: Readonly<Record<string, Take>> = {
  v: (wanted) => {
    wanted.shown = true;
    wanted.variables.PGAS_VERBOSE = '1';
  },
  t: (wanted) => void ([wanted.shown, wanted.started] = [true, false]),
  show: (wanted) => void ([wanted.shown, wanted.started] = [true, false]),
  'bind-threads': (wanted) => void wanted.program.push('--bind'),
  'polite-sync': (wanted) => void (wanted.variables.PGAS_POLITE = '1'),
  freeze: (wanted) => void (wanted.variables.PGAS_FREEZE = '1'),
  'freeze-early': (wanted) => void (wanted.variables.PGAS_FREEZE = '1'),
  'freeze-earlier': (wanted) => void (wanted.variables.PGAS_FREEZE = '1'),
  trace: (wanted) => void wanted.program.push('--trace=upc_trace.json'),
  traceall: (wanted) => void wanted.program.push('--trace=upc_trace.json'),
};

/** What happens anyhow, or has no meaning here: failures say where, and end the job; arguments need no encoding. */
const WITHOUT_EFFECT =
  /^(q|quiet|localhost|norc|encode-args|encode-env|(no)?(abort|backtrace|freeze-on-error)|notrace|tv)$/;

const USAGE = `usage: upcrun [flags] program [arguments]
  -n, -np N              threads
  -N, -nodes N           processes; -c, -cpus-per-node, -p, -pthreads N: threads of each
  -shared-heap SIZE      shared heap of each thread: 64M, 1G; megabytes without a unit
  -freeze                wait before main, while debuggers attach, for SIGCONT
  -trace, -tracefile F   record the communication (program compiled with -trace)
  -polite-sync           threads that wait sleep at once
  -bind-threads          each process keeps to cores of its own
  -v, -t                 show the command; only show it
  -i, -version, -h
environment: UPCRUN_FLAGS, UPC_SHARED_HEAP_SIZE, UPC_PTHREADS_PER_PROC, UPC_POLITE_SYNC, UPC_NODES, UPC_NODEFILE, UPC_SSH`;

/** A text is what there is to say. Throws UsageError. */
export function readUpcrun(words: readonly string[], variables: NodeJS.ProcessEnv): Started | string {
  const wanted: Wanted = { shown: false, started: true, program: [], variables: {} };
  fromVariables(wanted, variables);
  const rest = [...(variables.UPCRUN_FLAGS?.split(/\s+/).filter(Boolean) ?? []), ...words];
  while (rest[0]?.startsWith('-')) {
    const flag = rest.shift()!;
    if (/^--?(h|help|help-gasnet)$/.test(flag)) return USAGE;
    if (/^--?version$/.test(flag)) return `This is upcrun of pgasc, version ${VERSION}`;
    if (/^--?(i|info)$/.test(flag)) return `${VERSION}: programs of pgasc are run by node ${process.version}`;
    take(wanted, flag, rest);
  }
  const [program, ...words_] = rest;
  if (program === undefined) throw new UsageError('upcrun: which program? upcrun -h lists the flags');
  checkProgram('upcrun', program);
  return {
    words: [program, ...layout(wanted), ...wanted.program, '--', ...words_],
    variables: wanted.variables,
    isShown: wanted.shown,
    isStarted: wanted.started,
  };
}

function fromVariables(wanted: Wanted, variables: NodeJS.ProcessEnv): void {
  const { UPC_SHARED_HEAP_SIZE: heap, UPC_PTHREADS_PER_PROC: perNode, UPC_POLITE_SYNC: polite } = variables;
  const { UPC_NODES: nodes, UPC_NODEFILE: file, UPC_SSH: ssh } = variables;
  if (heap) sharedHeap(wanted, heap, 'UPC_SHARED_HEAP_SIZE');
  if (perNode) count('perNode')(wanted, perNode, 'UPC_PTHREADS_PER_PROC');
  if (polite) wanted.variables.PGAS_POLITE = /^(1|y)/i.test(polite) ? '1' : '0';
  if (file) wanted.program.push(`--hostfile=${file}`);
  else if (nodes)
    wanted.program.push(
      `--hosts=${nodes
        .trim()
        .split(/[\s,]+/)
        .join(',')}`,
    );
  if (ssh) wanted.program.push(`--rsh=${ssh}`);
}

function take(wanted: Wanted, flag: string, rest: string[]): void {
  const [name, attached] = flag.replace(/^--?/, '').split(/=(.*)/s) as [string, string | undefined];
  if (WITHOUT_EFFECT.test(name)) return;
  const valued = VALUED[name];
  const set = valued ?? PLAIN[name];
  if (set === undefined) throw new UsageError(`upcrun: ${flag}: there is no such flag${near(name)}`);
  const value = valued === undefined ? '' : (attached ?? rest.shift());
  if (value === undefined) throw new UsageError(`upcrun: ${flag} needs a value`);
  set(wanted, value, flag);
}

function near(name: string): string {
  const found = nearestName(name, [...Object.keys(VALUED), ...Object.keys(PLAIN)]);
  return found === undefined ? '' : `; did you mean -${found}?`;
}

/** The program's flags for threads and processes. */
function layout({ threads, nodes, perNode }: Wanted): string[] {
  const all = threads ?? (nodes !== undefined && perNode !== undefined ? nodes * perNode : nodes);
  if (threads !== undefined && nodes !== undefined && perNode !== undefined && nodes * perNode < threads)
    throw new UsageError(
      `upcrun: ${threads} threads do not fit: ${nodes} processes of ${perNode} have ${nodes * perNode}`,
    );
  const processes = nodes ?? (all === undefined || perNode === undefined ? undefined : Math.ceil(all / perNode));
  return [
    ...(all === undefined ? [] : [`-n${all}`]),
    ...(processes === undefined || processes === 1 ? [] : [`--processes=${processes}`]),
  ];
}
