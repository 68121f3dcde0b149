/**
 * The translation unit: external declarations and function definitions (C99 6.9).
 *
 * One idea: declarations and definitions begin alike, so one rule reads the first declarator and then sees which it
 * is: a body, or the declarations of an old-style function's parameters, or the rest of a declaration.
 */
import type { ParserMethod } from 'chevrotain';
import { DiagnosticBag, InternalError } from '../../../diagnostics/diagnostic.ts';
import type { HeaderOf } from '../../../diagnostics/suggestion.ts';
import type { Location } from '../../../source/source.ts';
import type {
  BlockItem,
  Declaration,
  DeclarationSpecifiers,
  Declarator,
  ExternalDeclaration,
  FunctionDefinition,
  SessionInput,
  TranslationUnit,
} from '../ast/ast.ts';
import type { Token } from '../lexer/token.ts';
import { isTypedef } from './declarations.ts';
import { innermost } from './declarators.ts';
import { declarationMeant } from './misspelt.ts';
import { StatementParser } from './statements.ts';
import { Identifier, t } from './terminals.ts';
import { scan } from './tokens.ts';

/** The function that a session's input becomes. */
const INPUT = '__pgasc_input';

type Rule<T> = ParserMethod<[], T>;
type Declared = FunctionDefinition | Declaration;

export class Parser extends StatementParser {
  constructor(validated = false) {
    super(validated);
    this.performSelfAnalysis();
  }

  /** Parses one translation unit. */
  unit(tokens: readonly Token[], name: string, bag: DiagnosticBag, headerOf?: HeaderOf): TranslationUnit {
    this.headerOf = headerOf;
    return this.parsing(tokens, name, bag, () => {
      const declarations = this.translationUnit() ?? [];
      const { names, items } = this.damage;
      return { kind: 'TranslationUnit', name, declarations, nodeCount: this.nodeCount, lost: { names, items } };
    });
  }

  /** Parses what was typed into a session in which `types` are the names of types. */
  session(
    tokens: readonly Token[],
    name: string,
    bag: DiagnosticBag,
    types: Iterable<string>,
    headerOf?: HeaderOf,
  ): SessionInput {
    this.headerOf = headerOf;
    return this.parsing(tokens, name, bag, () => {
      for (const type of types) this.names.declareForGood(type);
      this.settle();
      return this.sessionInput(name, this.inputItems() ?? []);
    });
  }

  private parsing<T>(tokens: readonly Token[], name: string, bag: DiagnosticBag, body: () => T): T {
    this.start(scan(tokens, name, bag), bag);
    try {
      return body();
    } catch (error) {
      throw this.internal(error);
    } finally {
      this.start(scan([], name, bag), new DiagnosticBag());
    }
  }

  /** A defect of the parser, with the place at which it showed. */
  private internal(error: unknown): InternalError {
    if (error instanceof InternalError) return error;
    const cause = error instanceof Error ? error : new Error(String(error));
    const internal = new InternalError(`parser: ${cause.message}`, this.here);
    internal.stack = cause.stack;
    return internal;
  }

  // translation-unit: external-declaration*                                      C99 6.9
  readonly translationUnit: Rule<ExternalDeclaration[]> = this.rule('translationUnit', () =>
    this.items('external', this.externalDeclaration),
  );

  // external-declaration: static-assert | pragma | 'asm' anything ';' | ';'
  //                     | specifiers declared | declared
  readonly externalDeclaration: Rule<ExternalDeclaration | undefined> = this.rule('externalDeclaration', () => {
    this.ACTION(() => {
      if (this.nextIs(Identifier)) this.correct(declarationMeant);
      this.guessType(true);
    });
    return this.OR<ExternalDeclaration | undefined>({
      DEF: [
        { ALT: () => this.withSpecifiers(), IGNORE_AMBIGUITIES: true },
        { ALT: () => this.strayToken(), IGNORE_AMBIGUITIES: true },
        { ALT: () => this.SUBRULE1(this.declared, { ARGS: [this.noSpecifiers()] }) },
        { ALT: () => this.pragma() },
        { ALT: () => this.SUBRULE(this.staticAssert) },
        { ALT: () => this.assembler() },
      ],
      ERR_MSG: 'declaration',
    });
  });

  private withSpecifiers(): Declared {
    const specifiers = this.SUBRULE(this.specifiers);
    return this.SUBRULE(this.declared, { ARGS: [specifiers] });
  }

  private strayToken(): undefined {
    this.take(SEMICOLON);
  }

  private assembler(): undefined {
    this.SUBRULE(this.asmStatement);
  }

  // declared: ';' | declarator (function-body | rest-of-declarators ';')         C99 6.7, 6.9.1
  readonly declared: ParserMethod<[DeclarationSpecifiers], Declared> = this.rule(
    'declared',
    (specifiers: DeclarationSpecifiers) =>
      this.OR<Declared>({
        DEF: [{ ALT: () => this.onlySpecifiers(specifiers) }, { ALT: () => this.withDeclarator(specifiers) }],
        ERR_MSG: 'identifier',
      }),
  );

  private onlySpecifiers(specifiers: DeclarationSpecifiers): Declaration {
    this.take(SEMICOLON);
    const location = specifiers?.location;
    return { kind: 'Declaration', id: this.id(), location, specifiers, declarators: [] };
  }

  private withDeclarator(specifiers: DeclarationSpecifiers): Declared {
    const declarator = this.SUBRULE(this.declarator);
    this.ACTION(() => this.declareName(declarator, isTypedef(specifiers)));
    const definition = this.OPTION({
      GATE: () => this.startsBody(declarator),
      DEF: () => this.SUBRULE(this.functionBody, { ARGS: [specifiers, declarator] }),
    });
    if (definition !== undefined && !this.RECORDING_PHASE) return definition;
    const declarators = this.SUBRULE(this.restOfDeclarators, { ARGS: [specifiers, declarator] });
    this.semicolon('declaration', 1);
    return { kind: 'Declaration', id: this.id(), location: specifiers?.location, specifiers, declarators };
  }

  /** A body, or the old-style declarations before it. */
  private startsBody(declarator: Declarator): boolean {
    const inner = innermost(declarator);
    if (inner.kind !== 'FunctionDeclarator') return false;
    return this.nextIs(t('{')) || (inner.identifiers !== undefined && this.startsType(this.ahead(1)));
  }

  // input: input-item*
  readonly inputItems: Rule<BlockItem[]> = this.rule('inputItems', () => this.items('external', this.inputItem));

  // input-item: specifiers declared | statement | static-assert | pragma
  readonly inputItem: Rule<BlockItem> = this.rule('inputItem', () => {
    this.ACTION(() => this.settleItem());
    return this.OR<BlockItem>({
      DEF: [
        { ALT: () => this.SUBRULE(this.statement) },
        { ALT: () => this.withSpecifiers() },
        { ALT: () => this.SUBRULE(this.staticAssert) },
        { ALT: () => this.pragma() },
      ],
      ERR_MSG: 'declaration, statement or expression',
    });
  });

  private sessionInput(name: string, items: readonly BlockItem[]): SessionInput {
    const location = this.lastPlace;
    const body = this.inputFunction(
      items.filter((each) => each.kind !== 'FunctionDefinition'),
      location,
    );
    const unit = { kind: 'TranslationUnit' as const, name, declarations: [body], nodeCount: this.nodeCount };
    return { unit, items, body };
  }

  private inputFunction(items: readonly BlockItem[], location: Location): FunctionDefinition {
    const declarator: Declarator = { kind: 'NameDeclarator', id: this.id(), location, name: INPUT };
    const body = { kind: 'Compound' as const, id: this.id(), location, items, end: location };
    const specifiers = this.noSpecifiers();
    return { kind: 'FunctionDefinition', id: this.id(), location, specifiers, declarator, oldStyle: [], body };
  }

  // function-body: declaration* compound                                         C99 6.9.1
  readonly functionBody: ParserMethod<[DeclarationSpecifiers, Declarator], FunctionDefinition> = this.rule(
    'functionBody',
    (specifiers: DeclarationSpecifiers, declarator: Declarator) =>
      this.inScope(() => {
        this.ACTION(() => this.declareParameters(declarator));
        const oldStyle: Declaration[] = [];
        this.MANY(() => oldStyle.push(this.SUBRULE(this.declaration)));
        const body = this.SUBRULE(this.compound);
        const location = declarator?.location;
        return { kind: 'FunctionDefinition', id: this.id(), location, specifiers, declarator, oldStyle, body };
      }),
  );
}

const SEMICOLON = t(';');
