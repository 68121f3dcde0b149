/** Misuse of the command line: one line on standard error, exit status 2, nothing written. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { execute, inFolder, node, pgasc, ROOT } from '../support/pgasc.ts';
import { dealt, long, some } from '../support/share.ts';

const HELLO = join(ROOT, 'samples/tutorial/01-hello.upc');

const MISUSES: readonly (readonly [words: string[], line: string])[] = [
  [[], 'pgasc: no input files; "pgasc --help" shows how to call it'],
  [['missing.upc'], 'pgasc: cannot read missing.upc: no such file'],
  [['fodler.c'], 'pgasc: cannot read fodler.c: no such file; did you mean folder.upc?'],
  [['run', 'folder.c'], 'pgasc: cannot read folder.c: no such file; did you mean folder.upc?'],
  [['rnu', HELLO], "pgasc: rnu: no such file or command; did you mean 'pgasc run'?"],
  [['-shard-heap=1M', HELLO], "pgasc: unknown flag '-shard-heap=1M'; did you mean '-shared-heap'?"],
  [['folder.upc'], 'pgasc: cannot read folder.upc: is a directory'],
  [['-x', 'c', '/dev/zero'], 'pgasc: cannot read /dev/zero: it is a device without an end'],
  [
    ['-simulate=bgq', HELLO],
    "pgasc: -simulate takes no value ('bgq' was given); where the program is run: node out.js --simulate=bgq",
  ],
  [['-c=1', HELLO], "pgasc: -c takes no value ('1' was given)"],
  [['mpirun', '-wdir', '/nowhere', 'a.out'], 'pgasc: mpirun: -wdir /nowhere: there is no such folder'],
  [['--wrong', HELLO], `pgasc: unknown flag '--wrong'; "pgasc --help" lists the flags`],
  [['-unheard-of', HELLO], `pgasc: unknown flag '-unheard-of'; "pgasc --help" lists the flags`],
  [['-o'], 'pgasc: -o needs a value'],
  [
    ['-shared', HELLO],
    'pgasc: -shared: programs have no shared libraries; make an archive of objects with ar rcs, and link that',
  ],
  [['-MG', HELLO], 'pgasc: -MG needs -M, -MM, -MD or -MMD'],
  [['-c', '-E', HELLO], 'pgasc: conflicting flags: choose one of -E, -c, -S and --emit'],
  [['-T=0', HELLO], 'pgasc: -T=0: the number of threads is a whole number from 1 to 1024'],
  [['-T=2', '-fupc-threads-3', HELLO], 'pgasc: conflicting flags: -T=2 and -T=3'],
  [['-x', 'fortran', HELLO], 'pgasc: -x fortran: the languages are c, upc and none'],
  [['-std=c++11', HELLO], 'pgasc: -std=c++11: the standards are c89, c99, c11, c17, and gnu89 to gnu17'],
  [['-Ofaster', HELLO], 'pgasc: -Ofaster: the levels are -O0 to -O3, -Os, -Og and -Ofast'],
  [['-MF', 'x.d', '-c', HELLO], 'pgasc: -MF needs -M, -MM, -MD or -MMD'],
  [
    ['-network=carrier-pigeon', HELLO],
    'pgasc: -network=carrier-pigeon: this pgasc has the networks smp, sfi, verbs, pami, template',
  ],
  [['--emit=wat', '-target=ts', HELLO], 'pgasc: conflicting flags: --emit=wat and -target=ts'],
  [['--emit=fortran', HELLO], 'pgasc: --emit=fortran: there are js, ts, d.ts, ir, tree, wat, wasm'],
  [['-shared-heap=much', HELLO], 'pgasc: -shared-heap=much: a size is a number with K, M or G, such as 64M'],
  [['-n', '4', HELLO], 'pgasc: -n=4 is for pgasc run, and for the compiled program: node out.js -n=4'],
  [
    ['run', '-n', '99999999999999999999', HELLO],
    'pgasc: -n: 99999999999999999999 threads are too many; at most 65536 can be asked for',
  ],
  [['--explain', 'UPC3l08'], 'pgasc: --explain UPC3l08: no such code; did you mean UPC3108?'],
  [['--explain', '-Wno-spinn'], 'pgasc: --explain -Wno-spinn: no such code; did you mean spin?'],
  [['-lfftw3', HELLO], 'pgasc: -lfftw3: there is no libfftw3.a; -LDIR says where to look for it'],
  [['-lfftw3', '-L.', '-Llib', HELLO], 'pgasc: -lfftw3: there is no libfftw3.a in ., lib'],
  [['-o', 'nowhere/out.js', HELLO], 'pgasc: cannot write nowhere/out.js: there is no such folder; make it first'],
  [
    ['run', '-o', 'x', HELLO],
    'pgasc: conflicting flags: run writes no output file; leave out -o, or compile without run',
  ],
  [['program.txt'], 'pgasc: program.txt: no source file; their names end in .upc, .c, .h, .uph, .i, .o, .a or .ir'],
];

describe.concurrent('misuse', () => {
  for (const [words, line] of some(some(MISUSES))) {
    test(line, () =>
      inFolder(async (cwd) => {
        mkdirSync(join(cwd, 'folder.upc'));
        const outcome = await pgasc(words, { cwd });
        expect(outcome).toEqual({ status: 2, stdout: '', stderr: `${line}\n` });
        expect(readdirSync(cwd)).toEqual(['folder.upc']);
      }),
    );
  }
});

test('what cannot be written is told: no folder for files of the run, no room for what is printed', async () => {
  const folder = { env: { TMPDIR: '/nowhere' } };
  expect(await pgasc(['run', HELLO], folder)).toEqual({
    ...{ status: 2, stdout: '' },
    stderr:
      'pgasc: cannot make a folder in /nowhere: there is no such folder; make it first; TMPDIR names another one\n',
  });
  for (const words of ['--help', 'machines', 'samples']) {
    const full = await execute('/bin/sh', ['-c', `"${process.execPath}" "${ROOT}/bin/pgasc" ${words} >/dev/full`]);
    expect([full.status, full.stderr]).toEqual([
      2,
      'pgasc: cannot write standard output: no space left on the device\n',
    ]);
  }
});

test('an input is never overwritten', () =>
  inFolder(async (cwd) => {
    const text = 'int main(void) { return 0; }\n';
    writeFileSync(join(cwd, 'a b.c'), text);
    for (const words of [
      ['-o', 'a b.c', 'a b.c'],
      ['-E', '-o', './a b.c', 'a b.c'],
      ['-c', 'a b.c', '-o', 'a b.c'],
    ]) {
      const outcome = await pgasc(words, { cwd });
      expect(outcome.status).toBe(2);
      expect(outcome.stderr).toMatch(
        /^pgasc: cannot write .*a b\.c: it is an input file; name another output with -o\n$/,
      );
      expect(readdirSync(cwd)).toEqual(['a b.c']);
    }
    expect(readFileSync(join(cwd, 'a b.c'), 'utf8')).toBe(text);
  }));

test("gcc's flags without a meaning here are taken in silence; -D and -U in order; response files; standard input", () =>
  inFolder(async (cwd) => {
    const flags =
      '-Wall -Wextra -Wno-unused -std=c99 -ansi -pedantic -O4 -g -Og -Os -pipe -fPIC -march=native -m64 ' +
      '-pthread -static -rdynamic -s -gdwarf-4 -g0 -lm -lpthread -L/usr/lib -I/nonexistent -isystem /none -Wl,-z,now';
    writeFileSync(join(cwd, 'words'), `${flags}\n-DA=1 -UA "-DB=4 + 3" -UC -DC -o 'x y.js' -\n`);
    const input = '#ifdef A\n#error\n#endif\nint main(void) { return B * C; }\n';
    expect(await pgasc(['@words'], { cwd, input })).toEqual({ status: 0, stdout: '', stderr: '' });
    expect((await node(['x y.js', '-n', '1'], { cwd })).status).toBe(7);
  }));

long("-x says a file's language whatever its name; -std= that .c files are C", () =>
  inFolder(async (cwd) => {
    writeFileSync(join(cwd, 'c.c'), 'int strict(int shared) { return shared; }\n');
    writeFileSync(join(cwd, 'upc.txt'), 'int strict(int);\nshared int x;\nint main(void) { return 1; }\n');
    writeFileSync(join(cwd, 'main.upc'), 'extern int f(void);\nshared int x;\nint main(void) { x = 3; return x; }\n');
    for (const words of dealt('-x', [
      ['-x', 'c', 'c.c', '-x', 'none', 'main.upc'],
      ['main.upc', '-xc', 'c.c'],
      ['-std=gnu99', 'main.upc', 'c.c'],
      ['c.c', '-ansi', '-x', 'upc', 'main.upc'],
    ])) {
      expect(await pgasc(words, { cwd })).toEqual({ status: 0, stdout: '', stderr: '' });
      expect((await node(['out.js', '-n', '1'], { cwd })).status).toBe(3);
    }
    for (const words of [['c.c'], ['-x', 'upc', 'c.c'], ['-x', 'c', '-x', 'upc', 'upc.txt']]) {
      const { status, stderr } = await pgasc(['-c', ...words], { cwd });
      expect([status, stderr]).toEqual([
        1,
        expect.stringContaining(
          "'strict' is a keyword in UPC and cannot be used as a name; a program in C is compiled with -x c",
        ),
      ]);
    }
  }),
);

test('a program of C alone starts with one thread, unless it includes gasnet.h or more threads are asked for', () =>
  inFolder(async (cwd) => {
    writeFileSync(join(cwd, 'part.c'), 'const char *text(void) { return "C\\n"; }\n');
    const main =
      '#include <stdio.h>\nextern const char *text(void);\nint main(void) { printf("%s", text()); return 0; }\n';
    writeFileSync(join(cwd, 'main.c'), main);
    writeFileSync(join(cwd, 'upc.c'), `${main}int me(void) { return MYTHREAD; }\n`);
    writeFileSync(join(cwd, 'nodes.c'), `#include <gasnet.h>\n${main}`);
    const cases: [words: string[], threads: string, printed: number][] = [
      [['-std=c11', 'main.c', 'part.o'], '', 1],
      [['-ansi', '-O2', 'main.c', 'part.o'], '', 1],
      [['-x', 'c', 'main.c', 'part.c'], '3', 3],
      [['main.c', 'part.c'], '', 1],
      [['upc.c', 'part.o'], '', availableParallelism()],
      [['-std=c11', 'nodes.c', 'part.o'], '', availableParallelism()],
    ];
    expect((await pgasc(['-std=c11', '-c', 'part.c'], { cwd })).status).toBe(0);
    for (const [words, threads, printed] of dealt('threads of C', cases)) {
      expect(await pgasc(words, { cwd })).toEqual({ status: 0, stdout: '', stderr: '' });
      expect(statSync(join(cwd, 'out.js')).mode & 0o100).toBe(0o100);
      const { stdout } = await node(['out.js'], { cwd, env: { PGAS_THREADS: threads } });
      expect(stdout).toBe('C\n'.repeat(printed));
    }
  }));

long('samples are listed, and copied with what they include, over nothing', () =>
  inFolder(async (cwd) => {
    const { stdout } = await pgasc(['samples'], { cwd });
    const lines = stdout.split('\n').slice(0, -3);
    const files = readdirSync(join(ROOT, 'samples'), { recursive: true, encoding: 'utf8' });
    const hasMain = (name: string) => /\bmain\b/.test(readFileSync(join(ROOT, 'samples', name), 'utf8'));
    expect(lines.length).toBe(files.filter((name) => /\.(upc|c)$/.test(name) && hasMain(name)).length);
    for (const line of lines) expect(line).toMatch(/^[a-z]+\/[\w/-]+ +.{10,}$/);
    expect(await pgasc(['samples', 'pi'], { cwd })).toEqual({
      ...{ status: 0, stderr: '' },
      stdout: 'pi.upc\n\npgasc run pi.upc -n 4\n',
    });
    expect(readFileSync(join(cwd, 'pi.upc'))).toEqual(readFileSync(join(ROOT, 'samples/kernels/pi.upc')));
    expect((await pgasc(['samples', 'coarray/ft', 'new/folder'], { cwd })).status).toBe(0);
    expect(readdirSync(join(cwd, 'new/folder/applications/ft')).sort()).toEqual(['fft1d.h', 'problem.h', 'random.h']);
    expect((await pgasc(['-c', 'new/folder/coarray/ft.upc'], { cwd })).stderr).toBe('');
    expect((await pgasc(['samples', 'ft-mpi', 'mpi'], { cwd })).status).toBe(0);
    expect(readdirSync(join(cwd, 'mpi')).sort()).toEqual([
      'fft1d.h',
      'field.h',
      'ft-mpi.c',
      'methods-mpi.h',
      'problem.h',
      'random.h',
    ]);
    for (const [words, line] of [
      [['pi'], 'pi.upc is there already; name another folder behind the sample'],
      [['ft'], 'samples ft: there are coarray/ft and applications/ft'],
      [['stencils'], 'samples stencils: no such sample; did you mean stencil?'],
    ] as const)
      expect(await pgasc(['samples', ...words], { cwd })).toEqual({
        status: 2,
        stdout: '',
        stderr: `pgasc: ${line}\n`,
      });
  }),
);

test('errors in a program: status 1, nothing written, what was there stays', () =>
  inFolder(async (cwd) => {
    writeFileSync(join(cwd, 'bad.upc'), 'int main(void) { return x; }\n');
    writeFileSync(join(cwd, 'out.js'), 'old');
    const outcome = await pgasc(['bad.upc'], { cwd });
    expect(outcome.status).toBe(1);
    expect(outcome.stderr).toContain('bad.upc:1:25: error');
    expect(readFileSync(join(cwd, 'out.js'), 'utf8')).toBe('old');
    expect(existsSync(join(cwd, 'out.js.map'))).toBe(false);
  }));

test('out.js runs from anywhere, as CommonJS and as an ES module', () =>
  inFolder(async (cwd) => {
    await pgasc([HELLO], { cwd });
    for (const type of ['commonjs', 'module']) {
      writeFileSync(join(cwd, 'package.json'), JSON.stringify({ type }));
      const outcome = await node([join(cwd, 'out.js'), '-n', '3'], { cwd: '/' });
      expect(outcome.stdout).toContain('Solution validates');
      expect(outcome.status).toBe(0);
    }
  }));

test('-S gives the module as text where there is one, else IR; --emit=wasm and wat say so themselves', () =>
  inFolder(async (cwd) => {
    writeFileSync(join(cwd, 'prog.c'), 'int main(void) { return 0; }\n');
    for (const [flags, file, begin] of some([
      [['-S', '-O'], 'prog.wat', '(module $prog.c\n'],
      [['--emit=wat'], 'prog.wat', '(module $prog.c\n'],
      [['-S'], 'prog.ir', 'module "prog.c" serial\n'],
      [['-S', '-O2', '-target=ts'], 'prog.ir', 'module "prog.c" serial\n'],
      [['-S', '-O', '-o', 'other'], 'other', '(module $prog.c\n'],
    ] as const)) {
      const outcome = await pgasc([...flags, 'prog.c'], { cwd });
      expect([outcome.status, outcome.stderr]).toEqual([0, '']);
      expect(readFileSync(join(cwd, file), 'utf8').startsWith(begin), flags.join(' ')).toBe(true);
      rmSync(join(cwd, file));
    }
    expect((await pgasc(['--emit=wasm', 'prog.c'], { cwd })).status).toBe(0);
    expect(WebAssembly.validate(readFileSync(join(cwd, 'prog.wasm')))).toBe(true);
    expect(JSON.parse(readFileSync(join(cwd, 'prog.wasm.map'), 'utf8')).sources).toEqual(['prog.c']);
  }));

test('separate compilation: objects link to the same program', () =>
  inFolder(async (cwd) => {
    writeFileSync(
      join(cwd, 'a.c'),
      '#include <stdio.h>\nint twice(int);\nstatic int n = 20;\nint main(void) { n++; printf("%d\\n", twice(n)); return 0; }\n',
    );
    writeFileSync(join(cwd, 'b.c'), 'static int n = 2;\nint twice(int x) { return n * x; }\n');
    expect((await pgasc(['-c', 'a.c', 'b.c'], { cwd })).status).toBe(0);
    expect((await pgasc(['a.o', 'b.o', '-o', 'ab.js'], { cwd })).stderr).toBe('');
    expect((await node(['ab.js', '-n', '1'], { cwd })).stdout).toBe('42\n');
    expect((await pgasc(['-c', '-T=2', 'b.c', '-o', 'b2.o'], { cwd })).status).toBe(0);
    const mixed = await pgasc(['a.o', 'b2.o'], { cwd });
    expect(mixed.status).toBe(1);
    expect(mixed.stderr).toMatch(/error LNK\d+: .*-T=2/);
  }));

long('what was compiled for any number of threads links into a program for one number', () =>
  inFolder(async (cwd) => {
    writeFileSync(
      join(cwd, 'a.upc'),
      `#include <upc.h>
      shared int square[2 * THREADS];
      int sum(void);
      int main(void) {
        square[MYTHREAD] = square[MYTHREAD + THREADS] = MYTHREAD;
        upc_barrier;
        return sum() == THREADS * (THREADS - 1) ? 0 : 1;
      }\n`,
    );
    writeFileSync(
      join(cwd, 'b.upc'),
      `#include <upc.h>
      extern shared int square[];
      int sum(void) {
        int total = 0;
        shared int *each = square;
        for (int i = 0; i < THREADS; i++, each++) total += *each + square[i + THREADS];
        return total;
      }\n`,
    );
    for (const [fixed, other] of [
      ['a.upc', 'b.upc'],
      ['b.upc', 'a.upc'],
    ] as const) {
      expect((await pgasc(['-c', fixed, '-T=3'], { cwd })).stderr).toBe('');
      expect((await pgasc(['-c', other], { cwd })).stderr).toBe('');
      expect((await pgasc(['a.o', 'b.o', '-T=3'], { cwd })).stderr).toBe('');
      expect(await node(['out.js', '-n', '3'], { cwd })).toEqual({ status: 0, stdout: '', stderr: '' });
    }
  }),
);

test("run gives the program's output, arguments and exit status", () =>
  inFolder(async (cwd) => {
    writeFileSync(
      join(cwd, 'p.upc'),
      '#include <stdio.h>\nint main(int c, char **v) { if (!MYTHREAD) for (int i = 1; i < c; i++) puts(v[i]); return 7; }\n',
    );
    const outcome = await pgasc(['run', 'p.upc', '-n', '2', 'one', '-two'], { cwd });
    expect(outcome).toEqual({ status: 7, stdout: 'one\n-two\n', stderr: '' });
    writeFileSync(join(cwd, 'z.c'), 'int z;\nint main(void) { return 3 / z; }\n');
    const failure = 'pgasc: thread 0: division by zero at z.c:2:18\n    at main (z.c:2:18)\n';
    expect(await pgasc(['run', 'z.c', '-n', '1'], { cwd })).toEqual({ status: 1, stdout: '', stderr: failure });
  }));

long('run -n before the file; where THREADS has to be a constant it is taken for that', () =>
  inFolder(async (cwd) => {
    const counts = '#include <stdio.h>\nint main(int c, char **v) { return 10 * THREADS + c; }\n';
    writeFileSync(join(cwd, 'any.upc'), counts);
    writeFileSync(join(cwd, 'fixed.upc'), `shared int a[10];\nint b[THREADS];\n${counts}`);
    for (const words of dealt('run -n', [
      ['-n', '2', 'any.upc', 'x'],
      ['-n2', '--heap=1M', 'any.upc', 'x'],
      ['--threads=2', 'any.upc', '--', 'x'],
    ]))
      expect(await pgasc(['run', ...words], { cwd })).toEqual({ status: 22, stdout: '', stderr: '' });
    const note = 'pgasc: compiled with -T=3, as fixed.upc:1 needs a fixed number of threads\n';
    for (const words of dealt('fixed', [
      ['-n', '3', 'fixed.upc'],
      ['-O2', 'fixed.upc', '-n', '3'],
    ]))
      expect(await pgasc(['run', ...words], { cwd })).toEqual({ status: 31, stdout: '', stderr: note });
    expect((await pgasc(['run', 'fixed.upc'], { cwd })).stderr).toContain('or compile with -T=N');
    expect((await pgasc(['run', '-T2', '-n', '4', 'fixed.upc'], { cwd })).stderr).toBe(
      'pgasc: -n 4: fixed.upc was compiled for 2 threads (-T=2); compile it with -T=4, or without -T to choose at run time\n',
    );
  }),
);

long('an odd name of the output stays a name; what is no regular file is not included', () =>
  inFolder(async (cwd) => {
    writeFileSync(join(cwd, 'odd.c'), 'int main(void) { int *p = 0; return *p; }\n');
    for (const [flags, name] of [
      [[], 'a\nthrow 1;'],
      [['-O'], 'b\nthrow 1;'],
      [[], 'c "%41 \u00e9*.js'],
    ] as const) {
      expect((await pgasc(['-g', ...flags, '-o', name, 'odd.c'], { cwd })).status).toBe(0);
      const { status, stderr } = await node([`./${name}`, '-n', '1'], { cwd });
      expect([status, stderr]).toEqual([
        1,
        expect.stringContaining(name.includes('\n') ? 'null pointer' : 'null pointer at odd.c:1:30'),
      ]);
    }
    mkdirSync(join(cwd, 'sub'));
    await execute('mkfifo', ['pipe'], { cwd });
    writeFileSync(join(cwd, 'in.c'), '#include "sub"\n#include "pipe"\n#include </dev/zero>\n#include "none"\n');
    const { status, stderr } = await pgasc(['-c', 'in.c'], { cwd });
    expect(status).toBe(1);
    expect(stderr.match(/error PP.*/g)).toEqual([
      'error PP1051: cannot include "sub": sub is a directory',
      'error PP1051: cannot include "pipe": pipe is not a regular file',
      'error PP1051: cannot include </dev/zero>: /dev/zero is not a regular file',
      'error PP1051: cannot find "none"',
    ]);
  }),
);

test('--diagnostics=json: what language servers publish, by file, with fixes', () =>
  inFolder(async (cwd) => {
    writeFileSync(join(cwd, 'a b.upc'), '#include "h.h"\nint f(void) {\n\tshared int x;\n\treturn wieght + Z;\n}\n');
    writeFileSync(join(cwd, 'h.h'), 'int weight;\n#define Z *0\nint weight = 1;\nchar weight;\n');
    writeFileSync(join(cwd, 'right.c'), 'int g(void) { return 0; }\n');
    const { status, stdout, stderr } = await pgasc(['-c', '--diagnostics=json', 'a b.upc', 'right.c'], { cwd });
    expect([status, stdout]).toEqual([1, '']);
    const uri = (name: string) => pathToFileURL(join(cwd, name)).href;
    const place = (line: number, from: number, to: number) => ({
      start: { line, character: from },
      end: { line, character: to },
    });
    const [main, right, header, ...others] = JSON.parse(stderr);
    expect([right, others]).toEqual([{ uri: uri('right.c'), diagnostics: [] }, []]);
    expect(main.uri).toBe(uri('a b.upc'));
    expect(main.diagnostics[0]).toEqual({
      ...{ range: place(2, 12, 13), severity: 1, code: 'UPC3108', source: 'pgasc', fixes: expect.anything() },
      message: "'x' cannot be shared: it has automatic storage duration (UPC 1.3, 6.5.2)",
      relatedInformation: expect.arrayContaining([
        {
          location: { uri: uri('a b.upc'), range: place(2, 12, 13) },
          message: "declare it 'static shared' or outside of the function",
        },
      ]),
    });
    expect(main.diagnostics[1]).toMatchObject({
      ...{
        range: place(3, 8, 14),
        message: "'wieght' undeclared (first use in this function); did you mean 'weight'?",
      },
      fixes: [{ edit: { changes: { [uri('a b.upc')]: [{ range: place(3, 8, 14), newText: 'weight' }] } } }],
    });
    expect(header).toMatchObject({
      uri: uri('h.h'),
      diagnostics: [{ severity: 1, range: place(3, 5, 11), relatedInformation: [{ location: { uri: uri('h.h') } }] }],
    });
    expect(await pgasc(['--diagnostics=xml', 'right.c'], { cwd })).toEqual({
      ...{ status: 2, stdout: '' },
      stderr: 'pgasc: --diagnostics=xml: there are text and json\n',
    });
  }));

long('--emit=ts type-checks under tsc --strict', () =>
  inFolder(async (cwd) => {
    const output = join(ROOT, 'dist', `strict-${process.pid}.ts`); // inside the package, so that pgasc/runtime resolves
    await pgasc(['--emit=ts', '-o', output, join(ROOT, 'samples/applications/scf/scf.upc')], { cwd });
    const words = [
      '--noEmit',
      '--strict',
      '--target',
      'ES2022',
      '--module',
      'NodeNext',
      '--ignoreConfig',
      '--types',
      '',
      output,
    ];
    const outcome = await node([join(ROOT, 'node_modules/typescript/bin/tsc'), ...words]);
    rmSync(output);
    expect(outcome.stdout).toBe('');
    expect(outcome.status).toBe(0);
  }),
);

long.concurrent('run with several source files says why it does not link', () =>
  inFolder(async (folder) => {
    writeFileSync(join(folder, 'heat.c'), 'void exchange(void);\nint main(void) {\n  exchange();\n  return 0;\n}\n');
    writeFileSync(join(folder, 'exchange.c'), 'void exchange(void) {}\n');
    const run = async (...words: string[]) => (await pgasc(['run', ...words], { cwd: folder })).stderr;
    const note = 'run takes one source file, exchange.c is an argument of the program';
    expect(await run('-n', '2', 'heat.c', 'exchange.c')).toBe(
      "heat.c:3:11: error LNK4002: undefined reference to 'exchange'\n" +
        `heat.c:3:11: note: ${note}; compile several with pgasc heat.c exchange.c -o out.js\n1 error\n`,
    );
    expect(await run('heat.c', 'elsewhere.c')).toBe(
      "heat.c:3:11: error LNK4002: undefined reference to 'exchange'\n1 error\n",
    );
    expect(await run('exchange.c', 'heat.c')).toContain('compile several with pgasc exchange.c heat.c -o out.js');
  }),
);
