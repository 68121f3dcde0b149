import { describe, expect, it } from 'vitest';
import { messagesOf, parsed } from './parsing.ts';

/** Statements in a function, which begin on line 2. */
function inFunction(rows: Record<string, string[]>): void {
  for (const [text, messages] of Object.entries(rows))
    it(text, () => expect(messagesOf(`void f(int a, int b) {\n${text}\n}\nint ok;`)).toEqual(messages));
}

describe('what is missing is named and shown where it belongs', () =>
  inFunction({
    'int x = 1\nint y = 2;': ["2:10 SYN2004 expected ';' after declaration, found 'int'"],
    'a = b\nb = a;': ["2:6 SYN2004 expected ';' after expression, found 'b'"],
    'a = (b;': ["2:7 SYN2005 expected ')', found ';'"],
    'if (a { b = 1; }': ["2:6 SYN2005 expected ')', found '{'"],
    'f(a, b;': ["2:7 SYN2005 expected ',' or ')', found ';'"],
    'f(, a);': ["2:3 SYN2005 expected something between '(' and ','"],
    'a = b + ;': ["2:9 SYN2001 expected expression after '+', found ';'"],
    'a = ;': ["2:5 SYN2001 expected expression after '=', found ';'"],
    'goto 3;': ["2:6 SYN2001 expected identifier after 'goto', found '3'"],
    'for (a = 0, a < 3; a++) ;': ["2:23 SYN2004 expected ';' after the condition of the loop, found ')'"],
    'upc_forall (a = 0; a < 3; a++) ;': [
      "2:30 SYN2004 expected ';' after the step of 'upc_forall' (its affinity goes after it), found ')'",
    ],
    'do ; while (a)\nb = 1;': ["2:15 SYN2004 expected ';' after 'do ... while', found 'b'"],
    'int x[] = { 1, 2 3, 4 };': ["2:18 SYN2005 expected ',' or '}', found '3'"],
    'upc_barrier\nb = 1;': [],
    'int strict = 3;': ["2:12 SYN2001 expected identifier after 'strict', found '='"],
  }));

describe('what cannot be is said plainly', () =>
  inFunction({
    'asm volatile ("nop" : : "r"(a));': [
      '2:1 SYN2008 inline assembly is not supported: there is no machine to assemble for; write it in C',
    ],
    'int g(int x) { return x; } a = 1;': [
      "2:5 SYN2009 function 'g' is defined inside a function: nested functions are not supported",
    ],
    'l: int x;': ["2:1 SYN2010 expected a statement after the label, found a declaration: write ';' after the ':'"],
    'switch (a) { case 1: }': ["2:14 SYN2010 expected a statement after the label, found '}': write ';' after the ':'"],
    'else a = 1;': ["2:1 SYN2001 expected statement after '{', found 'else'"],
    'a = 1; else b = 1;': ["2:8 SYN2012 'else' without an 'if' before it"],
    'a = sizeof(static int);': ["2:12 SYN2011 storage class 'static' is not allowed in a type name"],
    'struct { static int x; } y;': [
      "2:10 SYN2011 storage class 'static' is not allowed in a member of a struct or union",
    ],
  }));

describe('unknown types', () =>
  inFunction({
    'foo x; foo y; foo *z; x = 1;': ["2:1 SYN2006 unknown type name 'foo'"],
    'foo *p = 0;': ["2:1 SYN2006 unknown type name 'foo'"],
    'static foo x;': ["2:8 SYN2006 unknown type name 'foo'"],
    'a = (foo)b + (bar *)b;': ["2:6 SYN2006 unknown type name 'foo'", "2:15 SYN2006 unknown type name 'bar'"],
    'for (foo i = 0; i < 3; i++) ;': ["2:6 SYN2006 unknown type name 'foo'"],
    'struct { foo x; int y; } z;': ["2:10 SYN2006 unknown type name 'foo'"],
    'int g(foo x, int y, bar *z);': ["2:7 SYN2006 unknown type name 'foo'", "2:21 SYN2006 unknown type name 'bar'"],
    'a = (undeclared) + b; undeclared * b + a;': [],
  }));

describe('pragmas', () =>
  inFunction({
    'if (a)\n#pragma upc strict\nb = 1;': [
      "3:1 UPC3250 '#pragma upc strict' must stand between declarations or statements (UPC 1.3, 6.7.1)",
    ],
    'a = b +\n#pragma upc relaxed\n1; b = ;': [
      "3:1 UPC3250 '#pragma upc relaxed' must stand between declarations or statements (UPC 1.3, 6.7.1)",
      "4:8 SYN2001 expected expression after '=', found ';'",
    ],
    '#pragma upc lazy': ["2:1 UPC3251 unknown '#pragma upc lazy' is ignored: strict and relaxed are known"],
    '#pragma upc c_code': [],
  }));

describe('errors stay where they are', () => {
  it('reports each wrong item once and keeps the others', () => {
    const { tree, messages } = parsed('void f(void) { int a = ; a = 1; b = ); }\nint x y;\nvoid g(void) { c = 1; }');
    expect(tree).toBe('(function void (() f [void]) (block (= a 1)))\n(function void (() g [void]) (block (= c 1)))');
    expect(messages).toEqual([
      "1:24 SYN2001 expected expression after '=', found ';'",
      "1:37 SYN2001 expected expression after '=', found ')'",
      "2:6 SYN2004 expected ';' after declaration, found 'y'",
    ]);
  });

  it("takes a function at the margin for the next one when a '}' is missing", () => {
    const { tree, messages } = parsed('void f(void) {\n  if (1) {\n}\nint g(void) { return 1; }\nint h;');
    expect(messages).toEqual(["4:1 SYN2005 expected '}' before the definition of 'g'"]);
    expect(tree).toBe('(function int (() g [void]) (block (return 1)))\n(declare int h)');
  });

  it('names the end of the file, and stray tokens at its start', () => {
    expect(messagesOf('void f(void) { if (1) {')).toEqual(["1:24 SYN2005 expected '}', found end of file"]);
    expect(messagesOf('int x; } int y;')).toEqual(["1:8 SYN2012 '}' without a '{' before it"]);
    expect(messagesOf('struct s { int a; }\nint f(void);')).toEqual([
      "1:20 SYN2004 expected ';' after definition of a type, found 'int'",
    ]);
  });

  it('stops after a hundred errors', () => {
    const messages = messagesOf('int x = ;\n'.repeat(200));
    expect(messages).toHaveLength(101);
    expect(messages[100]).toContain('SYN2013 too many syntax errors (100)');
  });
});
