/** The text of `pgasc --help`. */

import { CHECKS } from '../compiler/lint/lint.ts';
import { ALL_PASSES, SWITCHES } from '../compiler/optimizer/program.ts';

/** What --dump-after takes, in order. */
export const DUMPED: readonly string[] = ['parse', 'lowering', ...ALL_PASSES.map(({ name }) => name), 'all'];

/** Warnings that are shown only if asked for. */
export const UNUSUAL: readonly string[] = CHECKS.filter(({ shownBy }) => shownBy !== 'default').map(({ name }) => name);

export const HELP = `pgasc compiles Unified Parallel C with coarrays to JavaScript that runs on all cores.

usage: pgasc [flags] files...               compile and link to out.js
       pgasc run [flags] file [arguments]   compile and run at once
       pgasc repl [flags] [files...]        run line by line (pgasc repl --help)
       node out.js [-n N] [arguments]       run what was compiled, on N threads

files: .upc and .c sources, .o objects of -c, .i preprocessed text, .ir text of -S,
       - for standard input, @FILE for more words from FILE

what to make
  -o FILE             name of the output (out.js; with it goes FILE.map)
  -c                  an object file for each source, not linked
  -E                  preprocessed text, on standard output
  -S                  the WebAssembly module as text (prog.wat); where there is none, as --emit=ir
  --emit=ir           the intermediate representation as text
  --emit=wasm, =wat   the WebAssembly module, and as text
  --emit=ts           the program as readable TypeScript (out.ts)
  --emit=tree         the syntax tree, on standard output

language
  -T=N, -fupc-threads-N   fix THREADS at compile time
  -x c, -x upc, -x none   what the files behind it are in; .c files may be UPC
  -std=c99, gnu11, ...    a standard of C; .c files are C, without UPC's words
  -DNAME[=TEXT], -UNAME   define or undefine a macro
  -IDIR                   search DIR for headers
  -include FILE           include FILE first

program
  -O, -O1, -O2, -O3   for speed: WebAssembly; without -O, and with -O0, JavaScript
  -target=wasm, =ts   one of them whatever -O says
  -ffast-math         take floating-point sums in any order
  -mno-simd128        no vector instructions
  -fNAME, -fno-NAME   one optimization of communication on or off:
                      ${SWITCHES.join(', ')}
  -g                  check every access to memory at run time
  -network=NAME       what the threads communicate over: smp (shared memory, directly;
                      the default), sfi (libfabric), verbs (InfiniBand), pami
                      (IBM's), or template (one thread; to make a new one from)
  -trace              let the program record its communication: see --stats below
  -shared-heap=SIZE   shared heap of each thread, such as 64M or 1G
  -lNAME              link a library (m and c are always there)

messages
  -Wno-NAME, -w       silence one kind of warning, or all
  -WNAME              show one kind of those that are not usual:
                      ${UNUSUAL.join(', ')}
  -Wall, -Wextra      show those that may be mistakes; with advice about speed
  -Werror, -Werror=NAME, -Wno-error=NAME
                      make errors of warnings, of one kind, of all but one
  -v                  say what is done and how long it takes
  -save-temps         keep the .i, .ir and .ts texts of each step
  --remarks           say what was done to communication, and what could not be
  --report            say what the optimizer did in each function, and why not more:
                      calls replaced by bodies, structs kept in locals, loops
  --dump-after=PASS   print the program after a pass:
                      ${DUMPED.slice(0, 7).join(', ')},
                      ${DUMPED.slice(7).join(', ')}
  --explain CODE      the rule behind a message, such as UPC3108, with examples
  --help, --version

gcc's other flags (other -f..., -m..., -pipe) are taken and have no effect.

flags of the compiled program, before its own arguments or up to --
  -n N, --threads=N   number of threads (all cores); also PGAS_THREADS
  --shared-heap=SIZE  shared heap of each thread; also PGAS_SHARED_HEAP
  --heap=SIZE         malloc's heap of each thread
  --stack=SIZE        stack of each thread
and of one compiled with -trace; also flags of pgasc run, before the file
  --stats[=FILE]      report of its communication, by operation, thread and source
                      line, when it ends (on standard error); also PGAS_STATSFILE
  --trace=FILE        every operation as a trace that ui.perfetto.dev opens (JSON)
  --matrix=FILE       who communicated how much with whom: FILE.csv or FILE.svg

exit status: 0; 1 errors in the program; 2 misuse, or files that cannot be read or
written; 70 a defect of pgasc. With run, the program's own.`;
