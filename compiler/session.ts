/**
 * A session: programs typed in piece by piece. Each input is compiled on top of those before it.
 *
 * Takes: what the session knows and a text. Gives: modules to instantiate, where the value to show lies, and what the
 * session knows then. One idea: the state is plain data that no input changes; an input that fails leaves the caller
 * with the state it had. The way of an input is that of a program (pipeline.ts), each phase resuming where it was.
 */

import type { DiagnosticBag } from './diagnostics/diagnostic.ts';
import { base64 } from './emit/base64.ts';
import { sourceMap, toJavaScript } from './emit/print.ts';
import { emitModule } from './emit/session.ts';
import type { BlockItem } from './frontends/c/ast/ast.ts';
import { toTokens } from './frontends/c/lexer/lexer.ts';
import type { Token } from './frontends/c/lexer/token.ts';
import { lint } from './frontends/c/lint/lint.ts';
import { lower } from './frontends/c/lowering/lower.ts';
import { parseInput } from './frontends/c/parser/index.ts';
import { type Preprocessed, preprocess } from './frontends/c/preprocess/preprocess.ts';
import {
  analyzeInput,
  type InputFacts,
  NO_NAMES,
  type Redefinition,
  type SessionNames,
  VALUE,
} from './frontends/c/semantics/session.ts';
import type { QualifiedType } from './frontends/c/semantics/types/types.ts';
import type { Module } from './ir/ir.ts';
import type { Available } from './link/link.ts';
import {
  type Areas,
  ENTRY,
  emptySession,
  type LinkedInput,
  type LinkedModule,
  type LinkedSession,
  linkInput,
  withoutEntry,
} from './link/session.ts';
import { expandAll } from './optimizer/addresses/expand.ts';
import { optimize } from './optimizer/passes.ts';
import type { CompilerOptions, FileHost } from './options.ts';
import type { SourceFile } from './source/source.ts';

export interface SessionState {
  readonly preprocessed?: Preprocessed;
  readonly names: SessionNames;
  readonly linked: LinkedSession;
}

/** A module as the runtime takes it (runtime/abi.ts, SessionModule). */
export interface CompiledModule {
  readonly index: number;
  readonly code: string;
  readonly map: string;
  readonly data: readonly { offset: number; base64: string; thread?: number }[];
  readonly relocations: LinkedModule['relocations'];
}

export interface CompiledInput {
  /** After the input has run well. */
  readonly state: SessionState;
  /** After it has failed while it ran: nothing of it is known, but its memory is not used again. */
  readonly abandoned: SessionState;
  readonly modules: readonly CompiledModule[];
  readonly cleared: readonly { readonly offset: number; readonly size: number }[];
  /** Link name of the function to run. */
  readonly entry: string;
  /** Type of the value and its offset in the region of each thread; of an array, of a pointer to its start. */
  readonly value?: { readonly type: QualifiedType; readonly offset: number };
  readonly redefined: readonly Redefinition[];
  /** Whether there is a declaration, definition or directive in it. */
  readonly declares: boolean;
  /** To stand in a file, the text wants a ';' behind it. */
  readonly lacksSemicolon: boolean;
  /** The module before linking, and after. */
  readonly module: Module;
  readonly linked: LinkedModule;
}

export function emptyState(areas: Areas): SessionState {
  return { names: NO_NAMES, linked: emptySession(areas) };
}

/** Compiles an input; undefined, with errors in the bag, where it is wrong. */
export function compileInput(
  state: SessionState,
  file: SourceFile,
  options: CompilerOptions,
  host: FileHost,
  available: Available,
  bag: DiagnosticBag,
): CompiledInput | undefined {
  const understood = understand(state, file, options, host, bag);
  if (!understood) return undefined;
  const { analyzed } = understood;
  lint(analyzed.input.unit, analyzed.facts, options, bag);
  const module = optimize(lower(analyzed.input.unit, analyzed.facts, options), options);
  const changed = analyzed.redefined.filter(({ same }) => !same).map(({ name }) => name);
  const later = promised(module, analyzed.names, available);
  const linked = linkInput(state.linked, module, new Set([...changed, VALUE, ENTRY]), later, available, options, bag);
  return linked && compiledInput(state, understood, module, linked);
}

/** An input up to semantics. */
interface Understood {
  readonly preprocessed: Preprocessed;
  readonly analyzed: InputFacts;
  readonly declares: boolean;
  readonly lacksSemicolon: boolean;
}

function understand(
  state: SessionState,
  file: SourceFile,
  options: CompilerOptions,
  host: FileHost,
  bag: DiagnosticBag,
): Understood | undefined {
  const unit = preprocess(file, options, host, bag, state.preprocessed);
  if (bag.hasErrors) return undefined;
  const { tokens, closed } = closing(toTokens(unit, bag, options.dialect));
  const { macros, files, once } = unit;
  const parsed = parseInput(tokens, file.name, bag, typeNames(state.names), options.headerOf);
  if (bag.hasErrors) return undefined;
  const analyzed = analyzeInput(parsed, state.names, closed, options, bag);
  if (bag.hasErrors) return undefined;
  return {
    preprocessed: { macros, files, once },
    analyzed,
    declares: parsed.items.some(isDeclaration) || /^\s*#/m.test(file.text),
    lacksSemicolon: closed && !isEmpty(parsed.items.at(-1)),
  };
}

function compiledInput(
  state: SessionState,
  { preprocessed, analyzed, declares, lacksSemicolon }: Understood,
  module: Module,
  { session, programs, cleared }: LinkedInput,
): CompiledInput {
  const { value, names, redefined } = analyzed;
  const entry = session.current.get(ENTRY) as string;
  const offset = session.places.offsets.get(session.current.get(VALUE) ?? '');
  return {
    state: { preprocessed, names, linked: withoutEntry(session, entry) },
    abandoned: { ...state, linked: { ...state.linked, places: abandoned(state.linked, session) } },
    modules: programs.map(compiled),
    cleared,
    entry,
    ...(value && offset !== undefined && { value: { type: value.type, offset } }),
    redefined,
    declares,
    lacksSemicolon,
    module,
    linked: programs.find(({ entry: its }) => its !== '') as LinkedModule,
  };
}

/** What the ';' behind a block or function is. */
const isEmpty = (item: BlockItem | undefined): boolean =>
  item?.kind === 'ExpressionStatement' && item.expression === undefined;

const isDeclaration = ({ kind }: BlockItem): boolean => kind === 'FunctionDefinition' || kind === 'Declaration';

/** Functions that the module uses, which were declared and may be defined by a later input. */
function promised({ functionImports }: Module, { ordinary }: SessionNames, available: Available): string[] {
  const names = functionImports.map(({ name }) => name);
  return names.filter((name) => {
    const symbol = ordinary.get(name);
    const isDeclared = symbol?.kind === 'function' && !symbol.implicit && !symbol.definition;
    return isDeclared && !available.library.has(name) && !available.archive(name);
  });
}

/** Names that stand for types. */
function typeNames({ ordinary }: SessionNames): string[] {
  return [...ordinary.values()].filter(({ kind }) => kind === 'typedef').map(({ name }) => name);
}

/** An input need not end in ';'. One that does not, and ends in an expression, asks for its value. */
function closing(tokens: readonly Token[]): { tokens: readonly Token[]; closed: boolean } {
  const last = tokens.at(-2);
  const end = tokens.at(-1) as Token;
  if (!last || last.text === ';' || last.kind === 'pragma') return { tokens, closed: false };
  const { file, offset, length } = last.location;
  const semicolon: Token = { kind: 'punctuator', text: ';', location: { file, offset: offset + length, length: 0 } };
  return { tokens: [...tokens.slice(0, -1), semicolon, end], closed: true };
}

function abandoned(before: LinkedSession, { places }: LinkedSession): LinkedSession['places'] {
  return { ...before.places, privateEnd: places.privateEnd, sharedEnd: places.sharedEnd };
}

function compiled(linked: LinkedModule): CompiledModule {
  const functions = expandAll(linked.functions, linked);
  const printed = toJavaScript(emitModule({ ...linked, functions }));
  const { index, data, relocations } = linked;
  return {
    index,
    code: printed.code,
    map: sourceMap(printed),
    data: data.map(({ bytes, ...place }) => ({ ...place, base64: base64(bytes) })),
    relocations,
  };
}
