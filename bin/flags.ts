/**
 * The flags of `pgasc`, as people read them: the one table behind --help, the manual page and completion in shells.
 *
 * One idea: a row has a flag's spelling and its meaning; the values of the word in capitals
 * are beside it. argv.ts and options.ts parse flags.
 */
import { CHECKS } from '../compiler/frontends/c/lint/lint.ts';
import { COMMUNICATION } from '../compiler/optimizer/communication/costs.ts';
import { ALL_PASSES, SWITCHES } from '../compiler/optimizer/program.ts';

export interface Flag {
  /** As written, with ", " between those of one meaning: `-T=N, -fupc-threads-N`. */
  readonly spelled: string;
  readonly text: string;
  /** Values of the word in capitals. */
  readonly values?: readonly string[];
}

export interface Section {
  readonly title: string;
  /** Shown by --help=TOPIC; undefined: by --help. */
  readonly topic?: Topic;
  readonly flags: readonly Flag[];
}

export const TOPICS = ['optimizer', 'warnings', 'program'] as const;
export type Topic = (typeof TOPICS)[number];

/** Values of --dump-after, in order. */
export const DUMPED: readonly string[] = ['parse', 'lowering', ...ALL_PASSES.map(({ name }) => name), 'all'];

export const NETWORKS: readonly string[] = Object.keys(COMMUNICATION);
/** Those whose jobs can be simulated: threads of the others reach all memory by load and store, without a call that could wait. */
export const SIMULATED: readonly string[] = ['sfi', 'verbs', 'pami'];
export const EMITTED: readonly string[] = ['js', 'ts', 'd.ts', 'ir', 'tree', 'wat', 'wasm'];

/** Commands: the first word, beside files and flags. */
export const COMMANDS: readonly Flag[] = [
  { spelled: 'pgasc [flags] files...', text: 'compile and link to out.js' },
  { spelled: 'pgasc run [flags] file [arguments]', text: 'compile and run at once' },
  { spelled: 'pgasc repl [flags] [files...]', text: 'run line by line (pgasc repl --help)' },
  { spelled: 'pgasc samples [NAME [FOLDER]]', text: 'list the samples, or copy one' },
  { spelled: 'pgasc machines [NAME [FILE]]', text: 'models of machines: list, explain' },
  { spelled: 'pgasc playground [--port N]', text: 'write and run in a page of a browser' },
  { spelled: 'pgasc completion SHELL', text: 'completion for bash, zsh or fish' },
  { spelled: 'pgasc network [PROVIDER...]', text: 'try what libfabric offers' },
  { spelled: 'pgasc env upc|shmem|mpi', text: 'upcc, oshcc, mpicc: folder for PATH' },
  { spelled: 'node out.js [-n N] [arguments]', text: 'run what was compiled, on N threads' },
];

const row = (spelled: string, text: string, values?: readonly string[]): Flag => ({ spelled, text, values });

export const SECTIONS: readonly Section[] = [
  {
    title: 'what to make',
    flags: [
      row('-o FILE', 'name of the output (out.js), and of FILE.map'),
      row('-c', 'an object file for each source, not linked'),
      row('-E, -P, -dM', 'preprocessed text; without line markers; its macros'),
      row('-S', 'the WebAssembly module as text; without -O the IR'),
      row('-M, -MM, -MD, -MMD', 'its includes as rules for make; also -MF, -MT, -MP'),
      row('--emit=KIND', 'js, ts (readable), d.ts, ir, tree, wat or wasm', EMITTED),
    ],
  },
  {
    title: 'language',
    flags: [
      row('-T=N, -fupc-threads-N', 'fix THREADS at compile time'),
      row('-x LANGUAGE', 'c, upc or none, of the files behind it', ['c', 'upc', 'none']),
      row('-std=NAME', 'c99, gnu11 ...: .c files are C; else they are UPC', [
        'c89',
        'c99',
        'c11',
        'c17',
        'gnu89',
        'gnu99',
        'gnu11',
        'gnu17',
      ]),
      row('-DNAME[=TEXT], -UNAME', 'define or undefine a macro'),
      row('-IDIR, -include FILE', 'search DIR for headers; include FILE first'),
    ],
  },
  {
    title: 'program',
    flags: [
      row('-O, -O1, -O2, -O3', 'for speed: WebAssembly; without, JavaScript'),
      row('-g', 'check every access to memory at run time'),
      row('-network=NAME', `communicate over ${NETWORKS.slice(0, -1).join(', ')} or ${NETWORKS.at(-1)}`, NETWORKS),
      row('-trace', 'let the program record its communication'),
      row('-simulate, -explore', 'threads run in turns; their orders are explored'),
      row('-shared-heap=SIZE', 'shared heap of each thread, such as 64M or 1G'),
      row('-lNAME, -LDIR', 'link libNAME.a of DIR (m and c are always there)'),
    ],
  },
  {
    title: 'messages',
    flags: [
      row('-Wall, -Wextra, -WNAME', 'show more warnings; -Wno-NAME, -w: fewer, none'),
      row('-Werror, -Werror=NAME', 'make errors of all warnings, of one kind'),
      row('-v, -save-temps', 'say what is done; keep the text of each step'),
      row('--diagnostics=json', 'messages as data, as language servers publish them'),
      row('--explain CODE', 'the rule behind a message, such as UPC3108'),
      row('--help=TOPIC, --version', `more help: ${TOPICS.join(', ')}`, TOPICS),
    ],
  },
  {
    title: 'optimizer',
    topic: 'optimizer',
    flags: [
      row('-target=NAME', 'the back end, wasm or ts, whatever -O says', ['wasm', 'ts']),
      row('-ffast-math', 'take floating-point sums in any order'),
      row('-fno-strict-aliasing', 'memory may be read as another type than it was written as'),
      row('-mno-simd128', 'no vector instructions'),
      row('-fNAME, -fno-NAME', `one optimization on or off: ${SWITCHES.join(', ')}`, SWITCHES),
      row('--remarks', 'say what was done to communication, and what could not be'),
      row('--report', 'say what the optimizer did in each function, and why not more'),
      row('-ftime-report', 'say how long each phase and each pass took'),
      row('--dump-after=PASS', `print the program after a pass: ${DUMPED.join(', ')}`, DUMPED),
      row('--verify', 'check the intermediate representation after each pass'),
    ],
  },
  {
    title: 'warnings',
    topic: 'warnings',
    flags: [
      row(
        '-WNAME, -Wno-NAME',
        `show or silence one kind: ${CHECKS.map(({ name }) => name).join(', ')}`,
        CHECKS.map(({ name }) => name),
      ),
      row('-Wall', `show those that may be mistakes: ${shownBy('-Wall')}`),
      row('-Wextra', `these too, and advice: ${shownBy('-Wextra')}`),
      row('-Werror, -Werror=NAME', 'make errors of all warnings, of one kind'),
      row('-Wno-error=NAME', 'of all but one'),
      row('-w', 'silence all'),
    ],
  },
  {
    title: 'flags of the compiled program and of pgasc run, before its arguments or up to --',
    topic: 'program',
    flags: [
      row(
        '-n N, --threads=N',
        'number of threads (all cores; 1 where all sources are C by -x c or -std=); also PGAS_THREADS',
      ),
      row('--shared-heap=SIZE', 'shared heap of each thread; also PGAS_SHARED_HEAP'),
      row('--heap=SIZE', "malloc's heap of each thread"),
      row('--stack=SIZE', 'stack of each thread'),
      row('--processes=N', 'divides the threads among N processes (sfi, verbs, pami); sfi: libfabric'),
      row('--hosts=A:8,B:8, --hostfile=FILE', 'runs them on these hosts, with so many threads (sfi)'),
      row('--per-host=N', 'so many processes on each'),
      row('--distribution=KIND', 'consecutive processes on one host (block), or on one after the other', [
        'block',
        'cyclic',
      ]),
      row('--bind', 'each process keeps to cores of its own'),
      row(
        '--simulate[=MACHINE]',
        "all threads run in turns on one core (compiled with -simulate), in a machine's time",
      ),
      row('--compute=none', "the program's own code takes no time on the machine"),
      row('--phantom', 'arrays that <pgas_sim.h> marks have sizes and no bytes, kernels run once a size'),
      row('--time[=FILE]', "says where the machine's time went; in a file as JSON"),
      row(
        '--sweep=POINTS',
        'with --simulate=MACHINE and run: at n=64..4096, or latency=1us,2us, its time, and what it went for; --sweep-to=FILE of .csv or .svg',
      ),
      row('--per-node=N', 'so many of them on each node of the machine'),
      row('--map=MAPPING', 'block, cyclic, dimensions and T as in ABCDET, or a file with the node of each', [
        'block',
        'cyclic',
      ]),
      row('--schedule=SEED', 'they run in another order, or in that of a schedule that was explored'),
      row('--explore=N', 'tries up to N orders of a small program that are not equivalent (compiled with -explore)'),
      row('--reorder', 'of --explore: relaxed accesses also take effect in other orders'),
      row('--preload', 'sends the program to the hosts, where it need not be then'),
      row('--label', 'each line of output begins with the number of its thread'),
      row('--failed-images', 'the job outlives a process that dies: its threads are failed images'),
      row(
        '--rsh=COMMAND',
        'reaches hosts by it (ssh); also PGAS_RSH. PGAS_VERBOSE=1 and pgasc run -v tell where processes run',
      ),
      row(
        '--stats[=FILE]',
        'report of its communication, by operation, thread and line, when it ends; also PGAS_STATSFILE (compiled with -trace, as the next two)',
      ),
      row(
        '--trace=FILE',
        'every operation as a trace that ui.perfetto.dev opens (JSON); --trace-limit=SIZE of the file (256M), --trace-sample=N: one operation of N',
      ),
      row('--matrix=FILE', 'who communicated how much with whom: FILE.csv or FILE.svg'),
    ],
  },
];

function shownBy(flag: string): string {
  return CHECKS.filter((check) => check.shownBy === flag)
    .map(({ name }) => name)
    .join(', ');
}
