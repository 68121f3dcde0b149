import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { linkOutput, toJavaScript, toTypeScript } from '../../compiler/emit/print.ts';
import { emitProgram } from '../../compiler/emit/program.ts';
import { SourceMap } from '../../runtime/launch/sourcemap.ts';
import { linkText } from './run.ts';

const TEXT = `file "a.upc"
file "b.h"
import *printf(i32 i32) -> i32
static external &delete 8 8 {
  bytes 0 "68690a00"
}
static external @grid 64 8
function internal *sum.2(%a f64 %l i64) -> f64 !1/7:1 {
  prototype "static double sum(double a, long l)"
  frame #slot 16 8
  local %in f32
  store f64 #slot %a !1/8:3
  set %in (convert f32 (load f64 #slot))
  return (add (rint (convert f64 %in)) (convert f64 (div_s %l (convert i64 threads)))) !1/9:3
}
function external *main(%argc i32 %argv i32) -> i32 !3:1 {
  local %x f64
  local %r i32
  call %x = *sum.2 [1.5 20n] (f64 i64) -> f64 !4:3
  put f64 (element [1 8] @grid %argc) %x !5:3
  barrier 3 !6:3
  call %r = *printf [&delete *sum.2] (i32 i32) -> i32 !7:3
  switch S %r !8:3 {
    case 1 {
      call %r = (load i32 &delete) [] () -> i32 !9:5
    }
  }
  return (select %r (convert i32 %x) (pure i32 abs_like %argc))
}
`;
const library = { printf: () => 3, abs_like: () => 3 };
const folder = mkdtempSync(join(tmpdir(), 'pgasc-emit-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('output', () => {
  it('maps every statement to its file, line and column', () => {
    const printed = toJavaScript(emitProgram(linkText(TEXT, { library }), {}));
    const { code, map } = linkOutput(printed, 'var pgasc = { start() {} };\n', 'out.js.map');
    const places = new SourceMap(map);
    const originalOf = (part: string): string => {
      const before = code.slice(0, code.indexOf(part)).split('\n');
      const place = places.find(before.length, before.at(-1)!.length + 1);
      return `${place?.source}:${place?.line}:${place?.column}`;
    };
    expect(originalOf('const x = sum_2(')).toBe('a.upc:4:3');
    expect(originalOf('sum_2(1.5')).toBe('a.upc:4:3');
    expect(originalOf('barrier(')).toBe('a.upc:6:3');
    expect(originalOf('function sum_2')).toBe('b.h:7:1');
    expect(originalOf('return rint(')).toBe('b.h:9:3');
    expect(code).toContain("barrier('a.upc:6', 3)");
  });

  it('is one file that runs as CommonJS and as an ES module', () => {
    const runtime = 'var pgasc = { startScript(program, map) { console.log(program.name, map); } };\n';
    const { code } = linkOutput(toJavaScript(emitProgram(linkText(TEXT, { library }), { name: 'p' })), runtime, 'm');
    for (const name of ['out.cjs', 'out.mjs']) {
      writeFileSync(join(folder, name), code);
      expect(execFileSync(process.execPath, [join(folder, name)], { encoding: 'utf8' })).toBe('p m\n');
    }
  });

  it('is TypeScript that type-checks under --strict', async () => {
    const text = await toTypeScript(emitProgram(linkText(TEXT, { library }), { form: 'module' }));
    expect(text).toContain('/** `static double sum(double a, long l)` */');
    expect(text).toContain('const delete_ = 32768;');
    const abi = join(import.meta.dirname, '../../runtime/abi.ts');
    const file = join(folder, 'out.ts');
    writeFileSync(file, text.replace("'pgasc/runtime'", JSON.stringify(abi)));
    const root = join(import.meta.dirname, '../..');
    const options =
      '--ignoreConfig --noEmit --strict --target ES2022 --module nodenext --skipLibCheck --types node'.split(' ');
    const types = ['--allowImportingTsExtensions', '--typeRoots', join(root, 'node_modules/@types')];
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const files = [file, join(root, 'runtime/webassembly.d.ts')];
    const { stdout } = spawnSync(process.execPath, [tsc, ...options, ...types, ...files], { encoding: 'utf8' });
    expect(stdout).toBe('');
  });
});
