/**
 * Statements (C99 6.8, UPC 1.3 6.6).
 *
 * One idea: labels before a statement and the tests of an `else if` chain are read in a loop, not by recursion, so
 * that long lists of cases cost no stack.
 */
import type { IOrAlt, ParserMethod } from 'chevrotain';
import type { Location } from '../../../source/source.ts';
import type {
  BlockItem,
  Case,
  Compound,
  Declaration,
  Expression,
  If,
  Labeled,
  PragmaUpc,
  Statement,
  UpcForall,
} from '../ast/ast.ts';
import type { Token } from '../lexer/token.ts';
import { DeclarationParser } from './declarations.ts';
import { isElse, statementMeant } from './misspelt.ts';
import { AnyParen, ElseIf, End, Identifier, LabelName, Name, Pragma, t } from './terminals.ts';

type Rule<T> = ParserMethod<[], T>;
/** A label as it was read, before its statement. */
type Label =
  | { readonly kind: 'Labeled'; readonly token: Token }
  | { readonly kind: 'Case'; readonly token: Token; readonly value?: Expression; readonly last?: Expression };
type Header = Pick<UpcForall, 'initial' | 'test' | 'step'>;

const SEMICOLON = t(';');

export abstract class StatementParser extends DeclarationParser {
  // compound: '{' block-item* '}'                                                C99 6.8.2
  readonly compound: Rule<Compound> = this.rule('compound', () => {
    const open = this.take(t('{'));
    const items = this.inScope(() => this.items('statement', this.blockItem));
    const end = this.close(open, t('}')).location;
    return { kind: 'Compound', id: this.id(), location: open.location, items, end };
  });

  // block-item: declaration | static-assert | pragma | local-labels | statement  C99 6.8.2, UPC 6.6.1
  readonly blockItem: Rule<BlockItem | undefined> = this.rule('blockItem', () => {
    this.ACTION(() => this.settleItem());
    return this.OR({ DEF: this.blockItems, ERR_MSG: 'statement' });
  });

  private readonly blockItems: IOrAlt<BlockItem | undefined>[] = [
    { ALT: () => this.SUBRULE(this.statement) },
    { ALT: () => this.SUBRULE(this.declaration) },
    { ALT: () => this.SUBRULE(this.staticAssert) },
    { ALT: () => this.pragma() },
    { ALT: () => this.SUBRULE(this.localLabels) },
  ];

  protected settleItem(): void {
    this.settleStatement();
    if (!this.nextIs(Identifier)) return;
    this.guessType(false);
    this.guessPointer();
  }

  private settleStatement(): void {
    this.settleLabel();
    if (this.nextIs(Identifier)) this.correct(statementMeant);
  }

  /** `foo *p;` or `foo *p =` with an undeclared foo is a declaration whose type is unknown. */
  private guessPointer(): void {
    const [name, star, pointer, after] = [this.ahead(1), this.ahead(2), this.ahead(3), this.ahead(4)];
    if (!this.isUnknown(name) || star.tokenType !== t('*') || !this.isName(pointer)) return;
    if (after.tokenType === SEMICOLON || after.tokenType === t('=')) this.takeForType(name);
  }

  protected pragma(): PragmaUpc {
    const { text, location } = this.take(Pragma);
    const mode = text.trim().split(/\s+/)[1] as PragmaUpc['mode'];
    return { kind: 'PragmaUpc', id: this.id(), location, mode };
  }

  // local-labels: '__label__' name (',' name)* ';'                               GNU
  //
  // Labels are found by name in the whole function, so nothing has to be kept.
  readonly localLabels: Rule<undefined> = this.rule('localLabels', () => {
    this.take(t('__label__'));
    this.take(Name);
    this.MANY(() => {
      this.take(t(','));
      this.take(Name, 1);
    });
    this.semicolon('label declaration');
    return undefined;
  });

  // statement: (label attributes*)* unlabeled                                    C99 6.8, 6.8.1
  readonly statement: Rule<Statement> = this.rule('statement', () => {
    let labels: Label[] | undefined;
    this.ACTION(() => this.settleStatement());
    this.MANY(() => {
      labels ??= [];
      labels.push(this.OR([{ ALT: () => this.label() }, { ALT: () => this.case() }, { ALT: () => this.default() }]));
      this.MANY1(() => this.SUBRULE(this.attributes, { ARGS: [[]] }));
      this.ACTION(() => this.settleStatement());
    });
    if (labels !== undefined && !this.RECORDING_PHASE && this.endsLabels())
      return this.labeled(labels, this.missingStatement(labels));
    const body = this.OR1({ DEF: this.statements, ERR_MSG: 'statement' });
    return labels === undefined ? body : this.ACTION(() => this.labeled(labels as Label[], body));
  });

  private label(): Label {
    const token = this.take(LabelName);
    this.take(t(':'));
    return { kind: 'Labeled', token };
  }

  // case: 'case' assignment ('...' assignment)? ':'
  private case(): Label {
    const token = this.take(t('case'));
    const value = this.SUBRULE(this.assignment);
    const last = this.OPTION(() => {
      this.take(t('...'));
      return this.SUBRULE1(this.assignment);
    });
    this.take(t(':'), 1);
    return { kind: 'Case', token, value, last };
  }

  private default(): Label {
    const token = this.take(t('default'));
    this.take(t(':'), 2);
    return { kind: 'Case', token };
  }

  /** True if what follows a label is no statement, although it may be right in itself. */
  private endsLabels(): boolean {
    return this.nextIs(t('}')) || this.startsType(this.ahead(1)) || this.nextIs(t('_Static_assert'));
  }

  private missingStatement(labels: Label[]): Statement {
    const label = (labels[labels.length - 1] as Label).token;
    const what = this.nextIs(t('}')) ? "'}'" : 'a declaration';
    const text = `expected a statement after the label, found ${what}: write ';' after the ':'`;
    this.report('SYN2010', text, label.location);
    return { kind: 'ExpressionStatement', id: this.id(), location: label.location };
  }

  private labeled(labels: Label[], statement: Statement): Statement {
    this.checkChain(labels.length);
    let body = statement;
    for (let k = labels.length - 1; k >= 0; k--) {
      const label = labels[k] as Label;
      body = label.kind === 'Labeled' ? this.labeledNode(label, body) : this.caseNode(label, body);
    }
    return body;
  }

  private labeledNode({ token }: Label & { kind: 'Labeled' }, body: Statement): Labeled {
    return { kind: 'Labeled', id: this.id(), location: token.location, label: token.text, body };
  }

  private caseNode({ token, value, last }: Label & { kind: 'Case' }, body: Statement): Case {
    return { kind: 'Case', id: this.id(), location: token.location, value, last, body };
  }

  // unlabeled: compound | expression? ';' | if | switch | while | do | for | forall
  //          | goto | continue | break | return | notify | wait | barrier | fence | critical | change-team
  private readonly statements: IOrAlt<Statement>[] = [
    { ALT: () => this.SUBRULE(this.expressionStatement) },
    { ALT: () => this.SUBRULE(this.compound) },
    { ALT: () => this.SUBRULE(this.ifStatement) },
    { ALT: () => this.SUBRULE(this.forStatement) },
    { ALT: () => this.SUBRULE(this.returnStatement) },
    { ALT: () => this.SUBRULE(this.whileStatement) },
    { ALT: () => this.SUBRULE(this.doStatement) },
    { ALT: () => this.SUBRULE(this.switchStatement) },
    { ALT: () => this.SUBRULE(this.forallStatement) },
    { ALT: () => this.SUBRULE(this.gotoStatement) },
    { ALT: () => this.SUBRULE(this.jumpStatement) },
    { ALT: () => this.SUBRULE(this.synchronization) },
    { ALT: () => this.SUBRULE(this.fence) },
    { ALT: () => this.SUBRULE(this.critical) },
    { ALT: () => this.SUBRULE(this.changeTeam) },
    { ALT: () => this.SUBRULE(this.asmStatement) },
  ];

  // expression-statement: expression? ';'                                        C99 6.8.3
  readonly expressionStatement: Rule<Statement> = this.rule('expressionStatement', () => {
    const location = this.here;
    const expression = this.OPTION(() => this.SUBRULE(this.expression));
    this.semicolon('expression');
    return { kind: 'ExpressionStatement', id: this.id(), location, expression };
  });

  // if: 'if' condition statement ('else' 'if' condition statement)* ('else' statement)?             C99 6.8.4.1
  readonly ifStatement: Rule<Statement> = this.rule('ifStatement', () => {
    const { location } = this.take(t('if'));
    const arms = [{ location, test: this.condition(0), then: this.SUBRULE(this.statement) }];
    this.ACTION(() => this.settleElse());
    this.MANY(() => {
      this.take(ElseIf);
      const place = this.take(t('if'), 1).location;
      arms.push({ location: place, test: this.condition(1), then: this.SUBRULE1(this.statement) });
      this.checkChain(arms.length);
      this.ACTION(() => this.settleElse());
    });
    const otherwise = this.OPTION(() => {
      this.take(t('else'));
      return this.SUBRULE2(this.statement);
    });
    return this.arms(arms, otherwise);
  });

  private settleElse(): void {
    if (this.nextIs(Identifier)) this.correct((tokens, at) => (isElse(tokens, at) ? 'else' : undefined));
  }

  private arms(arms: Pick<If, 'location' | 'test' | 'then'>[], last?: Statement): Statement {
    let otherwise = last;
    for (let k = arms.length - 1; k >= 0; k--) {
      const { location, test, then } = arms[k] as (typeof arms)[number];
      otherwise = { kind: 'If', id: this.id(), location, test, then, otherwise };
    }
    return otherwise as Statement;
  }

  /** '(' expression ')'. Part of the rule that calls it. */
  private condition(index: number): Expression {
    const open = this.take(AnyParen, index);
    const expression = this.subrule(index, this.expression);
    this.close(open, t(')'), index);
    return expression;
  }

  // switch: 'switch' condition statement                                         C99 6.8.4.2
  readonly switchStatement: Rule<Statement> = this.rule('switchStatement', () => {
    const { location } = this.take(t('switch'));
    const value = this.condition(0);
    return { kind: 'Switch', id: this.id(), location, value, body: this.SUBRULE(this.statement) };
  });

  // while: 'while' condition statement                                           C99 6.8.5.1
  readonly whileStatement: Rule<Statement> = this.rule('whileStatement', () => {
    const { location } = this.take(t('while'));
    const test = this.condition(0);
    return { kind: 'While', id: this.id(), location, test, body: this.SUBRULE(this.statement) };
  });

  // do: 'do' statement 'while' condition ';'                                     C99 6.8.5.2
  readonly doStatement: Rule<Statement> = this.rule('doStatement', () => {
    const { location } = this.take(t('do'));
    const body = this.SUBRULE(this.statement);
    this.take(t('while'));
    const test = this.condition(0);
    this.semicolon("'do ... while'");
    return { kind: 'DoWhile', id: this.id(), location, body, test };
  });

  // for: 'for' '(' header ')' statement                                          C99 6.8.5.3
  readonly forStatement: Rule<Statement> = this.rule('forStatement', () =>
    this.inScope(() => {
      const { location } = this.take(t('for'));
      const open = this.take(AnyParen);
      const header = this.SUBRULE(this.header);
      this.close(open, t(')'));
      return { kind: 'For', id: this.id(), location, ...header, body: this.SUBRULE(this.statement) };
    }),
  );

  // header: (declaration | expression? ';') expression? ';' expression?
  readonly header: Rule<Header> = this.rule('header', () => {
    const initial = this.OR<Expression | Declaration | undefined>([
      { ALT: () => this.SUBRULE(this.declaration) },
      { ALT: () => this.headerPart(0, 'the first part of the loop') },
    ]);
    const test = this.headerPart(1, 'the condition of the loop');
    const step = this.OPTION2(() => this.SUBRULE2(this.expression));
    return { initial, test, step };
  });

  private headerPart(index: 0 | 1, ended: string): Expression | undefined {
    const expression = this.option(index, () => this.subrule(index, this.expression));
    this.semicolon(ended, index);
    return expression;
  }

  // forall: 'upc_forall' '(' header ';' (expression | 'continue')? ')' statement UPC 6.6.2
  readonly forallStatement: Rule<Statement> = this.rule('forallStatement', () =>
    this.inScope(() => {
      const { location } = this.take(t('upc_forall'));
      const open = this.take(AnyParen);
      const header = this.SUBRULE(this.header);
      this.semicolon("the step of 'upc_forall' (its affinity goes after it)");
      const affinity = this.OPTION(() =>
        this.OR<Expression | 'continue'>([
          { ALT: () => this.SUBRULE(this.expression) },
          { ALT: () => this.continueAffinity() },
        ]),
      );
      this.close(open, t(')'));
      const body = this.SUBRULE(this.statement);
      return { kind: 'UpcForall', id: this.id(), location, ...header, affinity, body };
    }),
  );

  private continueAffinity(): 'continue' {
    this.take(t('continue'));
    return 'continue';
  }

  // goto: 'goto' (name | '*' expression) ';'                                    C99 6.8.6.1, GNU
  readonly gotoStatement: Rule<Statement> = this.rule('gotoStatement', () => {
    const { location } = this.take(t('goto'));
    const target = this.OR<Expression | string>({
      DEF: [{ ALT: () => this.take(Name).text }, { ALT: () => this.computedTarget() }],
      ERR_MSG: 'identifier',
    });
    this.semicolon("'goto'");
    if (typeof target === 'string') return { kind: 'Goto', id: this.id(), location, label: target };
    return { kind: 'ComputedGoto', id: this.id(), location, target };
  });

  private computedTarget(): Expression {
    this.take(t('*'));
    return this.SUBRULE(this.expression);
  }

  // jump: ('continue' | 'break') ';'                                             C99 6.8.6.2, 6.8.6.3
  readonly jumpStatement: Rule<Statement> = this.rule('jumpStatement', () => {
    const { text, location } = this.OR([{ ALT: () => this.take(t('continue')) }, { ALT: () => this.take(t('break')) }]);
    this.semicolon(`'${text}'`);
    return { kind: text === 'break' ? 'Break' : 'Continue', id: this.id(), location };
  });

  // return: 'return' expression? ';'                                             C99 6.8.6.4
  readonly returnStatement: Rule<Statement> = this.rule('returnStatement', () => {
    const { location } = this.take(t('return'));
    const value = this.OPTION(() => this.SUBRULE(this.expression));
    this.semicolon("'return'");
    return { kind: 'Return', id: this.id(), location, value };
  });

  // synchronization: ('upc_notify' | 'upc_wait' | 'upc_barrier') expression? ';' UPC 6.6.1
  readonly synchronization: Rule<Statement> = this.rule('synchronization', () => {
    const { text, location } = this.OR([
      { ALT: () => this.take(t('upc_barrier')) },
      { ALT: () => this.take(t('upc_notify')) },
      { ALT: () => this.take(t('upc_wait')) },
    ]);
    const value = this.OPTION(() => this.SUBRULE(this.expression));
    this.semicolon(`'${text}'`);
    const kind = text === 'upc_barrier' ? 'UpcBarrier' : text === 'upc_notify' ? 'UpcNotify' : 'UpcWait';
    return { kind, id: this.id(), location, value };
  });

  // fence: 'upc_fence' ';'                                                       UPC 6.6.1
  readonly fence: Rule<Statement> = this.rule('fence', () => {
    const { location } = this.take(t('upc_fence'));
    this.semicolon("'upc_fence'");
    return { kind: 'UpcFence', id: this.id(), location };
  });

  // asm: 'asm' anything ';'                                                      GNU
  readonly asmStatement: Rule<Statement> = this.rule('asmStatement', () => {
    const { location } = this.take(t('asm'));
    this.ACTION(() => this.skipAssembler(location));
    this.semicolon('asm statement');
    return { kind: 'ExpressionStatement', id: this.id(), location };
  });

  protected skipAssembler(location: Location): void {
    const text = 'inline assembly is not supported: there is no machine to assemble for; write it in C';
    if (!this.isCompilerBarrier()) this.report('SYN2008', text, location);
    while (!this.nextIs(SEMICOLON) && !this.nextIs(t('{')) && this.ahead(1).lazy !== 'paren' && !this.nextIs(End))
      this.moveTo(this.ahead(1).index + 1);
    const open = this.ahead(1);
    if (open.partner > open.index) this.moveTo(open.partner + 1);
  }

  /** `asm volatile ("" : : : "memory")` assembles nothing: it keeps a compiler from moving memory accesses, as ours never does. */
  private isCompilerBarrier(): boolean {
    let at = 1;
    while (['volatile', '__volatile__', '__volatile', 'goto', 'inline'].includes(this.ahead(at).image)) at++;
    return this.ahead(at).image === '(' && this.ahead(at + 1).image === '""' && !this.movesOperands(at + 2);
  }

  /** Whether an input is to come out in another operand's place: `asm ("" : "=r"(a) : "0"(b))` would be `a = b`. */
  private movesOperands(first: number): boolean {
    const operands: { constraint: string; text: string }[] = [];
    for (let at = first; !this.isAhead(at, ';') && this.ahead(at).source.kind !== 'end'; at++) {
      const [constraint, open] = [this.ahead(at), this.ahead(at + 1)];
      if (constraint.source.kind !== 'string' || open.image !== '(') continue;
      const inside = this.tokens.slice(open.index + 1, open.partner);
      operands.push({ constraint: constraint.image, text: inside.map(({ image }) => image).join(' ') });
    }
    return operands.some(({ constraint, text }) => {
      const place = /^"\D*(\d+)/.exec(constraint)?.[1];
      return place !== undefined && operands[Number(place)]?.text !== text;
    });
  }

  private isAhead(at: number, text: string): boolean {
    return this.ahead(at).image === text && this.ahead(at).source.kind === 'punctuator';
  }
}
