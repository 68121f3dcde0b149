import { describe, expect, test } from 'vitest';
import { spelledAt } from '../../compiler/source/source.ts';
import { run } from './harness.ts';

const expansion = (definitions: string, use: string) => run(`${definitions}\n${use}`).text;

describe('the examples of C99 6.10.3.5', () => {
  test('EXAMPLE 3: rescanning', () => {
    const { text, messages } = run(`
#define x 3
#define f(a) f(x * (a))
#undef x
#define x 2
#define g f
#define z z[0]
#define h g(~
#define m(a) a(w)
#define w 0,1
#define t(a) a
#define p() int
#define q(x) x
#define r(x,y) x ## y
#define str(x) # x
f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);
g(x+(3,4)-w) | h 5) & m
(f)^m(m);
p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };
char c[2][6] = { str(hello), str() };`);
    expect(messages).toEqual([]);
    expect(text.replaceAll(' ', '')).toBe(
      'f(2*(y+1))+f(2*(f(2*(z[0]))))%f(2*(0))+t(1);f(2*(2+(3,4)-0,1))|f(2*(~5))&f(2*(0,1))^m(0,1);' +
        'inti[]={1,23,4,5,};charc[2][6]={"hello",""};',
    );
  });

  test('EXAMPLE 4: strings and pastes', () => {
    const { text } = run(`
#define str(s) # s
#define xstr(s) str(s)
#define debug(s, t) printf("x" # s "= %d, x" # t "= %s", x ## s, x ## t)
#define INCFILE(n) vers ## n
#define glue(a, b) a ## b
#define xglue(a, b) glue(a, b)
#define HIGHLOW "hello"
#define LOW LOW ", world"
debug(1, 2);
fputs(str(strncmp("abc\\0d", "abc", '\\4') // this goes away
== 0) str(: @\\n), s);
xstr(INCFILE(2).h)
glue(HIGH, LOW);
xglue(HIGH, LOW)`);
    expect(text).toBe(
      'printf ( "x" "1" "= %d, x" "2" "= %s" , x1 , x2 ) ; ' +
        'fputs ( "strncmp(\\"abc\\\\0d\\", \\"abc\\", \'\\\\4\') == 0" ": @\\n" , s ) ; ' +
        '"vers2.h" "hello" ; "hello" ", world"',
    );
  });

  test('EXAMPLE 5 and 7: placemarkers and variadic macros', () => {
    const definitions = `#define t(x,y,z) x ## y ## z
#define showlist(...) puts(#__VA_ARGS__)
#define report(test, ...) ((test)?puts(#test): printf(__VA_ARGS__))`;
    expect(expansion(definitions, 't(1,2,3), t(,4,5), t(6,,7), t(8,9,), t(10,,), t(,11,), t(,,12), t(,,)')).toBe(
      '123 , 45 , 67 , 89 , 10 , 11 , 12 ,',
    );
    expect(expansion(definitions, 'showlist(The first, second, and third items.);')).toBe(
      'puts ( "The first, second, and third items." ) ;',
    );
    expect(expansion(definitions, 'report(x>y, "x is %d but y is %d", x, y);')).toBe(
      '( ( x > y ) ? puts ( "x>y" ) : printf ( "x is %d but y is %d" , x , y ) ) ;',
    );
  });

  test('6.10.3.3 EXAMPLE: ## made by # ## # is no operator', () => {
    const definitions = `#define hash_hash # ## #
#define mkstr(a) # a
#define in_between(a) mkstr(a)
#define join(c, d) in_between(c hash_hash d)`;
    expect(expansion(definitions, 'char p[] = join(x, y);')).toBe('char p [ ] = "x ## y" ;');
  });
});

test('GNU variadic macros drop the comma only where the argument is absent', () => {
  const definitions = '#define f(x, ...) g(x, ## __VA_ARGS__)\n#define h(args...) q(a, ##args)';
  expect(expansion(definitions, 'f(1) f(1,) f(1, 2, 3) h() h(1)')).toBe(
    'g ( 1 ) g ( 1 , ) g ( 1 , 2 , 3 ) q ( a ) q ( a , 1 )',
  );
});

test('a name left behind by a finished expansion expands again; one met inside it never does', () => {
  expect(expansion('#define f(a) a*g\n#define g(a) f(a)', 'f(2)(9)')).toBe('2 * 9 * g');
  const loop = `#define EMPTY()
#define DEFER(id) id EMPTY()
#define SELF() R
#define R(n) n DEFER(SELF)()(n n)
#define SCAN(x) x`;
  expect(expansion(loop, 'SCAN(R(1))')).toBe('1 1 1 SELF ( ) ( 1 1 1 1 )');
});

test('white space in strings is where gcc has it', () => {
  const definitions = `#define str(x...) #x
#define xstr(x...) str(x)
#define EMPTY
#define em(x) [x] [ x] [x ]`;
  expect(expansion(definitions, 'xstr(a EMPTY b) xstr(EMPTY b) xstr(a EMPTY) xstr([EMPTY b]) xstr(-EMPTY-)')).toBe(
    '"a b" "b" "a" "[ b]" "--"',
  );
  expect(expansion(definitions, 'xstr(em()) xstr(em( a ))')).toBe(
    '"[] [ ] []" "[a] [ a] [a ]"'.replace('[ ] []', '[ ] [ ]'),
  );
});

test('arguments span lines, and directives in them act', () => {
  expect(run('#define id(x) x\n#define Z 4\nid\n(\n#ifdef Z\nyes\n#else\nno\n#endif\n#undef Z\nZ)').text).toBe('yes Z');
});

test('__LINE__ is the line of the use, or of the argument it stands in', () => {
  expect(run('#define L __LINE__\n#define id(x) x\nid(\n__LINE__\nL) L id(L\n\n)').text).toBe('4 5 5 5');
});

test('the other predefined macros', () => {
  const { text } = run('__FILE__ __DATE__ __TIME__ __COUNTER__ __COUNTER__ __INCLUDE_LEVEL__ __STDC_VERSION__');
  expect(text).toBe('"main.c" "Feb  3 2024" "04:05:06" 0 1 0 199901L');
  expect(run('__UPC__ __UPC_VERSION__ __UPC_DYNAMIC_THREADS__ __UPC_STATIC_THREADS__').text).toBe(
    '1 201311L 1 __UPC_STATIC_THREADS__',
  );
  expect(run('__UPC_DYNAMIC_THREADS__ __UPC_STATIC_THREADS__', { threads: 4 }).text).toBe('__UPC_DYNAMIC_THREADS__ 1');
});

test('-D and -U act in order', () => {
  const macros = [{ name: 'A', text: '1' }, { name: 'B', text: '2' }, { name: 'A' }, { name: 'f(x)', text: 'x+x' }];
  expect(run('A B f(3)', { macros }).text).toBe('A 2 3 + 3');
});

test('digraphs keep their spelling and do their work', () => {
  expect(run('%: define str(x) %: x\n#define cat(a, b) a %:%: b\nstr(<:) cat(x, 1)').text).toBe('"<:" x1');
});

test('tokens know where they are spelled and where the macro was used', () => {
  const { unit } = run('#define INNER(x) x + 1\n#define OUTER INNER(2)\n OUTER');
  const one = unit.tokens[2];
  expect(one?.text).toBe('1');
  expect([one?.offset, one?.expansion?.offset, one?.expansion?.expansion?.offset]).toEqual([21, 37, 47]);
  expect(spelledAt(one!).offset).toBe(47);
});

test('misuse of macros', () => {
  const { messages } = run(`#define f(x, y) x
f(1) f(1,2,3)
#define cat(a,b) a##b
cat(+,-)
#define f(x) x
#define __UPC__ 2
#undef UPC_MAX_BLOCK_SIZE
#define defined
#define g(x, x) x
#define h(x) #y
#define k ## x
#define v __VA_ARGS__
#define 3
#define q(a
#define r+1
f(1`);
  expect(messages).toEqual([
    '2:1 PP1020: macro "f" takes 2 arguments, but 1 given',
    '2:6 PP1020: macro "f" takes 2 arguments, but 3 given',
    '4:1 PP1022: pasting "+" and "-" does not give a valid preprocessing token',
    '5:9 PP1015: macro "f" redefined',
    '6:9 PP1016: "__UPC__" cannot be redefined: it belongs to the language (UPC 1.3, predefined macro names)',
    '7:8 PP1016: "UPC_MAX_BLOCK_SIZE" cannot be undefined: it belongs to the language (UPC 1.3, predefined macro names)',
    '8:9 PP1018: "defined" cannot be a macro',
    '9:14 PP1012: macro "g" has two parameters named "x"',
    '10:14 PP1013: "#" is not followed by a parameter of macro "h"',
    '11:11 PP1014: "##" cannot stand at either end of a macro\'s body',
    '12:11 PP1017: __VA_ARGS__ can only stand in the body of a macro whose parameters end with "..."',
    '13:9 PP1011: macro names are identifiers, not 3',
    '14:9 PP1012: expected "," or ")" in the parameters of macro "q"',
    '15:10 PP1019: white space is missing between the name of macro "r" and its body',
    '16:1 PP1021: unterminated argument list of macro "f"',
  ]);
});

test('the same definition again is no redefinition; other white space is', () => {
  expect(run('#define A (1-1)\n#define A /* w */ (1-1) /* o */\n#define A ( 1-1 )').messages).toEqual([
    '3:9 PP1015: macro "A" redefined',
  ]);
});

test('runaways end', () => {
  const doubling = Array.from({ length: 60 }, (_, k) => `#define A${k} A${k + 1} A${k + 1}`).join('\n');
  expect(run(`${doubling}\n#define A60\nA0`).messages[0]).toMatch(
    /^62:1 PP1024: macros produced more than 5000000 tokens/,
  );
  expect(run(`#define f(x) x\n${'f('.repeat(5000)}1${')'.repeat(5000)}`).messages[0]).toMatch(/PP1024: .* nested/);
});
