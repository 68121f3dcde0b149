/**
 * State of the preprocessor: the macros, the files that are open, the tokens made so far.
 *
 * One idea: there is one state per translation unit and nothing outside it, so runs never meet.
 */
import type { DiagnosticBag } from '../../../diagnostics/diagnostic.ts';
import type { CompilerOptions, FileHost } from '../../../options.ts';
import type { Location, SourceFile } from '../../../source/source.ts';
import { PPToken } from '../lexer/preprocessing-token.ts';
import type { FileCache } from './file-cache.ts';
import type { FileReader } from './file-reader.ts';
import type { Macro } from './macro.ts';

/** More tokens than this out of macros is a runaway, such as macros that double thirty times. */
const EXPANSION_LIMIT = 5_000_000;

/** A unit of more is refused, as a file of more than TOKEN_LIMIT (lexer/scanner.ts) is. */
const UNIT_LIMIT = 5_000_000;

export class State {
  readonly macros = new Map<string, Macro>();
  /** The unit's tokens. */
  readonly output: PPToken[] = [];
  /** Open files, innermost last. */
  readonly readers: FileReader[] = [];
  /** Names of the files read, in order. */
  readonly opened = new Set<string>();
  /** Names of the files that `#pragma once` marks. */
  readonly once = new Set<string>();
  /** Definitions that `#pragma push_macro` keeps. */
  readonly pushed = new Map<string, (Macro | undefined)[]>();
  /** Macros whose arguments are being read, innermost last. */
  readonly calls: Macro[] = [];
  /** Nesting of arguments within arguments. */
  depth = 0;
  /** Set after a fatal error: every file ends immediately. */
  halted = false;
  /** A file was missing: what follows would only be errors that this one caused. */
  incomplete = false;
  counter = 0;
  /** The end of a list of tokens. */
  readonly end: PPToken;
  private expanded = 0;

  constructor(
    readonly main: SourceFile,
    readonly options: CompilerOptions,
    readonly host: FileHost,
    readonly bag: DiagnosticBag,
    readonly files: FileCache,
    /** Preprocesses a file where an `#include` stands. */
    readonly enter: (state: State, file: SourceFile, directory: number) => void,
  ) {
    this.end = new PPToken('end', '', main, main.text.length, 0, true, true);
  }

  /** The innermost open file. */
  get reader(): FileReader {
    return this.readers.at(-1) as FileReader;
  }

  /** Notes that a file is read. */
  open(file: SourceFile): void {
    if (!this.opened.has(file.name)) this.options.reads?.(file);
    this.opened.add(file.name);
  }

  /** Adds a token to the unit's. */
  put(token: PPToken): void {
    this.output.push(token);
    if (this.output.length <= UNIT_LIMIT || this.halted) return;
    this.halt('PP1005', `more than ${UNIT_LIMIT} tokens in a translation unit: make several of it`, token);
  }

  /** Counts tokens that macros produced; halts a runaway. */
  count(tokens: number, at: PPToken): void {
    this.expanded += tokens;
    if (this.expanded <= EXPANSION_LIMIT || this.halted) return;
    this.halt('PP1024', `macros produced more than ${EXPANSION_LIMIT} tokens; the last one used was "${at.text}"`, at);
  }

  /** Reports an error after which nothing more is read. */
  halt(code: string, text: string, at: Location): void {
    if (!this.halted) this.bag.error(code, text, at);
    this.halted = true;
    this.incomplete = true;
  }
}
