import { describe, expect, it } from 'vitest';
import { parseModule } from '../../compiler/ir/parse.ts';
import { printFunction } from '../../compiler/ir/text.ts';
import { DIRECT } from '../../compiler/optimizer/communication/costs.ts';
import { inlineBulk } from '../../compiler/optimizer/communication/intrinsics.ts';
import { expandCopies } from '../../compiler/optimizer/memory/copy-expansion.ts';
import { STATICS } from '../../runtime/abi.ts';

const IMPORTS = `import *upc_memcpy(i32 i32 i32 i32 i32)
import *upc_memget(i32 i32 i32 i32)
import *upc_memput(i32 i32 i32 i32)
import *upc_memset(i32 i32 i32 i32)
import *memmove(i32 i32 i32) -> i32`;

/** The statements of f(a, b, c) after the pass. */
function lines(pass: typeof inlineBulk, body: string, keepsCalls = false): string[] {
  const text = `module "m"\n${IMPORTS}\nfunction external *f(%a i32 %b i32 %c i32) {\nlocal %r i32\n${body}\n}`;
  const context = { level: 2 as const, communication: DIRECT, keepsCalls, imports: () => {} };
  const printed = printFunction(pass(parseModule(text).functions[0]!, context))
    .split('\n')
    .slice(1, -1);
  return printed.map((line) => line.trim()).filter((line) => !line.startsWith('local'));
}

describe('intrinsics', () => {
  const copy = 'call *upc_memcpy [%a 0 %b 0 %c] (i32 i32 i32 i32 i32)';

  it('makes copies and fills of calls, where each range lies in one thread', () => {
    const room = `(add (shl 1 regionshift) ${-STATICS})`;
    const rest = (size: string): string =>
      /^\d/.test(size) ? `(add (shl 1 regionshift) ${-STATICS - Number(size)})` : `(sub ${room} ${size})`;
    const inside = (address: string, size: string): string[] => [
      `(lt_u (shr_u ${address} regionshift) threads)`,
      `(le_u (add (and ${address} (add (shl 1 regionshift) -1)) ${-STATICS}) ${rest(size)})`,
    ];
    const made = (call: string, first: string, size: string, ...addresses: string[]): string[] => [
      `if ${addresses.flatMap((address) => inside(address, size)).reduce((all, one) => `(and ${all} ${one})`, `(le_u ${size} ${room})`)} {`,
      first,
      '} else {',
      call,
      '}',
    ];
    expect(lines(inlineBulk, copy)).toEqual(made(copy, 'copy shared %a shared %b %c', '%c', '%a', '%b'));
    const get = 'call *upc_memget [%a %b 0 65] (i32 i32 i32 i32)';
    expect(lines(inlineBulk, get)).toEqual(made(get, 'copy private %a shared %b 65', '65', '%a', '%b'));
    const put = 'call *upc_memput [%a 0 %b 80] (i32 i32 i32 i32)';
    expect(lines(inlineBulk, put)).toEqual(made(put, 'copy shared %a private %b 80', '80', '%a', '%b'));
    const set = 'call *upc_memset [%a 0 -1 %c] (i32 i32 i32 i32)';
    expect(lines(inlineBulk, set)).toEqual(made(set, 'fill %a 255 %c', '%c', '%a'));
    const any = 'call *upc_memset [%a 0 %b %c] (i32 i32 i32 i32)';
    expect(lines(inlineBulk, any)).toEqual(made(any, 'fill %a %b %c', '%c', '%a'));
  });

  it('asks nothing where the bytes are few', () => {
    expect(lines(inlineBulk, 'call *upc_memput [%a 0 %b 64] (i32 i32 i32 i32)')).toEqual([
      'copy shared %a private %b 64',
    ]);
    expect(lines(inlineBulk, 'call *upc_memset [%a 0 7 8] (i32 i32 i32 i32)')).toEqual(['fill %a 7 8']);
  });

  it('gives the target where it is wanted, whatever the arguments read', () => {
    expect(lines(inlineBulk, 'call %a = *memmove [(load i32 %a) %a %c] (i32 i32 i32) -> i32')).toEqual([
      'set %kept (load i32 %a)',
      'copy private %kept private %a %c',
      'set %a %kept',
    ]);
    expect(lines(inlineBulk, 'call *memmove [%a %b %c] (i32 i32 i32) -> i32')).toEqual([
      'copy private %a private %b %c',
    ]);
  });

  it('leaves calls that the library has more to do for', () => {
    expect(lines(inlineBulk, copy, true)).toEqual([copy]);
    const looks = 'call *upc_memput [%a (load i32 volatile %b) %b %c] (i32 i32 i32 i32)';
    expect(lines(inlineBulk, looks)).toEqual([looks]);
  });
});

describe('expand-copies', () => {
  it('reads all words before it writes one', () => {
    expect(lines(expandCopies, 'copy private %a shared (add %b 4) 15')).toEqual([
      'set %from (add %b 4)',
      'set %word (load i64 unaligned punned %from)',
      'set %word_2 (load i32 unaligned punned (add %from 8))',
      'set %word_3 (load u16 unaligned punned (add %from 12))',
      'set %word_4 (load u8 unaligned punned (add %from 14))',
      'store i64 unaligned punned %a %word',
      'store i32 unaligned punned (add %a 8) %word_2',
      'store u16 unaligned punned (add %a 12) %word_3',
      'store u8 unaligned punned (add %a 14) %word_4',
    ]);
    expect(lines(expandCopies, 'copy private %a private %b 0')).toEqual([]);
  });

  it('repeats the byte of a fill', () => {
    expect(lines(expandCopies, 'fill %a 255 12')).toEqual([
      'store i64 unaligned punned %a -1n',
      'store i32 unaligned punned (add %a 8) -1',
    ]);
    expect(lines(expandCopies, 'fill %a 5 3')).toEqual([
      'store u16 unaligned punned %a 1285',
      'store u8 unaligned punned (add %a 2) 5',
    ]);
  });

  it('leaves long, strict and checked ones', () => {
    for (const s of [
      'copy private %a private %b 65',
      'copy strict shared %a private %b 8',
      'copy private %a private %b %c',
      'fill %a 0 100',
    ])
      expect(lines(expandCopies, s)).toEqual([s]);
    expect(lines(expandCopies, 'fill %a 0 8', true)).toEqual(['fill %a 0 8']);
  });
});
