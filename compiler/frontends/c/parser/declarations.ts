/**
 * Declarations: members, initializers, declarators with initializers, static assertions
 * (C99 6.7, 6.7.2.1, 6.7.8; C11 6.7.10).
 *
 * One idea: a declared name means what it was declared as from the end of its declarator on (C99 6.2.1p7), so it is
 * put in scope before its initializer is read.
 */
import type { ParserMethod } from 'chevrotain';
import type {
  Attribute,
  Declaration,
  DeclarationSpecifiers,
  Declarator,
  Designator,
  Expression,
  InitDeclarator,
  Initializer,
  InitializerList,
  MemberDeclaration,
  StaticAssert,
} from '../ast/ast.ts';
import type { StringValue } from '../lexer/token.ts';
import { DeclaratorParser, declaredName, innermost } from './declarators.ts';
import { AnyParen, LabelName, StringToken, t } from './terminals.ts';

type Rule<T> = ParserMethod<[], T>;
type InitializerItem = InitializerList['items'][number];
type MemberDeclarator = MemberDeclaration['declarators'][number];

const COMMA = t(',');
const SEMICOLON = t(';');

export abstract class DeclarationParser extends DeclaratorParser {
  // ---------------------------------------------------------------- members

  // member-declaration: specifiers (member-declarator (',' member-declarator)*)? ';' | static-assert | ';'
  //                                                                              C99 6.7.2.1, C11 6.7.10
  readonly memberDeclaration: Rule<MemberDeclaration | StaticAssert | undefined> = this.rule(
    'memberDeclaration',
    () => {
      this.ACTION(() => this.guessType(true));
      return this.OR<MemberDeclaration | StaticAssert | undefined>({
        DEF: [
          { ALT: () => this.strayMember() },
          { ALT: () => this.memberGroup() },
          { ALT: () => this.SUBRULE(this.staticAssert) },
        ],
        ERR_MSG: 'member declaration',
      });
    },
  );

  private strayMember(): undefined {
    this.take(SEMICOLON);
  }

  private memberGroup(): MemberDeclaration {
    const first = this.currIdx + 1;
    const specifiers = this.SUBRULE(this.specifiers);
    this.ACTION(() => this.checkMember(specifiers, first));
    const declarators: MemberDeclarator[] = [];
    this.OPTION(() => {
      declarators.push(this.SUBRULE(this.memberDeclarator));
      this.MANY(() => {
        this.take(COMMA);
        declarators.push(this.SUBRULE1(this.memberDeclarator));
      });
    });
    this.ACTION(() => this.nextIs(t('{')) && this.checkBrace(first, 'this declaration'));
    this.semicolon('member declaration', 1);
    return { kind: 'MemberDeclaration', id: this.id(), location: specifiers.location, specifiers, declarators };
  }

  private checkMember(specifiers: DeclarationSpecifiers, first: number): void {
    if (specifiers.storage.length > 0) this.checkBrace(first, 'this declaration');
    this.checkStorage(specifiers, 'a member of a struct or union');
  }

  // member-declarator: (declarator (':' assignment | coshape)? | ':' assignment) attributes*
  //
  // A coshape is read to say that a member cannot have one.
  readonly memberDeclarator: Rule<MemberDeclarator> = this.rule('memberDeclarator', () => {
    let declarator: Declarator | undefined;
    let width: Expression | undefined;
    this.OR([
      {
        ALT: () => {
          declarator = this.SUBRULE(this.declarator);
          this.OPTION(() => {
            this.OR1([{ ALT: () => (width = this.width(0)) }, { ALT: () => this.memberCoshape() }]);
          });
        },
      },
      {
        ALT: () => {
          width = this.width(1);
        },
      },
    ]);
    return { declarator, width, attributes: this.attributeList() };
  });

  private memberCoshape(): void {
    const { location } = this.SUBRULE(this.coshape);
    const text = 'a member of a struct or union cannot be a coarray: the whole object can (XcalableMP 1.4, 5.1)';
    this.ACTION(() => this.report('COA6003', text, location));
  }

  private width(index: 0 | 1): Expression {
    this.take(t(':'), index);
    return this.subrule(index, this.assignment);
  }

  private attributeList(): Attribute[] {
    const list: Attribute[] = [];
    this.MANY(() => this.SUBRULE(this.attributes, { ARGS: [list] }));
    return list;
  }

  // ---------------------------------------------------------------- initializers

  // initializer-list: '{' (item (',' item)* ','?)? '}'                           C99 6.7.8
  readonly initializerList: Rule<InitializerList> = this.rule('initializerList', () => {
    const open = this.take(t('{'));
    const items: InitializerItem[] = [];
    this.listed(() => items.push(this.SUBRULE(this.initializerItem)));
    this.close(open, t('}'));
    return { kind: 'InitializerList', id: this.id(), location: open.location, items };
  });

  // item: (designator+ '='? | name ':')? initializer                             C99 6.7.8, GNU
  readonly initializerItem: Rule<InitializerItem> = this.rule('initializerItem', () => {
    const designators: Designator[] = [];
    this.OPTION(() => {
      this.OR([{ ALT: () => designators.push(this.oldDesignator()) }, { ALT: () => this.designation(designators) }]);
    });
    return { designators, value: this.SUBRULE(this.initializer) };
  });

  private oldDesignator(): Designator {
    const { text, location } = this.take(LabelName);
    this.take(t(':'));
    return { kind: 'member', name: text, location };
  }

  private designation(designators: Designator[]): void {
    this.AT_LEAST_ONE(() => {
      designators.push(
        this.OR1([{ ALT: () => this.memberDesignator() }, { ALT: () => this.SUBRULE(this.indexDesignator) }]),
      );
    });
    this.OPTION1(() => this.take(t('=')));
  }

  // index-designator: '[' assignment ('...' assignment)? ']'
  readonly indexDesignator: Rule<Designator> = this.rule('indexDesignator', () => {
    const open = this.take(t('['));
    const index = this.SUBRULE(this.assignment);
    const last = this.OPTION(() => {
      this.take(t('...'));
      return this.SUBRULE1(this.assignment);
    });
    this.close(open, t(']'));
    return { kind: 'index', index, last, location: open.location };
  });

  // initializer: initializer-list | assignment
  readonly initializer: Rule<Initializer> = this.rule('initializer', () =>
    this.OR<Initializer>({
      DEF: [{ ALT: () => this.SUBRULE(this.initializerList) }, { ALT: () => this.SUBRULE(this.assignment) }],
      ERR_MSG: 'expression',
    }),
  );

  // ---------------------------------------------------------------- declarations

  // declaration: specifiers init-declarators? ';'                                C99 6.7
  readonly declaration: Rule<Declaration> = this.rule('declaration', () => {
    const first = this.currIdx + 1;
    const specifiers = this.SUBRULE(this.specifiers);
    const declarators = this.OPTION(() => this.SUBRULE(this.initDeclarators, { ARGS: [specifiers] })) ?? [];
    this.ACTION(() => declarators.length === 0 && !this.nextIs(SEMICOLON) && this.missingDeclarator());
    if (this.RECORDING_PHASE || !this.nestedFunction(declarators, first)) this.semicolon('declaration');
    return { kind: 'Declaration', id: this.id(), location: specifiers.location, specifiers, declarators };
  });

  /** GNU's nested functions. One may show that a '}' is missing before it. */
  private nestedFunction(declarators: readonly InitDeclarator[], first: number): boolean {
    const last = declarators[declarators.length - 1];
    if (!this.nextIs(t('{')) || last === undefined) return false;
    if (innermost(last.declarator).kind !== 'FunctionDeclarator') return false;
    const name = declaredName(last.declarator);
    this.checkBrace(first, `the definition of '${name}'`);
    const text = `function '${name}' is defined inside a function: nested functions are not supported`;
    this.report('SYN2009', text, last.location);
    this.inScope(() => {
      this.declareParameters(last.declarator);
      this.SUBRULE(this.compound);
    });
    return true;
  }

  protected declareParameters(declarator: Declarator): void {
    const inner = innermost(declarator);
    if (inner.kind !== 'FunctionDeclarator') return;
    for (const parameter of inner.parameters ?? []) this.declareName(parameter.declarator, false);
    for (const { name } of inner.identifiers ?? []) this.declare(name, false);
  }

  // init-declarators: init-declarator (',' attributes* init-declarator)*
  readonly initDeclarators: ParserMethod<[DeclarationSpecifiers], InitDeclarator[]> = this.rule(
    'initDeclarators',
    (specifiers: DeclarationSpecifiers) => {
      const declarator = this.SUBRULE(this.declarator);
      this.ACTION(() => this.declareName(declarator, isTypedef(specifiers)));
      return this.SUBRULE(this.restOfDeclarators, { ARGS: [specifiers, declarator] });
    },
  );

  // rest-of-declarators: rest-of-init-declarator (',' attributes* declarator rest-of-init-declarator)*
  readonly restOfDeclarators: ParserMethod<[DeclarationSpecifiers, Declarator], InitDeclarator[]> = this.rule(
    'restOfDeclarators',
    (specifiers: DeclarationSpecifiers, first: Declarator) => {
      const list = [this.SUBRULE(this.restOfInitDeclarator, { ARGS: [first] })];
      this.MANY(() => {
        this.take(COMMA);
        const before: Attribute[] = [];
        this.MANY1(() => this.SUBRULE(this.attributes, { ARGS: [before] }));
        const declarator = this.SUBRULE(this.declarator);
        this.ACTION(() => this.declareName(declarator, isTypedef(specifiers)));
        list.push(this.SUBRULE1(this.restOfInitDeclarator, { ARGS: [declarator, before] }));
      });
      return list;
    },
  );

  // rest-of-init-declarator: coshape? ('asm' '(' string ')')? attributes* ('=' initializer)?
  readonly restOfInitDeclarator: ParserMethod<[Declarator, Attribute[]?], InitDeclarator> = this.rule(
    'restOfInitDeclarator',
    (declarator: Declarator, before: Attribute[] = []) => {
      const coshape = this.OPTION2(() => this.SUBRULE(this.coshape));
      const assemblerName = this.OPTION(() => this.assemblerName());
      const attributes = [...before, ...this.attributeList()];
      const initializer = this.OPTION1(() => {
        this.take(t('='));
        return this.SUBRULE(this.initializer);
      });
      const location = declarator?.location;
      const rest = { initializer, attributes, assemblerName, ...(coshape && { coshape }) };
      return { kind: 'InitDeclarator', id: this.id(), location, declarator, ...rest };
    },
  );

  private assemblerName(): string {
    this.take(t('asm'));
    const open = this.take(AnyParen);
    const { value } = this.take(StringToken);
    this.close(open, t(')'));
    return String.fromCharCode(...((value as StringValue | undefined)?.units ?? []));
  }

  // static-assert: '_Static_assert' '(' assignment (',' string)? ')' ';'         C11 6.7.10, C2x
  readonly staticAssert: Rule<StaticAssert> = this.rule('staticAssert', () => {
    const { location } = this.take(t('_Static_assert'));
    const open = this.take(AnyParen);
    const test = this.SUBRULE(this.assignment);
    const message = this.OPTION(() => {
      this.take(COMMA);
      return this.stringLiteral();
    });
    this.close(open, t(')'));
    this.semicolon('static assertion');
    return { kind: 'StaticAssert', id: this.id(), location, test, ...(message && { message }) };
  });
}

export function isTypedef({ storage }: DeclarationSpecifiers): boolean {
  return storage.some(({ name }) => name === 'typedef');
}
