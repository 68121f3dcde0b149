/**
 * Programs whose gets read as late, and whose puts write as late, as -fsplit allows: what memory reached directly would
 * never show. The IR after the pass is rewritten: a start keeps the address, a completion does the transfer.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { compiled, inFolder, node, pgasc } from '../support/pgasc.ts';
import { dealt, some } from '../support/share.ts';

const programs = fileURLToPath(new URL('../execution/programs', import.meta.url));
const helper = fileURLToPath(new URL('late.c', import.meta.url));

const MACHINE: Readonly<Record<string, string>> = { i64: 'i64', f32: 'f32', f64: 'f64', shared: 'shared' };

/** The text with transfers at their completion. */
function late(text: string): string {
  const kinds = new Set<string>();
  const functions = text.split(/^(?=function )/m).map((part) => lateFunction(part, kinds));
  const imports = [...kinds].map((kind) => `import *late_put_${kind}(shared ${MACHINE[kind] ?? 'i32'})`);
  const [head, ...rest] = functions as [string, ...string[]];
  const at = head.search(/^(import|static) /m);
  const all = [...imports, 'import *late_sync()', ''].join('\n');
  return head.slice(0, at) + all + head.slice(at) + rest.join('');
}

function lateFunction(text: string, kinds: Set<string>): string {
  /** Memory type of each local with an outstanding get: its completion follows its start in the text. */
  const memories = new Map<string, string>();
  const lines = text.split('\n').map((line) => {
    const [, start, local, memory, address] = /^( *)get\.start %(\S+) (\S+) (.*)$/.exec(line) ?? [];
    if (local !== undefined) {
      memories.set(local, memory as string);
      return `${start}set %late_${local} ${address}`;
    }
    const [, indent, kind, rest] = /^( *)put\.start (\S+) (.*)$/.exec(line) ?? [];
    if (rest !== undefined) return `${indent}${latePut(kind as string, rest, kinds)}`;
    return line
      .replace('put.sync', 'call *late_sync [] ()')
      .replace(/get\.sync %(\S+)/, (_, name: string) => `get %${name} ${memories.get(name)} %late_${name}`);
  });
  const declared = [...memories.keys()].map((local) => `  local %late_${local} shared\n`).join('');
  return lines.join('\n').replace(/^(?= {2}(?!prototype|frame|local))/m, declared);
}

function latePut(kind: string, rest: string, kinds: Set<string>): string {
  kinds.add(kind);
  const [operands, place] = rest.split(/ (?=!\S+$)/);
  return `call *late_put_${kind} [${operands}] (shared ${MACHINE[kind] ?? 'i32'}) ${place ?? ''}`;
}

describe.concurrent('late transfers', () => {
  const flags = ['-fsplit', '-fno-loop-idiom'];
  for (const name of some(['upc-known-values', 'upc-block-runs', 'upc-coalesced', 'upc-split'])) {
    for (const more of dealt(name, [[], ['-fno-redundant-gets', '-fno-privatize', '-fno-strip-mine']])) {
      test(`${name} ${more.join(' ')}`, () =>
        inFolder(async (folder) => {
          const ir = join(folder, 'late.ir');
          const made = await pgasc([join(programs, `${name}.upc`), ...flags, ...more, '--emit=ir', '-o', ir]);
          expect(made.stderr).not.toContain('error');
          const text = readFileSync(ir, 'utf8');
          expect(text).toMatch(/get\.start|put\.start/);
          writeFileSync(ir, late(text));
          const program = await compiled(folder, [ir, helper]);
          for (const threads of ['1', '3']) {
            const { status, stdout, stderr } = await node([program, '-n', threads]);
            expect(status, stdout + stderr).toBe(0);
          }
        }));
    }
  }
});
