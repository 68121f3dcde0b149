/**
 * The parser's hold on its tokens: the ground the grammar's classes stand on.
 *
 * One idea: the terminal of the token that comes up next is settled just before anybody looks at it, from the names
 * declared so far. A typedef name and another name, the '(' of a cast and of a call, are then different terminals,
 * and the context problem of C (C99 6.7.7) never reaches the grammar.
 */
import { EmbeddedActionsParser, type ParserMethod, type TokenType } from 'chevrotain';
import { DiagnosticBag, type Fix, insertion, type Note } from '../../../diagnostics/diagnostic.ts';
import { type HeaderOf, missingName, type Suggestion } from '../../../diagnostics/suggestion.ts';
import type { Location } from '../../../source/source.ts';
import { dialectNotes } from '../lexer/dialect.ts';
import type { Token } from '../lexer/token.ts';
import { OneTokenLookahead } from './lookahead.ts';
import { message } from './messages.ts';
import { Names } from './names.ts';
import {
  BlockParen,
  CastParen,
  DeclarationExtension,
  Identifier,
  LabelName,
  Literal,
  LiteralParen,
  Paren,
  Pragma,
  TypedefName,
  TypeWord,
  t,
  VOCABULARY,
} from './terminals.ts';
import { type ParserToken, placeOfUnit } from './tokens.ts';

/** The token that rules see while Chevrotain records the grammar. */
const RECORDED: Token = { kind: 'end', text: '', location: placeOfUnit('') };

const TAGGED = new Set(['struct', 'union', 'enum']);
const OPEN_BRACE = t('{');
const COLON = t(':');
const STAR = t('*');
const ATTRIBUTE = t('__attribute__');
/** Tokens after which an item may begin. */
const BEFORE_PRAGMA = new Set([t(';'), t('{'), t('}'), Pragma]);

/** Tokens after which '(' cannot be a call or a declarator. */
const BEFORE_CAST = new Set(
  ['=', '+', '-', '/', '%', ',', 'return', '<', '>', '==', '!=', '[', '?', '&&', '||'].map(t),
);
const LITERALS = new Set(VOCABULARY.filter((type) => type.CATEGORIES?.includes(Literal)));
const TYPE_NAMES = 'void char short int long float double signed unsigned'.split(' ');
const TYPE_STARTS = new Set<TokenType>([
  ...VOCABULARY.filter((type) => type.CATEGORIES?.includes(TypeWord)),
  ...['shared', 'struct', 'union', 'enum', 'typeof', '_Alignas', '_Atomic'].map(t),
]);

/** Most rules active at the same time: the default stack of a thread holds half as many again. */
const MAX_RULES = 1000;

export abstract class Reader extends EmbeddedActionsParser {
  protected bag = new DiagnosticBag();
  protected names = new Names();
  /** The unit's tokens, to which Chevrotain adds its own ends while it parses. */
  protected tokens: ParserToken[] = [];
  /** Index of the unit's `end`. */
  protected endIndex = 0;
  /** Names that were taken for types although nothing declares them. */
  protected unknownTypes = new Set<string>();
  protected headerOf?: HeaderOf;
  private nextId = 0;
  /** Index of the token consumed last; Chevrotain's own. */
  declare protected currIdx: number;
  /** One less than the number of active rules; Chevrotain's own. */
  declare protected RULE_STACK_IDX: number;

  /** With `validated`, the grammar is analysed and checked by Chevrotain itself, which takes longer. */
  constructor(validated: boolean) {
    const lookahead = validated ? {} : { lookaheadStrategy: new OneTokenLookahead() };
    super(VOCABULARY, { maxLookahead: 1, skipValidations: !validated, errorMessageProvider: message, ...lookahead });
  }

  /** `RULE` with a result type that the implementation is checked against. */
  protected rule<A extends unknown[], R>(name: string, implementation: (...args: A) => R): ParserMethod<A, R> {
    return this.RULE(name, implementation) as ParserMethod<A, R>;
  }

  protected start(tokens: ParserToken[], bag: DiagnosticBag): void {
    this.bag = bag;
    this.names = new Names();
    this.unknownTypes = new Set();
    this.tokens = tokens;
    this.endIndex = tokens.length - 1;
    this.nextId = 0;
    this.input = tokens;
    this.settle();
  }

  // ---------------------------------------------------------------- tokens

  /** Chevrotain's step to the next token. */
  protected consumeToken(): void {
    this.currIdx++;
    if (this.RULE_STACK_IDX > MAX_RULES) this.tooDeep();
    const next = this.ahead(1);
    if (next.lazy !== 'no') this.classify(next);
    else if (next.tokenType === Pragma) this.checkPragma(next);
  }

  /** Reports an error of syntax. */
  protected abstract report(code: string, text: string, location: Location, notes?: Note[], fixes?: Fix[]): void;

  /** Reports that too many rules are active, and gives up. */
  protected abstract tooDeep(): never;

  /** Consumes a token of this terminal and gives it. `index` counts the terminal's uses in a rule. */
  protected take(type: TokenType, index = 0): Token {
    return (this.consume(index, type) as ParserToken).source ?? RECORDED;
  }

  /** The k-th token from here, from 1. */
  protected ahead(k: number): ParserToken {
    return this.tokens[Math.min(this.currIdx + k, this.endIndex)] as ParserToken;
  }

  protected nextIs(type: TokenType): boolean {
    return this.ahead(1).tokenTypeIdx === type.tokenTypeIdx;
  }

  /** The token consumed last; the first of all where none was. */
  protected get previous(): ParserToken {
    let at = this.currIdx;
    while (at > 0 && this.tokens[at]?.tokenType === Pragma) at--;
    return this.tokens[Math.max(at, 0)] as ParserToken;
  }

  protected get here(): Location {
    return this.RECORDING_PHASE ? RECORDED.location : this.ahead(1).source.location;
  }

  /** The place of the token consumed last. */
  protected get lastPlace(): Location {
    return this.RECORDING_PHASE ? RECORDED.location : this.previous.source.location;
  }

  /** Resumes at the token with this index. */
  protected moveTo(index: number): void {
    this.currIdx = index - 1;
    this.settle();
  }

  protected id(): number {
    return this.nextId++;
  }

  protected get nodeCount(): number {
    return this.nextId;
  }

  // ---------------------------------------------------------------- terminals that depend on names

  /** Settles the terminal of the next token anew: names were declared or went out of scope. */
  protected settle(): void {
    const next = this.ahead(1);
    if (next.lazy !== 'no') this.classify(next);
  }

  protected declare(name: string, isType: boolean): void {
    if (this.RECORDING_PHASE) return;
    this.names.declare(name, isType ? 'typedef' : 'ordinary');
    this.settle();
  }

  /** Runs a part of the grammar in a scope of its own. */
  protected inScope<T>(part: () => T): T {
    if (this.RECORDING_PHASE) return part();
    this.names.open();
    const result = part();
    this.names.close();
    this.settle();
    return result;
  }

  /** Takes a typedef name for an ordinary one: it is about to be declared (C99 6.7.7, 6.7.2p2). */
  protected expectOrdinaryName(): void {
    if (this.nextIs(TypedefName)) this.ahead(1).become(Identifier);
  }

  /** Takes a name before ':' for a label; called where one may stand. */
  protected settleLabel(): void {
    const next = this.ahead(1);
    if (next.lazy === 'identifier' && this.ahead(2).tokenType === COLON) next.become(LabelName);
  }

  /** True for a name that nothing has declared. */
  protected isUnknown(token: ParserToken): boolean {
    return token.lazy === 'identifier' && this.names.meaningOf(token.image) === undefined;
  }

  protected isName(token: ParserToken): boolean {
    return token.lazy === 'identifier';
  }

  /** True if the name of a type or a declaration starts at this token. */
  protected startsType(token: ParserToken): boolean {
    if (token.lazy === 'identifier') return this.names.meaningOf(token.image) === 'typedef';
    return TYPE_STARTS.has(token.tokenType);
  }

  private classify(token: ParserToken): void {
    if (token.lazy === 'identifier')
      token.become(this.names.meaningOf(token.image) === 'typedef' ? TypedefName : Identifier);
    else if (token.lazy === 'paren') this.classifyParen(token);
    else token.become(this.extensionIsDeclaration(token) ? DeclarationExtension : t('__extension__'));
  }

  private classifyParen(token: ParserToken): void {
    const inside = this.tokens[token.index + 1] as ParserToken;
    this.guessTypeInParens(token, inside);
    if (this.startsType(inside) || inside.tokenType === ATTRIBUTE) {
      const after = this.tokens[token.partner + 1];
      token.become(token.partner > 0 && after?.tokenType === OPEN_BRACE ? LiteralParen : CastParen);
    } else token.become(inside.tokenType === OPEN_BRACE ? BlockParen : Paren);
  }

  private extensionIsDeclaration(token: ParserToken): boolean {
    let at = token.index + 1;
    while (this.tokens[at]?.lazy === 'extension') at++;
    return this.startsType(this.tokens[at] as ParserToken);
  }

  // ---------------------------------------------------------------- unknown types

  /** Parentheses that make sense only if they hold a type: `(foo x`, `(foo *)`, `= (foo) 1`. */
  private guessTypeInParens(open: ParserToken, inside: ParserToken): void {
    if (!this.isUnknown(inside)) return;
    const next = this.tokens[inside.index + 1] as ParserToken;
    if (this.isName(next) || this.isPointerType(open, inside) || this.isCast(open, inside)) this.takeForType(inside);
  }

  private isPointerType(open: ParserToken, inside: ParserToken): boolean {
    let at = inside.index + 1;
    while (this.tokens[at]?.tokenType === STAR) at++;
    return at > inside.index + 1 && at === open.partner;
  }

  private isCast(open: ParserToken, inside: ParserToken): boolean {
    if (open.partner !== inside.index + 1) return false;
    const before = this.tokens[open.index - 1]?.tokenType as TokenType;
    const operand = this.tokens[open.partner + 1] as ParserToken;
    return BEFORE_CAST.has(before) && (this.isName(operand) || LITERALS.has(operand.tokenType));
  }

  /**
   * Takes an unknown name for a type where two names in a row, or (`pointers`) a name and '*', can be nothing else
   * than a declaration.
   */
  protected guessType(pointers: boolean): void {
    const [name, next] = [this.ahead(1), this.ahead(2)];
    if (!this.isUnknown(name)) return;
    if (this.isName(next) || (pointers && next.tokenType === STAR)) this.takeForType(name);
  }

  /** Reports an unknown type and parses on as if it were one; an undeclared name stays so, and is reported once. */
  protected takeForType(token: ParserToken): void {
    const unknown = this.isUnknown(token);
    const { location } = token.source;
    const meant =
      this.tagMeant(token) ??
      missingName(token.image, unknown ? [...this.names.types(), ...TYPE_NAMES] : [], location, this.headerOf);
    const hint = unknown ? meant.hint : ': it names something that is no type';
    const text = `unknown type name '${token.image}'${hint}`;
    this.report('SYN2006', text, location, dialectNotes([token.source]), meant.fixes);
    this.unknownTypes.add(token.image);
    if (unknown) this.names.declareForGood(token.image);
    token.become(TypedefName);
  }

  /** `point` where a `struct point` stands in the text before. */
  private tagMeant(token: ParserToken): Suggestion | undefined {
    const at = this.tokens.findIndex(
      ({ image, index }) =>
        image === token.image && index < token.index && TAGGED.has(this.tokens[index - 1]?.image ?? ''),
    );
    if (at < 0) return undefined;
    const word = (this.tokens[at - 1] as ParserToken).image;
    const { location } = token.source;
    const fixes = location.expansion ? [] : [insertion(location, `${word} `)];
    return { hint: `; did you mean '${word} ${token.image}'?`, fixes };
  }

  // ---------------------------------------------------------------- pragmas

  /** UPC 1.3 6.7.1p4: `#pragma upc` stands between declarations or statements; elsewhere it is reported and skipped. */
  private checkPragma(pragma: ParserToken): void {
    if (BEFORE_PRAGMA.has((this.tokens[this.currIdx] as ParserToken).tokenType)) return;
    this.reportPragma(pragma);
    if (this.ahead(1) === pragma) this.consumeToken();
  }

  protected reportPragma(pragma: ParserToken): void {
    const text = `'#pragma ${pragma.image.trim()}' must stand between declarations or statements (UPC 1.3, 6.7.1)`;
    this.report('UPC3250', text, pragma.source.location);
  }
}
