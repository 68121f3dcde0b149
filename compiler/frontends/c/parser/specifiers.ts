/**
 * Declaration specifiers: storage, qualifiers with UPC's layouts, types, attributes (C99 6.7.1 to 6.7.4, UPC 1.3 6.4).
 *
 * One idea: a typedef name counts as a type only while no other type was read in the same list (C99 6.7.2p2); after
 * that the same name is the one being declared.
 */
import type { ParserMethod } from 'chevrotain';
import type { Location } from '../../../source/source.ts';
import type {
  Attribute,
  BasicType,
  DeclarationSpecifiers,
  Enum,
  Expression,
  Layout,
  MemberDeclaration,
  Qualifiers,
  StaticAssert,
  StructOrUnion,
  TypeName,
  TypeOf,
  TypeSpecifier,
} from '../ast/ast.ts';
import type { Token } from '../lexer/token.ts';
import { ExpressionParser } from './expressions.ts';
import {
  AnyParen,
  DeclarationExtension,
  Identifier,
  Name,
  QualifierWord,
  TypedefName,
  TypeParen,
  TypeWord,
  t,
  UnspecifiedSize,
} from './terminals.ts';

type Rule<T> = ParserMethod<[], T>;
type Shared = Qualifiers['shared'][number];
type Storage = DeclarationSpecifiers['storage'][number];
type Enumerator = NonNullable<Enum['enumerators']>[number];

/** Qualifiers while they are read. */
export class QualifierList implements Qualifiers {
  const = false;
  volatile = false;
  restrict = false;
  atomic = false;
  shared: Shared[] = [];
  strict?: Location;
  relaxed?: Location;

  /** True if the word was a qualifier. */
  add({ text, location }: Token): boolean {
    const word = text.replaceAll('_', '');
    if (word === 'const' || word === 'volatile' || word === 'restrict') this[word] = true;
    else if (word === 'strict' || word === 'relaxed') this[word] ??= location;
    else return false;
    return true;
  }
}

/** Specifiers while they are read. */
class SpecifierList {
  readonly storage: Storage[] = [];
  readonly qualifiers = new QualifierList();
  readonly types: TypeSpecifier[] = [];
  readonly attributes: Attribute[] = [];
  inline = false;
  noreturn = false;
}

/** Words that cannot follow the definition of a type in the same declaration, or never do. */
const AFTER_DEFINITION = new Set(
  'void char short int long float double signed unsigned struct union enum typedef extern static inline'.split(' '),
);
const STORAGE = new Set(['typedef', 'extern', 'static', 'auto', 'register']);
const THREAD_LOCAL = new Set(['_Thread_local', '__thread']);

export abstract class SpecifierParser extends ExpressionParser {
  abstract readonly memberDeclaration: Rule<MemberDeclaration | StaticAssert | undefined>;

  // specifiers: (type-word | shared-qualifier | typedef-name | struct | enum | type-of | attributes | alignment | '__extension__')+
  //                                                                              C99 6.7, UPC 6.4.1
  readonly specifiers: Rule<DeclarationSpecifiers> = this.rule('specifiers', () => {
    const location = this.here;
    const list = new SpecifierList();
    this.AT_LEAST_ONE({
      DEF: () => {
        this.specifier(list);
        this.ACTION(() => this.settleSpecifier(list.types[list.types.length - 1]));
      },
      ERR_MSG: 'type',
    });
    return this.specifiersOf(list, location);
  });

  /** Settles the meaning of a name after the last type read, if one was. */
  private settleSpecifier(last: TypeSpecifier | undefined): void {
    if (last === undefined) {
      this.guessType(true);
      return;
    }
    this.expectOrdinaryName();
    const defines = (last.kind === 'StructOrUnion' && last.members) || (last.kind === 'Enum' && last.enumerators);
    if (!defines || this.previous.image !== '}' || !this.beginsAnother()) return;
    const text = `expected ';' after definition of a type, found ${this.found}`;
    this.fail('SYN2004', text, this.afterPrevious, [], this.putInPlace(';'));
  }

  /** `struct s { } static x;` is one declaration; where a type follows `static` a ';' is missing. */
  private beginsAnother(): boolean {
    const { image } = this.ahead(1);
    if (!AFTER_DEFINITION.has(image)) return false;
    return !(
      STORAGE.has(image) &&
      ((this.isName(this.ahead(2)) && !this.startsType(this.ahead(2))) || this.ahead(2).image === '*')
    );
  }

  private specifier(list: SpecifierList): void {
    this.OR([
      { ALT: () => this.word(list) },
      { ALT: () => list.types.push(this.typedefName()) },
      { ALT: () => list.qualifiers.shared.push(this.SUBRULE(this.sharedQualifier)) },
      { ALT: () => list.types.push(this.SUBRULE(this.structOrUnion)) },
      { ALT: () => list.types.push(this.SUBRULE(this.enumeration)) },
      { ALT: () => list.types.push(this.SUBRULE(this.typeOf)) },
      { ALT: () => this.atomic(list) },
      { ALT: () => this.SUBRULE(this.attributes, { ARGS: [list.attributes] }) },
      { ALT: () => list.attributes.push(this.SUBRULE(this.alignment)) },
      { ALT: () => this.take(DeclarationExtension) },
    ]);
  }

  /** `_Atomic(type)`, or the qualifier (C11 6.7.2.4). Part of `specifiers`. */
  private atomic({ qualifiers, types }: SpecifierList): void {
    const { location } = this.take(t('_Atomic'));
    const typeName = this.OPTION(() => this.typeInParens(TypeParen));
    if (typeName) types.push({ kind: 'AtomicType', id: this.id(), location, typeName });
    else qualifiers.atomic = true;
  }

  private specifiersOf(list: SpecifierList, location: Location): DeclarationSpecifiers {
    const { storage, inline, noreturn, qualifiers, types, attributes } = list;
    const id = this.id();
    return { kind: 'DeclarationSpecifiers', id, location, storage, inline, noreturn, qualifiers, types, attributes };
  }

  /** The specifiers of a declaration that has none: `main() {}`. */
  protected noSpecifiers(): DeclarationSpecifiers {
    return this.specifiersOf(new SpecifierList(), this.here);
  }

  /** Storage has no place in a type name or a member. */
  protected checkStorage({ storage }: DeclarationSpecifiers, place: string): void {
    for (const { name, location } of storage ?? [])
      this.report('SYN2011', `storage class '${name}' is not allowed in ${place}`, location);
  }

  private word(list: SpecifierList): void {
    const token = this.take(TypeWord);
    const { text, location } = token;
    if (STORAGE.has(text)) list.storage.push({ name: text as Storage['name'], location });
    else if (text === '_Noreturn') list.noreturn = true;
    else if (THREAD_LOCAL.has(text))
      return; // what is not shared belongs to a thread anyway
    else if (text.includes('inline')) list.inline = true;
    else if (!list.qualifiers.add(token)) list.types.push(this.basicType(token));
  }

  private basicType({ text, location }: Token): BasicType {
    if (text === '_Imaginary') this.report('SYN2014', `'_Imaginary' types are not supported; use '_Complex'`, location);
    const name = text.startsWith('__signed') ? 'signed' : text.startsWith('__complex') ? '_Complex' : text;
    return { kind: 'BasicType', id: this.id(), location, name: name as BasicType['name'] };
  }

  /** An unknown name that was taken for a type, and reported, stands for `int`. */
  private typedefName(): TypeSpecifier {
    const { text, location } = this.take(TypedefName);
    if (this.unknownTypes.has(text)) return { kind: 'BasicType', id: this.id(), location, name: 'int' };
    return { kind: 'TypedefName', id: this.id(), location, name: text };
  }

  // shared-qualifier: 'shared' ('[' ('*' | expression)? ']')?                              UPC 6.4.2
  readonly sharedQualifier: Rule<Shared> = this.rule('sharedQualifier', () => {
    const { location } = this.take(t('shared'));
    let layout: Layout = { kind: 'none' };
    this.OPTION(() => {
      const open = this.take(t('['));
      layout = { kind: 'indefinite' };
      this.OPTION1(() => {
        layout = this.OR<Layout>([{ ALT: () => this.starLayout() }, { ALT: () => this.blockLayout() }]);
      });
      this.close(open, t(']'));
    });
    return { layout, location };
  });

  private starLayout(): Layout {
    this.take(UnspecifiedSize);
    return { kind: 'star' };
  }

  private blockLayout(): Layout {
    return { kind: 'block', size: this.SUBRULE(this.expression) };
  }

  /** Words and `shared`s that qualify a pointer or an array parameter; attributes among them change nothing. */
  protected qualifierList(): QualifierList {
    const list = new QualifierList();
    this.MANY(() => {
      this.OR([
        { ALT: () => list.add(this.take(QualifierWord)) },
        { ALT: () => this.atomicQualifier(list) },
        { ALT: () => list.shared.push(this.SUBRULE(this.sharedQualifier)) },
        { ALT: () => this.SUBRULE(this.attributes, { ARGS: [[]] }) },
      ]);
    });
    return list;
  }

  private atomicQualifier(list: QualifierList): void {
    this.take(t('_Atomic'));
    list.atomic = true;
  }

  // struct-or-union: ('struct' | 'union') attributes* name? ('{' member-declaration* '}' attributes*)?
  //                                                                              C99 6.7.2.1
  readonly structOrUnion: Rule<StructOrUnion> = this.rule('structOrUnion', () => {
    const keyword = this.OR([{ ALT: () => this.take(t('struct')) }, { ALT: () => this.take(t('union')) }]);
    const attributes: Attribute[] = [];
    this.MANY(() => this.SUBRULE(this.attributes, { ARGS: [attributes] }));
    const tag = this.OPTION(() => this.take(Name).text);
    const members = this.OPTION1(() => this.members(attributes));
    this.ACTION(() => this.checkTag(keyword, tag, members));
    const union = keyword.text === 'union';
    return { kind: 'StructOrUnion', id: this.id(), location: keyword.location, union, tag, members, attributes };
  });

  private members(attributes: Attribute[]): (MemberDeclaration | StaticAssert)[] {
    const open = this.take(t('{'));
    const members = this.items('member', this.memberDeclaration);
    this.close(open, t('}'));
    this.MANY1(() => this.SUBRULE1(this.attributes, { ARGS: [attributes] }));
    return members;
  }

  private checkTag(keyword: Token, tag?: string, body?: readonly unknown[]): void {
    if (tag !== undefined || body !== undefined) return;
    const text = `expected a tag or '{' after '${keyword.text}', found ${this.found}`;
    this.fail('SYN2002', text, this.here);
  }

  // enumeration: 'enum' attributes* name? ('{' (enumerator (',' enumerator)*)? ','? '}' attributes*)?
  //                                                                              C99 6.7.2.2
  readonly enumeration: Rule<Enum> = this.rule('enumeration', () => {
    const keyword = this.take(t('enum'));
    this.MANY(() => this.SUBRULE(this.attributes, { ARGS: [[]] }));
    const tag = this.OPTION(() => this.take(Name).text);
    const enumerators = this.OPTION1(() => this.enumerators());
    this.ACTION(() => this.checkTag(keyword, tag, enumerators));
    return { kind: 'Enum', id: this.id(), location: keyword.location, tag, enumerators };
  });

  private enumerators(): Enumerator[] {
    const open = this.take(t('{'));
    const list: Enumerator[] = [];
    this.listed(() => list.push(this.SUBRULE(this.enumerator)));
    this.close(open, t('}'));
    this.MANY2(() => this.SUBRULE1(this.attributes, { ARGS: [[]] }));
    return list;
  }

  // enumerator: name attributes* ('=' assignment)?
  readonly enumerator: Rule<Enumerator> = this.rule('enumerator', () => {
    const { text, location } = this.take(Name);
    this.MANY(() => this.SUBRULE(this.attributes, { ARGS: [[]] }));
    const value = this.OPTION(() => {
      this.take(t('='));
      return this.SUBRULE(this.assignment);
    });
    this.declare(text, false);
    return { id: this.id(), name: text, value, location };
  });

  // type-of: 'typeof' '(' (type-name | expression) ')'                           GNU
  readonly typeOf: Rule<TypeOf> = this.rule('typeOf', () => {
    const { location } = this.take(t('typeof'));
    const operand = this.OR<Expression | TypeName>([
      { ALT: () => this.typeInParens(TypeParen), IGNORE_AMBIGUITIES: true },
      { ALT: () => this.expressionInParens() },
    ]);
    return { kind: 'TypeOf', id: this.id(), location, operand };
  });

  /** An expression in parentheses, those not part of it. */
  protected expressionInParens(): Expression {
    const open = this.take(AnyParen, 9);
    const expression = this.subrule(9, this.expression);
    this.close(open, t(')'), 9);
    return expression;
  }

  // alignment: '_Alignas' '(' (type-name | assignment) ')'                       C11 6.7.5
  //
  // An attribute from here on; that of a type is its _Alignof.
  readonly alignment: Rule<Attribute> = this.rule('alignment', () => {
    const { location } = this.take(t('_Alignas'));
    const operand = this.OR<Expression | TypeName>([
      { ALT: () => this.typeInParens(TypeParen), IGNORE_AMBIGUITIES: true },
      { ALT: () => this.expressionInParens() },
    ]);
    return { name: 'alignas', arguments: this.RECORDING_PHASE ? [] : [this.alignmentOf(operand)], location };
  });

  private alignmentOf(operand: Expression | TypeName): Expression {
    if (operand.kind !== 'TypeName') return operand;
    return { kind: 'SizeOf', id: this.id(), location: operand.location, operator: '_Alignof', operand };
  }

  // attributes: '__attribute__' '(' '(' attribute? (',' attribute?)* ')' ')'     GNU
  readonly attributes: ParserMethod<[Attribute[]], void> = this.rule('attributes', (list: Attribute[] = []) => {
    this.take(t('__attribute__'));
    const outer = this.take(AnyParen);
    const inner = this.take(AnyParen, 1);
    this.ACTION(() => this.expectAttributeName());
    this.OPTION(() => list.push(this.SUBRULE(this.attribute)));
    this.MANY(() => {
      this.take(t(','));
      this.ACTION(() => this.expectAttributeName());
      this.OPTION1(() => list.push(this.SUBRULE1(this.attribute)));
    });
    this.close(inner, t(')'));
    this.close(outer, t(')'), 1);
  });

  /** Keywords name attributes too: `__attribute__((const))`. */
  private expectAttributeName(): void {
    const next = this.ahead(1);
    if (next.source.kind === 'keyword') next.become(Identifier);
  }

  // attribute: name ('(' (argument (',' argument)*)? ')')?
  readonly attribute: Rule<Attribute> = this.rule('attribute', () => {
    const { text, location } = this.take(Name);
    const list: Expression[] = [];
    this.OPTION(() => {
      const open = this.take(AnyParen);
      this.OPTION1(() => list.push(this.SUBRULE(this.attributeArgument)));
      this.MANY(() => {
        this.take(t(','));
        list.push(this.SUBRULE1(this.attributeArgument));
      });
      this.close(open, t(')'));
    });
    return { name: text.replace(/^__(.*)__$/, '$1'), arguments: list, location };
  });

  // argument: assignment | typedef-name
  readonly attributeArgument: Rule<Expression> = this.rule('attributeArgument', () =>
    this.OR<Expression>([
      { ALT: () => this.SUBRULE(this.assignment) },
      {
        ALT: () => {
          const { text, location } = this.take(TypedefName);
          return { kind: 'Identifier', id: this.id(), location, name: text };
        },
      },
    ]),
  );
}
