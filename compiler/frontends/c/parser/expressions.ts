/**
 * Expressions (C99 6.5, UPC 1.3 6.5).
 *
 * Two rules do most of the work: `assignment` holds a flat list of operands and operators and builds the tree by
 * precedence; `unary` holds prefixes, one primary expression and suffixes. A rule for each of C's fifteen levels would
 * be entered for every constant.
 */
import type { ParserMethod, TokenType } from 'chevrotain';
import type { Location } from '../../../source/source.ts';
import type {
  Assignment,
  BinaryOperator as BinaryOperatorText,
  Designator,
  Expression,
  GenericSelection,
  InitializerList,
  Section,
  SizeOf,
  StringLiteral,
  TypeName,
  Unary,
} from '../ast/ast.ts';
import type { CharacterValue, FloatingValue, IntegerValue, StringValue, Token } from '../lexer/token.ts';
import { CoarrayParser } from './coarrays.ts';
import {
  AnyParen,
  AssignmentOperator,
  BinaryOperator,
  BlockParen,
  CastParen,
  Character,
  Floating,
  Identifier,
  Increment,
  Integer,
  LiteralParen,
  Name,
  Paren,
  PrefixOperator,
  SizeOperator,
  StringToken,
  t,
} from './terminals.ts';

const PRECEDENCES = ['||', '&&', '|', '^', '&', '== !=', '< > <= >=', '<< >>', '+ -', '* / %'];
const precedenceOf = new Map(PRECEDENCES.flatMap((level, k) => level.split(' ').map((text) => [text, k] as const)));

/** A prefix as it was read: the operator's token, or a cast's type and its '('. */
type Prefix = { readonly token: Token; readonly cast?: TypeName };
type Rule<T> = ParserMethod<[], T>;
type Association = GenericSelection['associations'][number];
/** The text between brackets: an index, or with bounds a section that starts there. */
interface Subscript {
  readonly index?: Expression;
  readonly bounds?: Pick<Section, 'length' | 'step'>;
}

export abstract class ExpressionParser extends CoarrayParser {
  abstract readonly typeName: Rule<TypeName>;
  abstract readonly initializerList: Rule<InitializerList>;

  // expression: assignment (',' assignment)*                                     C99 6.5.17
  readonly expression: Rule<Expression> = this.rule('expression', () => {
    let result = this.SUBRULE(this.assignment);
    let length = 0;
    this.MANY(() => {
      const { location } = this.take(t(','));
      const right = this.SUBRULE1(this.assignment);
      this.checkChain(++length);
      result = { kind: 'Comma', id: this.id(), location, left: result, right };
    });
    return result;
  });

  // assignment: conditional (assignment-operator conditional)*                   C99 6.5.16
  //
  // The grammar of C takes only unary expressions on the left; semantics reports a left side that is no lvalue.
  readonly assignment: Rule<Expression> = this.rule('assignment', () => {
    const first = this.conditional(1);
    let operands: Expression[] | undefined;
    const operators: Token[] = [];
    this.MANY(() => {
      operators.push(this.take(AssignmentOperator));
      operands ??= [first];
      operands.push(this.conditional(3));
      this.checkChain(operators.length);
    });
    return operands === undefined ? first : this.ACTION(() => this.assignments(operands as Expression[], operators));
  });

  private assignments(operands: Expression[], operators: Token[]): Expression {
    let right = operands[operands.length - 1] as Expression;
    for (let k = operators.length - 1; k >= 0; k--) {
      const { text, location } = operators[k] as Token;
      const operator = text as Assignment['operator'];
      right = { kind: 'Assignment', id: this.id(), location, operator, left: operands[k] as Expression, right };
    }
    return right;
  }

  // conditional: binary ('?' expression? ':' binary)*                            C99 6.5.15
  //
  // Part of the rule that calls it; `index` and `index + 1` number its uses of terminals and rules there.
  private conditional(index: number): Expression {
    const first = this.binary(index);
    let rest: { token: Token; then?: Expression; otherwise: Expression }[] | undefined;
    this.many(10 + index, () => {
      const token = this.take(t('?'), index);
      const then = this.option(index, () => this.subrule(index, this.expression));
      this.consume(index, t(':'));
      const otherwise = this.binary(index + 1);
      rest ??= [];
      rest.push({ token, then, otherwise });
      this.checkChain(rest?.length ?? 0);
    });
    if (rest === undefined) return first;
    return this.ACTION(() => this.conditionals(first, rest ?? []));
  }

  private conditionals(
    first: Expression,
    rest: { token: Token; then?: Expression; otherwise: Expression }[],
  ): Expression {
    const tests = [first, ...rest.map((part) => part.otherwise)];
    let result = tests[rest.length] as Expression;
    for (let k = rest.length - 1; k >= 0; k--) {
      const { token, then } = rest[k] as (typeof rest)[number];
      const test = tests[k] as Expression;
      result = { kind: 'Conditional', id: this.id(), location: token.location, test, then, otherwise: result };
    }
    return result;
  }

  // binary: unary (binary-operator unary)*                                       C99 6.5.5 to 6.5.14
  private binary(index: number): Expression {
    const first = this.subrule(2 * index, this.unary);
    let operands: Expression[] | undefined;
    let operators: Token[] = [];
    let length = 0;
    this.many(index, () => {
      const operator = this.take(BinaryOperator, index);
      this.checkChain(++length);
      if (operands === undefined) [operands, operators] = [[first], []];
      this.reduce(operands, operators, precedenceOf.get(operator.text) as number);
      operators.push(operator);
      operands.push(this.subrule(2 * index + 1, this.unary));
    });
    if (operands === undefined) return first;
    this.reduce(operands, operators, 0);
    return (operands as Expression[])[0] as Expression;
  }

  /** Builds trees of the last operands while their operator binds at least as strongly as `precedence`. */
  private reduce(operands: Expression[], operators: Token[], precedence: number): void {
    if (this.RECORDING_PHASE) return;
    while (operators.length > 0) {
      const { text, location } = operators[operators.length - 1] as Token;
      if ((precedenceOf.get(text) as number) < precedence) return;
      operators.pop();
      const right = operands.pop() as Expression;
      const left = operands.pop() as Expression;
      const operator = text as BinaryOperatorText;
      operands.push({ kind: 'Binary', id: this.id(), location, operator, left, right });
    }
  }

  // unary: (prefix-operator | '(' type-name ')')* primary suffix*                C99 6.5.2 to 6.5.4
  readonly unary: Rule<Expression> = this.rule('unary', () => {
    let prefixes: Prefix[] | undefined;
    this.MANY(() => {
      const prefix = this.OR([
        { ALT: (): Prefix => ({ token: this.take(PrefixOperator) }) },
        { ALT: () => this.castPrefix() },
      ]);
      prefixes ??= [];
      prefixes.push(prefix);
    });
    let operand = this.OR1({ DEF: this.primaries, ERR_MSG: 'expression' });
    let suffixes = 0;
    this.MANY1(() => {
      operand = this.suffix(operand);
      this.checkChain(++suffixes);
    });
    return prefixes === undefined ? operand : this.ACTION(() => this.prefixed(prefixes as Prefix[], operand));
  });

  private castPrefix(): Prefix {
    const token = this.take(CastParen);
    const cast = this.SUBRULE(this.typeName);
    this.close(token, t(')'));
    return { token, cast };
  }

  private prefixed(prefixes: Prefix[], operand: Expression): Expression {
    this.checkChain(prefixes.length);
    for (let k = prefixes.length - 1; k >= 0; k--) operand = this.prefix(prefixes[k] as Prefix, operand);
    return operand;
  }

  private prefix({ token, cast }: Prefix, operand: Expression): Expression {
    const { text, location } = token;
    if (cast !== undefined) return { kind: 'Cast', id: this.id(), location, typeName: cast, operand };
    if (text === '__extension__') return operand;
    if (text === '++' || text === '--')
      return { kind: 'IncrementDecrement', id: this.id(), location, operator: text, prefix: true, operand };
    const operator = (text === '__real' ? '__real__' : text === '__imag' ? '__imag__' : text) as Unary['operator'];
    return { kind: 'Unary', id: this.id(), location, operator, operand };
  }

  // suffix: '[' expression ']' | '(' (assignment (',' assignment)*)? ')'
  //       | '.' name | '->' name | '++' | '--'                                   C99 6.5.2
  //       | '[' expression? section-bounds ']' | coindex                         XcalableMP 5.2
  //
  // Part of `unary`.
  private suffix(operand: Expression): Expression {
    return this.OR2([
      { ALT: () => this.index(operand) },
      { ALT: () => this.call(operand) },
      { ALT: () => this.member(operand, this.take(t('.')), 0) },
      { ALT: () => this.member(operand, this.take(t('->')), 1) },
      { ALT: () => this.increment(operand) },
      { ALT: () => this.SUBRULE(this.coindex, { ARGS: [operand] }) },
    ]);
  }

  private index(array: Expression): Expression {
    const open = this.take(t('['));
    const subscript = this.OR3({
      DEF: [{ ALT: () => this.indexOrSection() }, { ALT: () => ({ bounds: this.SUBRULE1(this.sectionBounds) }) }],
      ERR_MSG: 'expression',
    });
    this.close(open, t(']'));
    return this.ACTION(() => this.subscripted(array, open.location, subscript));
  }

  private indexOrSection(): Subscript {
    const index = this.SUBRULE(this.expression);
    const bounds = this.OPTION1(() => this.SUBRULE(this.sectionBounds));
    return { index, ...(bounds && { bounds }) };
  }

  private subscripted(array: Expression, location: Location, { index, bounds }: Subscript): Expression {
    const id = this.id();
    if (bounds) return { kind: 'Section', id, location, array, ...(index && { start: index }), ...bounds };
    return { kind: 'Index', id, location, array, index: index as Expression };
  }

  private call(callee: Expression): Expression {
    const open = this.take(AnyParen);
    const list: Expression[] = [];
    this.OPTION(() => {
      list.push(this.SUBRULE(this.assignment));
      this.MANY2(() => {
        this.take(t(','));
        list.push(this.SUBRULE1(this.assignment));
      });
    });
    this.close(open, t(')'), 1, "',' or ')'");
    return { kind: 'Call', id: this.id(), location: open.location, callee, arguments: list };
  }

  private member(object: Expression, { location }: Token, index: 0 | 1): Expression {
    const { text } = this.take(Name, index);
    return { kind: 'Member', id: this.id(), location, object, name: text, arrow: index === 1 };
  }

  private increment(operand: Expression): Expression {
    const { text, location } = this.take(Increment);
    const operator = text as '++' | '--';
    return { kind: 'IncrementDecrement', id: this.id(), location, operator, prefix: false, operand };
  }

  // primary: name | literal | 'THREADS' | 'MYTHREAD' | '(' expression ')' | compound-literal
  //        | statement-expression | size | built-in | '&&' name                              C99 6.5.1, UPC 6.3.1, 6.3.2
  //
  // Part of `unary`; made once, since it is chosen from for every operand.
  private readonly primaries: { ALT: () => Expression }[] = [
    { ALT: () => this.identifier() },
    { ALT: () => this.integer() },
    { ALT: () => this.floating() },
    { ALT: () => this.character() },
    { ALT: () => this.stringLiteral() },
    { ALT: () => this.threads() },
    { ALT: () => this.myThread() },
    { ALT: () => this.parenthesised() },
    { ALT: () => this.SUBRULE(this.compoundLiteral) },
    { ALT: () => this.SUBRULE(this.statementExpression) },
    { ALT: () => this.SUBRULE(this.size) },
    { ALT: () => this.SUBRULE(this.vaArg) },
    { ALT: () => this.SUBRULE(this.offsetOf) },
    { ALT: () => this.SUBRULE(this.typesCompatible) },
    { ALT: () => this.SUBRULE(this.choose) },
    { ALT: () => this.SUBRULE(this.generic) },
    { ALT: () => this.labelAddress() },
  ];

  private identifier(): Expression {
    const { text, location } = this.take(Identifier);
    return { kind: 'Identifier', id: this.id(), location, name: text };
  }

  private integer(): Expression {
    const { location, value } = this.take(Integer);
    return { kind: 'IntegerLiteral', id: this.id(), location, ...(value as IntegerValue) };
  }

  private floating(): Expression {
    const { location, value } = this.take(Floating);
    return { kind: 'FloatingLiteral', id: this.id(), location, ...(value as FloatingValue) };
  }

  private character(): Expression {
    const { location, value } = this.take(Character);
    return { kind: 'CharacterLiteral', id: this.id(), location, ...(value as CharacterValue) };
  }

  protected stringLiteral(): StringLiteral {
    const { location, value } = this.take(StringToken);
    return { kind: 'StringLiteral', id: this.id(), location, ...(value as StringValue) };
  }

  private threads(): Expression {
    const { location } = this.take(t('THREADS'));
    return { kind: 'Threads', id: this.id(), location };
  }

  private myThread(): Expression {
    const { location } = this.take(t('MYTHREAD'));
    return { kind: 'MyThread', id: this.id(), location };
  }

  private parenthesised(): Expression {
    const open = this.take(Paren);
    const expression = this.SUBRULE1(this.expression);
    this.close(open, t(')'), 2);
    return expression;
  }

  /** GNU `&&label`. */
  private labelAddress(): Expression {
    const { location } = this.take(t('&&'));
    const { text } = this.take(Name, 2);
    return { kind: 'LabelAddress', id: this.id(), location, label: text };
  }

  // compound-literal: '(' type-name ')' initializer-list                         C99 6.5.2.5
  readonly compoundLiteral: Rule<Expression> = this.rule('compoundLiteral', () => {
    const open = this.take(LiteralParen);
    const typeName = this.SUBRULE(this.typeName);
    this.close(open, t(')'));
    const initializer = this.SUBRULE(this.initializerList);
    return { kind: 'CompoundLiteral', id: this.id(), location: open.location, typeName, initializer };
  });

  // statement-expression: '(' compound ')'                                       GNU
  readonly statementExpression: Rule<Expression> = this.rule('statementExpression', () => {
    const open = this.take(BlockParen);
    const body = this.SUBRULE(this.compound);
    this.close(open, t(')'));
    return { kind: 'StatementExpression', id: this.id(), location: open.location, body };
  });

  // size: size-operator ('(' type-name ')' | unary)                              C99 6.5.3.4, UPC 6.5.1
  readonly size: Rule<Expression> = this.rule('size', () => {
    const { text, location } = this.take(SizeOperator);
    const operator = (text.startsWith('__alignof') ? '_Alignof' : text) as SizeOf['operator'];
    const operand = this.OR<Expression | TypeName>([
      { ALT: () => this.typeInParens(CastParen), IGNORE_AMBIGUITIES: true },
      { ALT: () => this.SUBRULE(this.unary) },
    ]);
    return { kind: 'SizeOf', id: this.id(), location, operator, operand };
  });

  protected typeInParens(paren: TokenType): TypeName {
    const open = this.take(paren);
    const typeName = this.SUBRULE(this.typeName);
    this.close(open, t(')'));
    return typeName;
  }

  // va-arg: '__builtin_va_arg' '(' assignment ',' type-name ')'                  C99 7.15.1.1
  readonly vaArg: Rule<Expression> = this.rule('vaArg', () => {
    const { location } = this.take(t('__builtin_va_arg'));
    const open = this.take(AnyParen);
    const list = this.SUBRULE(this.assignment);
    this.take(t(','));
    const typeName = this.SUBRULE(this.typeName);
    this.close(open, t(')'));
    return { kind: 'VaArg', id: this.id(), location, list, typeName };
  });

  // offset-of: '__builtin_offsetof' '(' type-name ',' name ('.' name | '[' expression ']')* ')'     C99 7.17
  readonly offsetOf: Rule<Expression> = this.rule('offsetOf', () => {
    const { location } = this.take(t('__builtin_offsetof'));
    const open = this.take(AnyParen);
    const typeName = this.SUBRULE(this.typeName);
    this.take(t(','));
    const first = this.take(Name);
    const path: Designator[] = [{ kind: 'member', name: first.text, location: first.location }];
    this.MANY(() => {
      path.push(this.OR([{ ALT: () => this.memberDesignator() }, { ALT: () => this.indexInOffset() }]));
    });
    this.close(open, t(')'));
    return { kind: 'OffsetOf', id: this.id(), location, typeName, path };
  });

  /** `.name`: a part of the rules that designate members. */
  protected memberDesignator(): Designator {
    this.take(t('.'));
    const { text, location } = this.take(Name, 1);
    return { kind: 'member', name: text, location };
  }

  private indexInOffset(): Designator {
    const open = this.take(t('['));
    const index = this.SUBRULE(this.expression);
    this.close(open, t(']'));
    return { kind: 'index', index, location: open.location };
  }

  // types-compatible: '__builtin_types_compatible_p' '(' type-name ',' type-name ')'                GNU
  readonly typesCompatible: Rule<Expression> = this.rule('typesCompatible', () => {
    const { location } = this.take(t('__builtin_types_compatible_p'));
    const open = this.take(AnyParen);
    const first = this.SUBRULE(this.typeName);
    this.take(t(','));
    const second = this.SUBRULE1(this.typeName);
    this.close(open, t(')'));
    return { kind: 'TypesCompatible', id: this.id(), location, first, second };
  });

  // choose: '__builtin_choose_expr' '(' assignment ',' assignment ',' assignment ')'                GNU
  readonly choose: Rule<Expression> = this.rule('choose', () => {
    const { location } = this.take(t('__builtin_choose_expr'));
    const open = this.take(AnyParen);
    const test = this.SUBRULE(this.assignment);
    this.take(t(','));
    const then = this.SUBRULE1(this.assignment);
    this.take(t(','), 1);
    const otherwise = this.SUBRULE2(this.assignment);
    this.close(open, t(')'));
    return { kind: 'ChooseExpression', id: this.id(), location, test, then, otherwise };
  });

  // generic: '_Generic' '(' assignment (',' association)+ ')'                    C11 6.5.1.1
  readonly generic: Rule<Expression> = this.rule('generic', () => {
    const { location } = this.take(t('_Generic'));
    const open = this.take(AnyParen);
    const control = this.SUBRULE(this.assignment);
    const associations: Association[] = [];
    this.AT_LEAST_ONE(() => {
      this.take(t(','));
      associations.push(this.SUBRULE(this.association));
    });
    this.close(open, t(')'));
    return { kind: 'GenericSelection', id: this.id(), location, control, associations };
  });

  // association: (type-name | 'default') ':' assignment
  readonly association: Rule<Association> = this.rule('association', () => {
    const location = this.here;
    const typeName = this.OR<TypeName | undefined>([
      { ALT: () => this.byDefault() },
      { ALT: () => this.SUBRULE(this.typeName) },
    ]);
    this.take(t(':'));
    const value = this.SUBRULE(this.assignment);
    return { ...(typeName && { typeName }), value, location };
  });

  private byDefault(): undefined {
    this.take(t('default'));
  }
}
