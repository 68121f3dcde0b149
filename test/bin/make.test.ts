/** pgasc as CC of a makefile: rules for make, libraries of objects, and the flags that makefiles have. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { membersOf } from '../../bin/archives.ts';
import { execute, inFolder, node, pgasc, ROOT } from '../support/pgasc.ts';
import { dealt, long } from '../support/share.ts';

const hasTools = ['make', 'ar'].every((tool) => spawnSync(tool, ['--version']).status === 0);

const MAKEFILE = `
CC = ${process.execPath} ${join(ROOT, 'bin/pgasc')}
CFLAGS = -std=c99 -Wall -O4 -g0 -fPIC -pipe -march=native -fno-common -Ilib
OBJS = build/main.o
LIB = build/libparts.a

build/prog: $(OBJS) $(LIB)
	$(CC) $(LDFLAGS) -o $@ $(OBJS) -Lbuild -lparts -lm
build/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -MMD -MP -c -o $@ $<
$(LIB): build/lib/twice.o build/lib/broken.o
	ar rcs $@ $^
-include $(wildcard build/*.d build/lib/*.d)
`;

const SOURCES = {
  Makefile: MAKEFILE,
  'main.c': `#include <stdio.h>
#include "twice.h"
const char *name(void);
__attribute__((weak)) const char *name(void) { return "weak"; }
__attribute__((constructor(200))) static void second(void) { printf("%s, ", name()); }
__attribute__((destructor)) static void last(void) { puts("end"); }
int missing(void) __attribute__((weak)), broken(void) __attribute__((weak));
int main(void) { printf("%d\\n", missing || broken ? 0 : twice(N)); return 0; }
`,
  'lib/twice.h': '#define N 4\nint twice(int);\n',
  'lib/twice.c': `#include <stdio.h>
#include "twice.h"
const char *name(void);
const char *name(void) { return "strong"; }
__attribute__((constructor(150))) static void first(void) { printf("first, "); }
int twice(int x) { return 2 * x; }
`,
  // nobody wants this one, so that it does not matter what it wants
  'lib/broken.c': 'int missing(void);\nint broken(void) { return missing(); }\n',
};

test.skipIf(!hasTools)('a makefile with -MMD -c, ar rcs and -l builds, and builds again what a header changes', () =>
  inFolder(async (cwd) => {
    mkdirSync(join(cwd, 'lib'));
    for (const [name, text] of Object.entries(SOURCES)) writeFileSync(join(cwd, name), text);
    const make = async () => {
      const { status, stdout, stderr } = await execute('make', [], { cwd });
      expect([status, stderr]).toEqual([0, '']);
      return [...stdout.matchAll(/ -o (\S+)/g)].map(([, name]) => name);
    };
    expect(await make()).toEqual(['build/main.o', 'build/lib/twice.o', 'build/lib/broken.o', 'build/prog']);
    expect(readFileSync(join(cwd, 'build/main.d'), 'utf8')).toBe('build/main.o: main.c lib/twice.h\nlib/twice.h:\n');
    expect((await node(['build/prog'], { cwd })).stdout).toBe('first, strong, 8\nend\n');
    expect(await make()).toEqual([]);
    writeFileSync(join(cwd, 'lib/twice.h'), '#define N 5\nint twice(int);\n');
    expect(await make()).toEqual(['build/main.o', 'build/lib/twice.o', 'build/prog']);
    expect((await node(['build/prog'], { cwd })).stdout).toBe('first, strong, 10\nend\n');
  }),
);

long('rules for make, as gcc writes them', () =>
  inFolder(async (cwd) => {
    mkdirSync(join(cwd, 'a b'));
    writeFileSync(join(cwd, 'p.c'), '#include <stddef.h>\n#include "a b/$x#.h"\n#include "a b/$x#.h"\nint x;\n');
    writeFileSync(join(cwd, 'q.c'), '');
    writeFileSync(join(cwd, 'a b/$x#.h'), `#include "${'y'.repeat(60)}.h"\n`);
    writeFileSync(join(cwd, `a b/${'y'.repeat(60)}.h`), '');
    const headers = `a\\ b/$$x\\#.h \\\n a\\ b/${'y'.repeat(60)}.h\n`;
    const tells = async (...words: string[]) => (await pgasc(words, { cwd })).stdout;
    expect(await tells('-MM', 'p.c', 'q.c')).toBe(`p.o: p.c ${headers}q.o: q.c\n`);
    expect(await tells('-MM', '-MT', 'a b $(X)', '-MQ', 'c $d', 'q.c')).toBe('a b $(X) c\\ $$d: q.c\n');
    expect(await tells('-M', 'p.c')).toMatch(/^p\.o: p\.c \S*stdlib\/include\/stddef\.h /);
    for (const [words, file, text] of [
      [['-MMD', '-c', 'p.c', '-o', 'a b/z.o'], 'a b/z.d', `a\\ b/z.o: p.c ${headers}`],
      [['-MMD', '-fsyntax-only', 'q.c'], 'q.d', 'q.o: q.c\n'],
      [['-MD', '-MP', '-MF', 'deps', '-E', '-isystem', 'a b', 'q.c'], 'deps', 'q.o: q.c\n'],
      [['-MM', '-isystem', 'a b', 'p.c', '-o', 'only'], 'only', 'p.o: p.c\n'],
    ] as const) {
      expect((await pgasc(words, { cwd })).stderr).toBe('');
      expect(readFileSync(join(cwd, file), 'utf8'), words.join(' ')).toBe(text);
    }
    expect(existsSync(join(cwd, 'out.js'))).toBe(false);
    writeFileSync(
      join(cwd, 'r.c'),
      '#include "made.h"\n#define V(a, ...) a __VA_ARGS__\n#define E\nint x;\n\nint y;\n',
    );
    expect(await tells('-MM', '-MG', '-MP', 'r.c')).toBe('r.o: r.c made.h\nmade.h:\n');
    writeFileSync(join(cwd, 'made.h'), '#define E\n');
    const macros = await tells('-dM', '-E', '-isystem.', 'r.c');
    expect(macros.split('\n').filter((line) => /\b[VE]\b|SHRT_MAX/.test(line))).toEqual([
      '#define __SHRT_MAX__ 0x7fff',
      '#define E',
      '#define V(a,...) a __VA_ARGS__',
    ]);
    expect(await tells('-E', '-P', 'r.c')).toBe('int x;\n\nint y;\n');
    expect(await tells('-dumpmachine')).toBe('wasm32-unknown-linux\n');
    expect(await tells('-dumpversion')).toMatch(/^\d+\.\d+\.\d+\n$/);
  }),
);

const member = (name: string, text: string, pad = '\n') =>
  `${name.padEnd(16)}${'0           0     0     644     '}${String(text.length).padEnd(10)}\`\n${text}${text.length % 2 ? pad : ''}`;

long('archives: names of GNU and BSD; a main in one; what is no archive of objects', () =>
  inFolder(async (cwd) => {
    const long = 'a_name_of_more_than_fifteen.o';
    const gnu = `!<arch>\n${member('/', '\0\0\0\0')}${member('//', `${long}/\n`)}${member('/0', 'abc')}${member('b.o/', 'd')}`;
    const bsd = `!<arch>\n${member('__.SYMDEF', '')}${member(`#1/${long.length}`, `${long}abc`)}${member('b.o', 'd')}`;
    for (const text of [gnu, bsd])
      expect(membersOf('x.a', Buffer.from(text))).toEqual([
        { name: long, text: 'abc' },
        { name: 'b.o', text: 'd' },
      ]);
    const sources = {
      'use.c': 'extern int x; int f(void) { return x; }\n',
      'main.c': 'int f(void);\nint main(void) { return f(); }\n',
      'x.c': 'int x = 6; int free(void) { return 1; }\n',
      'x2.c': 'int x = 7;\n',
    };
    for (const [name, text] of Object.entries(sources)) writeFileSync(join(cwd, name), text);
    expect((await pgasc(['-c', '-x', 'c', ...Object.keys(sources)], { cwd })).stderr).toBe('');
    const archive = (name: string, ...objects: string[]) => {
      writeFileSync(join(cwd, name), '!<arch>\n');
      for (const each of objects)
        appendFileSync(join(cwd, name), member(`${each}/`, readFileSync(join(cwd, each), 'utf8')));
    };
    archive('libmain.a', 'main.o');
    archive('libx.a', 'x.o', 'x2.o');
    writeFileSync(join(cwd, 'libelf.a'), `!<arch>\n${member('m.o/', '\x7fELF')}`);
    for (const words of dealt('archives', [
      ['libmain.a', 'libx.a', 'use.o'],
      ['use.o', '-O2', '-L.', '-lx', '-lmain', '-lm'],
      ['use.o', '-L', '.', '-l:libmain.a', '-lx'],
    ])) {
      expect(await pgasc(words, { cwd })).toEqual({ status: 0, stdout: '', stderr: '' });
      expect((await node(['out.js'], { cwd })).status).toBe(6);
    }
    writeFileSync(join(cwd, 'damaged.a'), readFileSync(join(cwd, 'libx.a')).subarray(0, 200));
    writeFileSync(join(cwd, 'thin.a'), '!<thin>\n');
    writeFileSync(join(cwd, 'text.a'), '');
    for (const [words, line] of [
      [['text.a'], 'text.a: not an archive; "ar rcs text.a FILE.o ..." makes one'],
      [['libelf.a'], 'libelf.a(m.o): not an object file of this pgasc; compile its source again with -c'],
      [['-L.', '-lelf'], '-lelf: libelf.a holds no objects of pgasc; compile its sources with pgasc -c'],
      [['damaged.a'], 'damaged.a: a damaged archive, at its byte 8'],
      [['thin.a'], 'thin.a: a thin archive holds no files; make it without T: ar rcs'],
    ] as const) {
      const outcome = await pgasc(['main.o', ...words], { cwd });
      expect(outcome).toEqual({ status: 2, stdout: '', stderr: `pgasc: ${line}\n` });
    }
    expect((await pgasc(['use.o', 'main.o', 'x.o', 'libx.a'], { cwd })).stderr).toBe('');
  }),
);
