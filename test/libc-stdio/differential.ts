/** Compares the library with the C library of this machine over many random cases. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Scanner } from '../../stdlib/libc/stdio/scan.ts';
import { MemorySource } from '../../stdlib/libc/stdio/scan-input.ts';
import { bitsOf, integerText, numberText, printCase, type Random, random, scanCase } from './cases.ts';
import { type Argument, TestThread } from './thread.ts';

interface Case {
  /** For the oracle. */
  question: string;
  /** For people. */
  shown: string;
  answer: () => string;
}

export interface Report {
  cases: number;
  /** Cases where glibc departs from the standard in a known way and the library does not. */
  excused: number;
  differences: string[];
}

const hex = (text: string): string => Buffer.from(text, 'latin1').toString('hex');

/** gcc with a glibc that knows %b. */
export const hasOracle = spawnSync('gcc', ['--version']).status === 0 && libraryVersion() >= 235;

function libraryVersion(): number {
  const { stdout } = spawnSync('getconf', ['GNU_LIBC_VERSION'], { encoding: 'utf8' });
  const [, major, minor] = /glibc (\d+)\.(\d+)/.exec(stdout ?? '') ?? [];
  return Number(major ?? 0) * 100 + Number(minor ?? 0);
}

/** Runs `count` cases of each kind made by `seed`. */
export function compare(seed: number, count: number, oracle: string): Report {
  const thread = new TestThread();
  const draw = random(seed);
  const makers = [printing, printing, printing, floating, floating, integer, scanning, scanning];
  const cases = makers.flatMap((make) => Array.from({ length: count }, () => make(thread, draw)));
  const input = `${cases.map((one) => one.question).join('\n')}\n`;
  const answers = execFileSync(compileOracle(oracle), { input, maxBuffer: 1 << 30 })
    .toString('latin1')
    .split('\n');
  const differences: string[] = [];
  let excused = 0;
  for (const [index, one] of cases.entries()) {
    const release = thread.mark();
    const answer = one.answer();
    release();
    if (answer === answers[index]) continue;
    if (isExcused(one.shown, answer, answers[index]!)) excused++;
    else differences.push(`${one.shown}\n  here  ${answer}\n  glibc ${answers[index]}`);
  }
  return { cases: cases.length, excused, differences };
}

/**
 * glibc's scanf takes the byte at which "inf" and "nan" fail to match. Its strtod overlooks, in the first subnormal
 * binade, one lost bit of weight 1/4: no ERANGE, and 3/4 rounds as a tie. Its %#g drops the zeros where rounding carries
 * to a power of ten.
 */
function isExcused(shown: string, here: string, glibc: string): boolean {
  const [result, position, rest] = here.split(' ');
  const [itsResult, itsPosition, itsRest] = glibc.split(' ');
  if (shown.startsWith('scanf')) {
    return (
      result === itsResult && rest === itsRest && Number(itsPosition) === Number(position) + 1 && /[in]/i.test(shown)
    );
  }
  if (shown.startsWith('printf'))
    return /#.*g/i.test(shown) && Buffer.from(itsRest!, 'hex').toString().toLowerCase().includes('1.e');
  if (position !== itsPosition || rest !== '34') return false;
  const apart = BigInt(`0x${result}`) - BigInt(`0x${itsResult}`);
  return apart === 1n || (apart === 0n && itsRest === '0');
}

let compiled = '';

function compileOracle(source: string): string {
  if (compiled !== '') return compiled;
  const directory = mkdtempSync(join(tmpdir(), 'pgasc-stdio-'));
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
  compiled = join(directory, 'oracle');
  execFileSync('gcc', ['-O1', '-w', '-o', compiled, source]);
  return compiled;
}

function printing(thread: TestThread, draw: Random): Case {
  const { format, type, stars, value } = printCase(draw);
  const bits = typeof value === 'string' ? hex(value) : value.toString(16);
  return {
    question: `p .${hex(format)} ${type} ${stars.length} ${stars[0] ?? 0} ${stars[1] ?? 0} ${bits}`,
    shown: `printf("${format}", ${[...stars, type, bits].join(' ')})`,
    answer: () => {
      thread.errno = 0;
      const buffer = thread.block(1 << 15);
      const last: Argument = typeof value === 'string' ? value : type === 'i' ? Number(value) | 0 : value;
      const args = thread.args(...stars, typeof last === 'bigint' ? BigInt.asIntN(64, last) : last);
      const result = thread.call('snprintf', buffer, 1 << 15, thread.string(format), args);
      return `${result} ${thread.errno} ${result < 0 ? '' : hex(thread.text(buffer, result))}`;
    },
  };
}

function floating(thread: TestThread, draw: Random): Case {
  const single = draw(2) === 1;
  const text = numberText(draw);
  return {
    question: `${single ? 'f' : 'd'} .${hex(text)}`,
    shown: `${single ? 'strtof' : 'strtod'}("${text}")`,
    answer: () => {
      thread.errno = 0;
      const start = thread.string(text);
      const end = thread.block(8);
      const value = thread.call(single ? 'strtof' : 'strtod', start, end);
      return `${(single ? floatBits(value) : nanBits(value, text)).toString(16).padStart(16, '0')} ${endOf(thread, end) - start} ${thread.errno}`;
    },
  };
}

/** JavaScript has one NaN: sign and payload as glibc's, which the text tells. */
function nanBits(value: number, text: string): bigint {
  if (!Number.isNaN(value)) return bitsOf(value);
  return 0x7ff8000000000000n | (/^\s*-/.test(text) ? 1n << 63n : 0n);
}

const singles = new Float32Array(1);
const singleWords = new Uint32Array(singles.buffer);

function floatBits(value: number): number {
  singles[0] = value;
  return singleWords[0]!;
}

function endOf(thread: TestThread, pointer: number): number {
  return thread.environment.I32[pointer >>> 2]!;
}

function integer(thread: TestThread, draw: Random): Case {
  const { text, base } = integerText(draw);
  const name = draw(2) ? 'strtol' : 'strtoul';
  return {
    question: `${name === 'strtol' ? 'l' : 'u'} .${hex(text)} ${base}`,
    shown: `${name}("${text}", ${base})`,
    answer: () => {
      thread.errno = 0;
      const start = thread.string(text);
      const end = thread.block(8);
      const value = thread.functions[name]!(start, end, base) as bigint;
      return `${BigInt.asUintN(64, value).toString(16).padStart(16, '0')} ${endOf(thread, end) - start} ${thread.errno}`;
    },
  };
}

function scanning(thread: TestThread, draw: Random): Case {
  const { format, input } = scanCase(draw);
  return {
    question: `s .${hex(input)} .${hex(format)}`,
    shown: `scanf("${input}", "${format}")`,
    answer: () => {
      const slots = thread.block(1024);
      thread.environment.U8.fill(0x5a, slots, slots + 1024);
      const source = new MemorySource();
      const text = thread.string(input);
      source.begin(thread.environment.U8, text);
      const args = thread.args(slots, slots + 256, slots + 512, slots + 768);
      const result = new Scanner(thread.environment).scan(source, thread.string(format), args);
      let left = 0;
      while (source.getByte() >= 0) left++;
      const stored = [0, 1, 2, 3].map((slot) => hex(thread.text(slots + slot * 256, 64))).join('');
      return `${result} ${input.length - left} ${stored}`;
    },
  };
}
