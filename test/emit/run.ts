/** Runs IR text in this process, on either back end: links, emits, instantiates it with an environment of one or more threads. */
import { DiagnosticBag } from '../../compiler/diagnostics/diagnostic.ts';
import type { EmitOptions } from '../../compiler/emit/context.ts';
import { toJavaScript } from '../../compiler/emit/print.ts';
import { emitProgram } from '../../compiler/emit/program.ts';
import { emitImage } from '../../compiler/emit/wasm/image.ts';
import { type EmittedModule, emitModule } from '../../compiler/emit/wasm/program.ts';
import type { Module } from '../../compiler/ir/ir.ts';
import { parseModule } from '../../compiler/ir/parse.ts';
import { verify } from '../../compiler/ir/verify.ts';
import { type LinkedProgram, link } from '../../compiler/link/link.ts';
import { expandAll } from '../../compiler/optimizer/addresses/expand.ts';
import type { Environment, ModuleImage, NativeFunction, ScriptImage } from '../../runtime/abi.ts';
import { Jumps } from '../../runtime/core/jumps.ts';
import type { Bits } from '../../runtime/extended/bits.ts';
import { directValues } from '../../runtime/extended/values.ts';
import { instantiate } from '../../runtime/launch/instantiate.ts';
import { bitOperations } from '../../runtime/memory/bits.ts';
import { doubleParts } from '../../runtime/memory/doubles.ts';
import { compileInstructions, instructions } from '../../runtime/memory/instructions.ts';
import { makeSpace, type Space } from '../../runtime/memory/space.ts';

const SHIFT = 20;
const PAGES = 64;

export interface RunOptions extends Partial<EmitOptions> {
  readonly threads?: number;
  readonly mythread?: number;
  /** log2 of a region's size, and pages of memory, where they matter. */
  readonly shift?: number;
  readonly pages?: number;
  /** THREADS at run time, where the program leaves it open. */
  readonly running?: number;
  readonly debug?: boolean;
  readonly library?: Record<string, NativeFunction>;
  readonly pass?: (module: Module) => Module;
  /** Sets memory before main is called. */
  readonly prepare?: (environment: Environment) => void;
  /** Those that library functions make. */
  readonly jumps?: Jumps;
}

export function linkText(text: string, options: RunOptions = {}): LinkedProgram {
  const bag = new DiagnosticBag();
  const threads = options.threads === undefined ? '' : ` threads ${options.threads}`;
  const parsed = parseModule(`module "test"${threads}\n${text}`);
  const module = options.pass?.(parsed) ?? parsed;
  const problems = verify(module);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const library = new Set(Object.keys(options.library ?? {}));
  const linkOptions = { threads: options.threads, debug: options.debug ?? false };
  const linked = link([module], { library, archive: () => undefined }, linkOptions, bag);
  if (bag.hasErrors) throw new Error(bag.all.map((d) => d.text).join('\n'));
  return { ...linked, functions: expandAll(linked.functions, linked) };
}

/** The JavaScript of the program. */
export function codeOf(text: string, options: RunOptions = {}): string {
  return toJavaScript(emitProgram(linkText(text, options), { name: 'test', form: 'module', ...options })).code;
}

/** The body of one function, without its head. */
export function bodyOf(text: string, name: string, options: RunOptions = {}): string {
  const code = codeOf(text, options);
  const match = new RegExp(`^( *)function ${name}\\(.*?\\) \\{\\n(.*?)^\\1\\}`, 'ms').exec(code);
  if (!match) throw new Error(code);
  return match[2]!.replace(/^ +/gm, '').replace(/\n+/g, '\n').trim();
}

/** Calls main(argc, argv) and gives its result and the memory. */
export function run(text: string, options: RunOptions = {}, argc = 0, argv = 0) {
  const image = new Function(`${codeOf(text, options)}\nreturn program;`)() as ScriptImage;
  const environment = makeEnvironment(options);
  for (const d of image.data) environment.U8.set(Buffer.from(d.base64, 'base64'), (environment.BASE + d.offset) >>> 0);
  options.prepare?.(environment);
  return { result: image.instantiate(environment).main!(argc, argv), environment, image };
}

/** The module of the program. */
export function moduleOf(text: string, options: RunOptions = {}): EmittedModule {
  const bag = new DiagnosticBag();
  const emitted = emitModule(linkText(text, options), { name: 'test' }, bag);
  if (bag.hasErrors) throw new Error(bag.all.map((d) => d.text).join('\n'));
  return emitted;
}

/** As `run`, on the other back end. */
export function runModule(text: string, options: RunOptions = {}, argc = 0, argv = 0) {
  const bag = new DiagnosticBag();
  const { code } = emitImage(linkText(text, options), { name: 'test', sharedHeap: 0, simd: true, ...options }, bag);
  if (bag.hasErrors) throw new Error(bag.all.map((d) => d.text).join('\n'));
  const image = new Function(`${code}\nreturn program;`)() as ModuleImage;
  const environment = makeEnvironment(options);
  for (const d of image.data) environment.U8.set(Buffer.from(d.base64, 'base64'), (environment.BASE + d.offset) >>> 0);
  options.prepare?.(environment);
  const module = new WebAssembly.Module(Buffer.from(image.webassembly.base64, 'base64'));
  const { main } = instantiate(image, module, environment, options.jumps ?? NO_JUMPS);
  return { result: main!(argc, argv), environment, image };
}

export const makeJumps = (): Jumps => new Jumps({ isOver: () => false });
const NO_JUMPS = makeJumps();

/** Nothing here is recorded or on a network. */
const NO_SHARED_BITS = {} as Bits;

function makeEnvironment(options: RunOptions): Environment {
  const { shift = SHIFT, pages = PAGES } = options;
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  const { buffer } = memory;
  const thread = options.mythread ?? 0;
  const fail = (what: string) => () => {
    throw new Error(what);
  };
  const U8 = new Uint8Array(buffer);
  const wasm = instructions({ memory } as Space, compileInstructions());
  const check = (address: number, size: number): number =>
    (address >>> 0 < 4096 ? fail(`bad address ${address} ${size}`)() : address) as number;
  return {
    ...directValues(makeSpace(memory, thread, 1, shift), wasm, wasm),
    ...doubleParts,
    ...bitOperations,
    ...NO_SHARED_BITS,
    MYTHREAD: thread,
    THREADS: options.threads ?? options.running ?? 1,
    SHIFT: shift,
    BASE: thread << shift,
    ORIGIN: 0,
    SHADOW: (thread << shift) + 900_000 - ((thread << shift) >>> 3),
    memory,
    I8: new Int8Array(buffer),
    U8,
    I16: new Int16Array(buffer),
    U16: new Uint16Array(buffer),
    I32: new Int32Array(buffer),
    I64: new BigInt64Array(buffer),
    F32: new Float32Array(buffer),
    F64: new Float64Array(buffer),
    table: [undefined],
    library: options.library ?? {},
    stackTop: (thread << shift) + 200_000,
    stackLimit: (thread << shift) + 100_000,
    copy: (to, from, size) => U8.copyWithin(to, from, from + size),
    fill: (address, byte, size) => U8.fill(byte, address, address + size),
    poll: () => {},
    notify: () => {},
    wait: () => {},
    barrier: () => {},
    trapDivision: fail('division by zero'),
    trapStack: fail('stack overflow'),
    trapCall: (index) => fail(`call of ${index}`)() as never,
    trapUnreachable: fail('unreachable'),
    check,
    checkOwn: check,
    aligned: (address) => address,
    landing: (options.jumps ?? NO_JUMPS).landing,
  };
}
