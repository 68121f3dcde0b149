import { describe, expect, it } from 'vitest';
import { DiagnosticBag } from '../../compiler/diagnostics/diagnostic.ts';
import { parseModule } from '../../compiler/ir/parse.ts';
import { printFunction } from '../../compiler/ir/text.ts';
import { link } from '../../compiler/link/link.ts';
import { positionOf } from '../../compiler/source/source.ts';

const MAIN = `function external *main(%argc i32 %argv i32) -> i32 {\n  call *f [] ()\n  return 0\n}\n`;

function linkTexts(texts: string[], archive: Record<string, string> = {}, threads?: number) {
  const bag = new DiagnosticBag();
  const modules = new Map<string, ReturnType<typeof parseModule>>();
  const program = link(
    texts.map((text, index) => parseModule(`module "m${index}"${threads ? ` threads ${threads}` : ''}\n${text}`)),
    {
      library: new Set(['printf', 'malloc', '__exchanged']),
      archive: (symbol) => {
        const text = archive[symbol];
        if (text === undefined) return undefined;
        if (!modules.has(symbol)) modules.set(symbol, parseModule(`module "${symbol}"\n${text}`));
        return modules.get(symbol);
      },
    },
    { threads, debug: false },
    bag,
  );
  const messages = bag.all.map((d) => {
    const p = d.location && positionOf(d.location);
    return `${p ? `${p.name}:${p.line}:${p.column}: ` : ''}${d.code}: ${d.text}${d.notes.map((n) => ` (${n.text})`).join('')}`;
  });
  return { program, messages };
}

describe('linker', () => {
  it('renames internals apart, drops what nothing uses, pulls from the archive', () => {
    const { program, messages } = linkTexts(
      [
        `import *f()\nimport *g()\nstatic internal &s 4 4 {\n bytes 0 "01000000"\n}\nstatic external &unused 4 4\n
         function internal *aid() {\n store i32 &s 1\n}\n
         function external *main(%argc i32 %argv i32) -> i32 {\n call *aid [] ()\n call *f [] ()\n call *g [] ()\n return 0\n}`,
        `static internal &s 8 8\nfunction internal *aid() {\n store i32 &s 2\n}\nfunction external *f() {\n call *aid [] ()\n}\nfunction external *dead() {\n}`,
      ],
      { g: 'import *printf(i32)\nfunction external *g() {\n call *printf [0] (i32)\n}' },
    );
    expect(messages).toEqual([]);
    expect(program.functions.map((f) => f.name)).toEqual(['aid', 'main', 'aid_2', 'f', 'g']);
    expect(printFunction(program.functions[2]!)).toContain('store i32 &s_2 2');
    expect(program.libraryNames).toEqual(['printf']);
    expect(Object.fromEntries(program.offsets)).toEqual({ s: 32768, s_2: 32776 });
    expect(program.data).toEqual([{ offset: 32768, bytes: Uint8Array.of(1, 0, 0, 0) }]);
  });

  it('takes from an archive what the program does not define itself', () => {
    const two = 'function external *f() {\n call *h [] ()\n}\nfunction external *h() {\n}\nstatic external &o 4 4';
    const own = `import *f()\nfunction external *h() {\n evaluate 1\n}\nstatic external common &o 8 4\n${MAIN}`;
    const { program, messages } = linkTexts([own], { f: two });
    expect(messages).toEqual([]);
    expect(program.functions.map((f) => f.name)).toEqual(['h', 'main', 'f']);
    expect(printFunction(program.functions[0]!)).toContain('evaluate 1');
    const object = linkTexts([`import *f()\nstatic external &h 4 4\n${MAIN}`], { f: two.replace('call *h [] ()', '') });
    expect(object.messages).toEqual([]);
  });

  it('merges tentative definitions and relocates addresses', () => {
    const { program, messages } = linkTexts([
      `static external common &a 4 4\nstatic external &p 8 4 {\n address 0 a 4\n address 4 f 0\n}\nstatic external @x 8 8 {\n bytes 0 "02" thread 1\n}
       function external *f() {\n evaluate (load i32 volatile @x)\n store i32 &p 0\n}\n${MAIN}`,
      `static external &a 12 8 {\n bytes 8 "ff"\n}\nstatic external common &p 4 4`,
    ]);
    expect(messages).toEqual([]);
    expect(program.relocations).toEqual([
      { offset: 32768, value: 32780, kind: 'private' },
      { offset: 32772, value: 1, kind: 'function' },
    ]);
    expect(program.table).toEqual(['f']);
    expect(program.data).toEqual([
      { offset: 32784, bytes: Uint8Array.of(255) },
      { offset: 32896, bytes: Uint8Array.of(2), thread: 1 },
    ]);
    expect([program.privateEnd, program.sharedEnd]).toEqual([32800, 32912]);
  });

  it('reports undefined, doubled and disagreeing names', () => {
    const { messages } = linkTexts([
      `file "a.upc"\nimport *prinft(i32) !3:5\nimport @g type "shared [2] int []" !4:1\nstatic external &d 4 4 !9:1
function external *f() !8:1 {\n call *prinft [0] (i32) !3:7\n}\n${MAIN}`,
      `file "b.upc"\nstatic external @g 8 4 type "shared [4] int [8]" !1:1\nstatic external &d 4 4 !2:1`,
    ]);
    expect(messages).toEqual([
      "b.upc:2:1: LNK4001: 'd' is defined twice (first defined here)",
      "a.upc:3:7: LNK4002: undefined reference to 'prinft' (did you mean 'printf'?)",
      "a.upc:4:1: LNK4005: 'g' is declared as 'shared [2] int []' here and as 'shared [4] int [8]' elsewhere (the other declaration is here)",
    ]);
  });

  it("suggests the implementation's names for such names alone", () => {
    const calls = 'call *exchanged [] ()\n call *__exchangd [] ()';
    const { messages } = linkTexts([
      `import *exchanged() !1:1\nimport *__exchangd() !1:2\nfunction external *f() {\n ${calls}\n}\n${MAIN}`,
    ]);
    expect(messages.map((message) => message.replace(/^.*LNK/, 'LNK'))).toEqual([
      "LNK4002: undefined reference to 'exchanged'",
      "LNK4002: undefined reference to '__exchangd' (did you mean '__exchanged'?)",
    ]);
  });

  it('accepts open array lengths and reports settings of THREADS', () => {
    const open = linkTexts([
      `import @g type "shared [2] int []"\nfunction external *f() {\n put i32 @g 1\n}\n${MAIN}`,
      `static external @g 8 4 type "shared [2] int [8]"`,
    ]);
    expect(open.messages).toEqual([]);
    const bag = new DiagnosticBag();
    const unit = parseModule(`module "u" threads 4\nfunction external *f() {\n}\n${MAIN}`);
    link([unit], { library: new Set(), archive: () => undefined }, { debug: false }, bag);
    expect(bag.all[0]?.text).toBe("'u' was compiled with -T=4, the program is linked for any number of threads");
  });

  it('fits calls without prototype to the definition', () => {
    const unit = `file "k.c"\nimport *g(i32 i32) -> i32\nfunction external *f() {\n local %x i32\n call %x = *g [1 2] (i32 i32) -> i32 !5:3\n}\n${MAIN}`;
    const fits = linkTexts([unit, `file "g.c"\nfunction external *g(%a i64) -> i64 !1:1 {\n return %a\n}`]);
    expect(fits.messages[0]).toMatch(/^k.c:5:3: LNK4104: argument 1 is a 32-bit integer where the definition has a 64/);
    const text = printFunction(fits.program.functions.find((f) => f.name === 'f')!);
    expect(text).toContain('call %link.1 = *g [1n] (i64) -> i64');
    expect(text).toContain('set %x (convert i32 %link.1)');
    const bad = linkTexts([unit, `file "g.c"\nfunction external *g(%a f64) -> i32 !1:1 {\n return 0\n}`]);
    expect(bad.messages[0]).toMatch(/LNK4004: argument 1 is a 32-bit integer where the definition has a double/);
    const library = linkTexts([unit, 'function external *g(%a f64) -> i32 {\n return 0\n}']);
    expect(library.messages[0]).toMatch(
      /LNK4104: argument 1 is a 32-bit integer where the declaration has a double .*header: the arguments were/,
    );
  });

  it('adapts the forms of main', () => {
    const three = linkTexts([`function external *main(%c i32 %v i32 %e i32) {\n}`]).program;
    expect(three.entry).toBe('__pgasc_main');
    const text = printFunction(three.functions.find((f) => f.name === '__pgasc_main')!);
    expect(text).toContain('set %envp &__pgasc_environ');
    expect(text).toContain('call *main [%argc %argv %envp] (i32 i32 i32)');
    expect(linkTexts(['static external &x 1 1']).messages[0]).toMatch(/LNK4003/);
  });
});
