/**
 * Syntax errors and error recovery.
 *
 * One idea: lists of declarations, statements and members are parsed item by item under a guard. An error in an item
 * is reported once, the rest of the item is skipped, and the next item is parsed as if there had been none.
 * Brackets that the item opened are left through their partners, so that an error in one function leaves the others
 * untouched.
 */
import { isRecognitionException, type ParserMethod, type TokenType } from 'chevrotain';
import { advice, type Fix, insertion, type Note, replacement } from '../../../diagnostics/diagnostic.ts';
import { type Location, physicalLine, positionOf, spelledAt } from '../../../source/source.ts';
import { dialectNotes, IS_CPLUSPLUS } from '../lexer/dialect.ts';
import { type Token, UPC_WORDS } from '../lexer/token.ts';
import { Damage, placeOf } from './damage.ts';
import { described } from './messages.ts';
import { Reader } from './reader.ts';
import { ElseIf, End, Pragma, t } from './terminals.ts';
import { asKeyword, type ParserToken } from './tokens.ts';

/** Thrown after an error was reported: this item cannot be parsed further. */
class Abandoned extends Error {}

/** Thrown where nesting is too deep: the external declaration cannot be parsed further. */
class TooDeep extends Error {}

/** Thrown where an external declaration starts inside another: what is open there is taken to end before it. */
class Displaced extends Error {
  readonly index: number;
  constructor(index: number) {
    super();
    this.index = index;
  }
}

/** Operators in a row that build a tree as deep as they are many. */
const MAX_CHAIN = 1100;
const MAX_ERRORS = 100;

/** Number for the uses of terminals in `listed`, apart from those of the rules that call it. */
const LISTED = 99;
const COMMA = t(',');
const SEMICOLON = t(';');
const OPEN_BRACE = t('{');
const CLOSE_BRACE = t('}');
const CLOSE_PAREN = t(')');
const OPENING = new Set(['(', '[', '{']);
const STATEMENTS = new Set(
  `if else for while do switch case default return break continue goto
   upc_forall upc_barrier upc_notify upc_wait upc_fence __critical __change_team`.split(/\s+/),
);
/** Keywords that start a statement or declaration: at the start of a line a good place to resume. */
const STARTING = new Set([
  ...STATEMENTS,
  ...`typedef extern static register inline void char short int long float double signed unsigned struct union enum
      const volatile shared strict relaxed`.split(/\s+/),
]);
/** Tokens that need something before them, where nothing is. */
const STRAY = new Map([
  ['}', "'}' without a '{' before it"],
  ['else', "'else' without an 'if' before it"],
  [')', "')' without a '(' before it"],
  [']', "']' without a '[' before it"],
]);

type ItemKind = 'external' | 'statement' | 'member';

export abstract class Recovery extends Reader {
  private errorCount = 0;
  /** Errors after which the tree is not as the text was meant; a ';' that is missing leaves it as it was meant. */
  private faults = 0;
  protected damage = new Damage(new Set(), new Set());
  /** Index of the token before which the last error was found: there is one error a token. */
  private reportedAt = -1;
  /** Index of the token at which parsing last went on after an error. */
  private resumedAt = -1;

  protected override start(...input: Parameters<Reader['start']>): void {
    [this.errorCount, this.faults, this.reportedAt, this.resumedAt] = [0, 0, -1, -1];
    super.start(...input);
    const errors = this.bag.all.filter(({ severity }) => severity === 'error');
    const places = errors.flatMap(({ location }) => (location ? [placeOf(location)] : []));
    this.damage = new Damage(this.unknownTypes, new Set(places));
  }

  // ---------------------------------------------------------------- reporting

  protected override report(
    code: string,
    text: string,
    location: Location,
    notes: Note[] = [],
    fixes: Fix[] = [],
  ): void {
    const { index } = this.ahead(1);
    if (index === this.reportedAt) return;
    this.reportedAt = index;
    this.faults++;
    this.bag.error(code, text, location, notes, fixes);
    if (++this.errorCount === MAX_ERRORS) this.stop(location);
  }

  /** Says that there are too many errors; the end of the unit, where parsing resumes, is not reported again. */
  private stop(location: Location): void {
    this.bag.error('SYN2013', `too many syntax errors (${MAX_ERRORS}): the rest of the file is not read`, location);
    this.reportedAt = this.endIndex;
    this.moveTo(this.endIndex);
  }

  /** Reports an error and gives up the item it is in. */
  protected fail(code: string, text: string, location: Location, notes: Note[] = [], fixes: Fix[] = []): never {
    this.report(code, text, location, notes, fixes);
    throw new Abandoned();
  }

  protected get found(): string {
    return described(this.ahead(1));
  }

  /** Just after the token consumed last: where a missing token belongs. */
  protected get afterPrevious(): Location {
    const { file, offset, length } = spelledAt(this.previous.source.location);
    return { file, offset: offset + length, length: 1 };
  }

  protected override tooDeep(): never {
    const text = 'nesting too deep: split this expression, statement or declarator into several';
    this.report('SYN2007', text, this.previous.source.location);
    throw new TooDeep();
  }

  /** Checks the length of a chain whose tree is as deep as the chain is long. */
  protected checkChain(length: number): void {
    if (length > MAX_CHAIN) this.tooDeep();
  }

  private reportUnexpected(expected: string): void {
    const next = this.ahead(1);
    if (next.tokenType === Pragma) {
      this.reportPragma(next);
      return;
    }
    const stray = this.closedBefore() ? STRAY.get(next.image) : undefined;
    const text = stray ?? `${expected}${this.context}, found ${this.found}`;
    if (stray && next.index === this.resumedAt) return; // its partner was lost with an item that was wrong
    this.report(stray ? 'SYN2012' : 'SYN2001', text, next.source.location, this.keywordNotes());
  }

  private get context(): string {
    return this.currIdx < 0 ? '' : ` after ${described(this.previous)}`;
  }

  private closedBefore(): boolean {
    return this.previous.tokenType === SEMICOLON || this.previous.tokenType === CLOSE_BRACE;
  }

  private keywordNotes(): Note[] {
    const before = [this.previous, this.tokens[this.currIdx - 1]];
    const near = [this.ahead(1), ...before.filter((token) => !/^(MY)?THREADS?$/.test(token?.image ?? ''))]; // values
    if (this.ahead(1).image === '&' && this.startsType(this.previous))
      return advice(`a reference is C++: C has pointers; ${IS_CPLUSPLUS}`);
    return dialectNotes(near.flatMap((token) => (token && !this.isOwnName(token) ? token.source : [])));
  }

  /** A name that the program declares is no word of C++; UPC's words are names in C only by mistake. */
  private isOwnName(token: ParserToken): boolean {
    return token.lazy === 'identifier' && !this.isUnknown(token) && !UPC_WORDS.includes(token.image);
  }

  /** "expected identifier" where a declaration has neither a declarator nor an end. */
  protected missingDeclarator(): never {
    this.reportUnexpected('expected identifier');
    throw new Abandoned();
  }

  /**
   * Only an external declaration can begin at `index`. If it begins a line and a brace before it is never
   * closed, reports the missing '}' and resumes there.
   */
  protected checkBrace(index: number, what: string): void {
    const brace = this.unclosedBrace();
    if (brace === undefined || !atMargin(this.tokens[index] as ParserToken)) return;
    const note = { text: "to match this '{'", location: brace.source.location };
    this.report('SYN2005', `expected '}' before ${what}`, (this.tokens[index] as ParserToken).source.location, [note]);
    throw new Displaced(index);
  }

  private unclosedBrace(): ParserToken | undefined {
    let at = this.currIdx;
    while (at >= 0 && !isUnclosed(this.tokens[at] as ParserToken)) at--;
    return this.tokens[at];
  }

  // ---------------------------------------------------------------- closing tokens

  /** ';', or an error that names what it should have ended. */
  protected semicolon(ended: string, index = 0): void {
    if (this.RECORDING_PHASE || this.nextIs(SEMICOLON)) {
      this.take(SEMICOLON, index);
      return;
    }
    const fixes = this.putInPlace(';');
    const { faults } = this;
    if (this.nextIs(Pragma)) this.fail('SYN2004', `expected ';' after ${ended}`, this.afterPrevious, [], fixes);
    const text = `expected ';' after ${ended}, found ${this.found}`;
    const words = this.keywordNotes();
    this.report('SYN2004', text, this.afterPrevious, words, words.length === 0 ? fixes : []);
    if (!this.startsSomething(this.ahead(1))) throw new Abandoned();
    if (words.length === 0) this.faults = faults;
  }

  /** The fix that puts a token behind the last one; where the next begins what needs it, and no macro made the last. */
  protected putInPlace(text: string): Fix[] {
    const ended = this.startsSomething(this.ahead(1)) && !this.previous.source.location.expansion;
    return ended ? [insertion(this.afterPrevious, text)] : [];
  }

  /** The closing partner of `open`, or an error that shows it and says what was `expected`. */
  protected close(open: Token, closing: TokenType, index = 0, expected = closing.LABEL): Token {
    if (this.RECORDING_PHASE || this.nextIs(closing)) return this.take(closing, index);
    const note = { text: `to match this '${open.text}'`, location: open.location };
    const empty = this.nextIs(COMMA) && this.previous.source === open;
    const text = empty
      ? `expected something between '${open.text}' and ','`
      : `expected ${expected}, found ${this.found}`;
    this.report('SYN2005', text, this.afterPrevious, [note, ...this.keywordNotes()]);
    if (closing !== CLOSE_PAREN || !this.endsParens(this.ahead(1))) throw new Abandoned();
    return this.previous.source;
  }

  /** Items, maybe after labels, with ',' between and perhaps after them, up to '}'. Part of the rule that calls it. */
  protected listed(item: () => void): void {
    this.ACTION(() => this.settleLabel());
    this.many(LISTED, () => {
      item();
      this.option(LISTED, () => this.take(COMMA, LISTED));
      this.ACTION(() => this.checkSeparated());
      this.ACTION(() => this.settleLabel());
    });
  }

  private checkSeparated(): void {
    if (this.previous.tokenType === COMMA || this.nextIs(CLOSE_BRACE)) return;
    if (this.nextIs(End)) return;
    this.fail('SYN2005', `expected ',' or '}', found ${this.found}`, this.ahead(1).source.location);
  }

  private endsParens(next: ParserToken): boolean {
    return next.tokenType === SEMICOLON || next.tokenType === OPEN_BRACE || next.tokenType === CLOSE_BRACE;
  }

  /** Corrects a misspelt keyword if `meant` finds the intended one, and reports it. */
  protected correct(meant: (tokens: readonly ParserToken[], at: number, types: string[]) => string | undefined): void {
    const token = this.ahead(1);
    const { location } = token.source;
    if (!this.isUnknown(token) || location.expansion || this.headerOf?.(token.image, false)) return;
    if (dialectNotes([token.source]).length > 0) return;
    const word = meant(this.tokens, token.index, [...this.names.types()]);
    if (word === undefined) return;
    const { faults } = this;
    const fixes = [replacement(location, word)];
    this.report('SYN2015', `unknown word '${token.image}'; did you mean '${word}'?`, location, [], fixes);
    this.faults = faults;
    const keyword = asKeyword(token, word);
    if (word === 'else' && this.ahead(2).image === 'if') keyword.become(ElseIf);
    this.tokens[token.index] = keyword;
  }

  private startsSomething(token: ParserToken): boolean {
    const closes = token.tokenType === CLOSE_BRACE || token.tokenType === End;
    return closes || STARTING.has(token.image) || startsLine(token, this.previous);
  }

  // ---------------------------------------------------------------- items

  /** Items up to a closing brace or the end of the unit, each under guard. */
  protected items<T>(kind: ItemKind, item: ParserMethod<[], T | undefined>): T[] {
    const items: T[] = [];
    if (this.RECORDING_PHASE) this.many(LISTED, () => this.subrule(LISTED, item));
    else
      while (!this.nextIs(End) && (kind === 'external' || !this.nextIs(CLOSE_BRACE))) {
        const first = this.currIdx + 1;
        const { faults } = this;
        const one = this.guarded(kind, item);
        if (kind === 'external') this.assess(one, first, this.faults > faults);
        if (one !== undefined) items.push(one);
      }
    return items;
  }

  /** Counts an external declaration as damaged where something is wrong with it or with what it rests on. */
  private assess(item: unknown, first: number, isWrong: boolean): void {
    if (!isWrong && this.damage.isNone) return;
    const tokens = this.tokens.slice(first, this.currIdx + 1);
    if (isWrong || this.damage.reaches(tokens) || this.isMisplaced(first)) this.damage.lose(item, tokens);
  }

  /** An item that does not begin at the margin, after an error, may be a part of what was left. */
  private isMisplaced(first: number): boolean {
    return first === this.resumedAt && !atMargin(this.tokens[first] as ParserToken);
  }

  private guarded<T>(kind: ItemKind, item: ParserMethod<[], T>): T | undefined {
    const first = this.currIdx + 1;
    const scopes = this.names.depth;
    try {
      return this.SUBRULE(item);
    } catch (error) {
      this.admit(error, kind);
      this.names.closeTo(scopes);
      this.resumedAt = this.resumption(kind, first, error);
      this.moveTo(this.resumedAt);
      return undefined;
    }
  }

  /** Reports what has not been reported; throws on what this guard must not hold. */
  private admit(error: unknown, kind: ItemKind): void {
    if (isRecognitionException(error as Error)) this.reportUnexpected((error as Error).message);
    else if (error instanceof Abandoned) return;
    else if (kind !== 'external') throw error;
    else if (error instanceof RangeError) this.reportOverflow();
    else if (!(error instanceof TooDeep || error instanceof Displaced)) throw error;
  }

  private reportOverflow(): void {
    this.report('SYN2007', 'nesting too deep for this stack', this.previous.source.location);
  }

  // ---------------------------------------------------------------- where to resume

  /** The index at which parsing resumes after an error in the item that began at `first`. */
  private resumption(kind: ItemKind, first: number, error: unknown): number {
    if (error instanceof Displaced) return error.index;
    const statement = kind === 'external' && STATEMENTS.has((this.tokens[first] as ParserToken).image);
    let at = this.outOfBrackets(first);
    if (at === first && this.nextIs(Pragma)) return at + 1;
    if (kind === 'external' && this.followsBody(at)) return at;
    while (!this.resumesAt(kind, at, first)) {
      const token = this.tokens[at] as ParserToken;
      at = 1 + (OPENING.has(token.image) && token.partner > at ? token.partner : at);
      if (!statement && endsItem(kind, token)) return at;
    }
    return at;
  }

  /** Past the brackets that the item opened and the error left open. */
  private outOfBrackets(first: number): number {
    for (let at = first; at <= this.currIdx; at++) {
      const { partner } = this.tokens[at] as ParserToken;
      if (partner > this.currIdx) return partner + 1;
      if (partner > at) at = partner;
    }
    return this.currIdx + 1;
  }

  /** True after the '}' of a body that was left, false after that of an initializer. */
  private followsBody(at: number): boolean {
    const [brace, next] = [this.tokens[at - 1], this.tokens[at] as ParserToken];
    return at - 1 > this.currIdx && brace?.tokenType === CLOSE_BRACE && this.startsType(next);
  }

  private resumesAt(kind: ItemKind, at: number, first: number): boolean {
    const token = this.tokens[at] as ParserToken;
    if (token.tokenType === End) return true;
    if (at === first) return false;
    if (kind !== 'external' && token.tokenType === CLOSE_BRACE) return true;
    if (kind === 'member') return false;
    if (kind === 'statement' && token.tokenType === OPEN_BRACE) return true;
    return this.startsItem(kind, token);
  }

  private startsItem(kind: ItemKind, token: ParserToken): boolean {
    if (token.tokenType === Pragma) return true;
    if (!startsLine(token, this.tokens[token.index - 1] as ParserToken)) return false;
    if (kind === 'statement') return STARTING.has(token.image);
    const starts = STARTING.has(token.image) || this.isName(token);
    return starts && atMargin(token);
  }
}

function endsItem(kind: ItemKind, { tokenType }: ParserToken): boolean {
  return tokenType === SEMICOLON || (kind === 'external' && (tokenType === OPEN_BRACE || tokenType === CLOSE_BRACE));
}

function isUnclosed({ tokenType, partner }: ParserToken): boolean {
  return tokenType === OPEN_BRACE && partner < 0;
}

/** True if the token begins its line, as external declarations mostly do. */
function atMargin(token: ParserToken): boolean {
  return positionOf(spelledAt(token.source.location)).column === 1;
}

/** True if the token stands on a later line than the one before it. */
function startsLine(token: ParserToken, before: ParserToken): boolean {
  const [here, there] = [spelledAt(token.source.location), spelledAt(before.source.location)];
  return here.file !== there.file || physicalLine(here.file, here.offset) > physicalLine(there.file, there.offset);
}
