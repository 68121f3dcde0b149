/**
 * Declarators and type names (C99 6.7.5, 6.7.6).
 *
 * One idea: a declarator is wrapped as it is read: pointers around what follows them, array and parameter suffixes
 * around what they follow. Where a name may be missing, whether '(' groups or begins parameters is settled as a
 * terminal before the rule looks.
 */
import type { ParserMethod } from 'chevrotain';
import type {
  ArrayDeclarator,
  DeclarationSpecifiers,
  Declarator,
  FunctionDeclarator,
  Parameter,
  TypeName,
} from '../ast/ast.ts';
import { type QualifierList, SpecifierParser } from './specifiers.ts';
import { AnyParen, GroupParen, Identifier, Name, t, UnspecifiedSize } from './terminals.ts';

type Rule<T> = ParserMethod<[], T>;
type Bounds = Pick<ArrayDeclarator, 'size' | 'static' | 'qualifiers'>;
type ParameterList = Pick<FunctionDeclarator, 'parameters' | 'variadic' | 'identifiers'>;

const COMMA = t(',');
const CLOSE_PAREN = t(')');

/** The declarator next to the name: of a function `f`, the one that gives its parameters. */
export function innermost(declarator: Declarator): Declarator {
  let last = declarator;
  for (let at = declarator; at.kind !== 'NameDeclarator'; at = at.inner) last = at;
  return last;
}

/** The name that a declarator declares, if it has one. */
export function declaredName(declarator: Declarator): string | undefined {
  let at = declarator;
  while (at.kind !== 'NameDeclarator') at = at.inner;
  return at.name;
}

export abstract class DeclaratorParser extends SpecifierParser {
  // declarator: ('*' qualifier*)* direct                                         C99 6.7.5
  readonly declarator: Rule<Declarator> = this.rule('declarator', () => {
    const pointers = this.pointers();
    return this.pointed(pointers, this.SUBRULE(this.direct));
  });

  private pointers(): QualifierList[] {
    const pointers: QualifierList[] = [];
    this.MANY(() => {
      this.take(t('*'));
      pointers.push(this.SUBRULE(this.pointerQualifiers));
      this.checkChain(pointers.length);
    });
    return pointers;
  }

  private pointed(pointers: QualifierList[], inner: Declarator): Declarator {
    const { location } = inner;
    for (let k = pointers.length - 1; k >= 0; k--) {
      const qualifiers = pointers[k] as QualifierList;
      inner = { kind: 'PointerDeclarator', id: this.id(), location, qualifiers, inner };
    }
    return inner;
  }

  readonly pointerQualifiers: Rule<QualifierList> = this.rule('pointerQualifiers', () => this.qualifierList());

  // direct: (name | '(' attributes* declarator ')') suffix*
  readonly direct: Rule<Declarator> = this.rule('direct', () => {
    const start = this.OR({
      DEF: [{ ALT: () => this.nameDeclarator() }, { ALT: () => this.grouped() }],
      ERR_MSG: 'identifier',
    });
    return this.suffixes(start);
  });

  private nameDeclarator(): Declarator {
    const { text, location } = this.take(Name);
    return { kind: 'NameDeclarator', id: this.id(), location, name: text };
  }

  private grouped(): Declarator {
    const open = this.take(AnyParen);
    this.MANY1(() => this.SUBRULE(this.attributes, { ARGS: [[]] }));
    const inner = this.SUBRULE(this.declarator);
    this.close(open, t(')'));
    return inner;
  }

  // suffix: '(' parameters? ')' | '[' bounds ']'
  private suffixes(start: Declarator): Declarator {
    let result = start;
    let count = 0;
    this.MANY(() => {
      result = this.OR1([{ ALT: () => this.functionSuffix(result) }, { ALT: () => this.arraySuffix(result) }]);
      this.checkChain(++count);
    });
    return result;
  }

  // abstract-declarator: ('*' qualifier*)* abstract-direct                       C99 6.7.6
  //
  // A parameter's may have a name all the same.
  readonly abstractDeclarator: Rule<Declarator> = this.rule('abstractDeclarator', () => {
    const pointers = this.pointers();
    return this.pointed(pointers, this.SUBRULE(this.abstractDirect));
  });

  // abstract-direct: (name | '(' attributes* abstract-declarator ')')? suffix*
  readonly abstractDirect: Rule<Declarator> = this.rule('abstractDirect', () => {
    const location = this.lastPlace;
    this.ACTION(() => this.settleGroup());
    const start = this.OPTION(() =>
      this.OR([{ ALT: () => this.nameDeclarator() }, { ALT: () => this.abstractGroup() }]),
    );
    return this.suffixes(start ?? { kind: 'NameDeclarator', id: this.id(), location });
  });

  private abstractGroup(): Declarator {
    const open = this.take(GroupParen);
    this.MANY1(() => this.SUBRULE(this.attributes, { ARGS: [[]] }));
    const inner = this.SUBRULE(this.abstractDeclarator);
    this.close(open, t(')'));
    return inner;
  }

  /** Without a name before it, '(' groups unless it begins parameters (C99 6.7.5.3p11). */
  private settleGroup(): void {
    this.expectOrdinaryName();
    const [open, inside] = [this.ahead(1), this.ahead(2)];
    if (open.lazy !== 'paren' || inside.tokenType === CLOSE_PAREN || this.startsType(inside)) return;
    open.become(GroupParen);
  }

  // ---------------------------------------------------------------- suffixes

  private functionSuffix(inner: Declarator): Declarator {
    const open = this.take(AnyParen, 1);
    const list = this.inScope(() => this.SUBRULE(this.parameters));
    this.close(open, t(')'), 1, "',' or ')'");
    return { kind: 'FunctionDeclarator', id: this.id(), location: inner.location, inner, ...list };
  }

  // parameters: (identifier (',' identifier)* | parameter (',' parameter)* (',' '...')?)?           C99 6.7.5
  readonly parameters: Rule<ParameterList> = this.rule('parameters', () => {
    let list: ParameterList = { variadic: false };
    this.ACTION(() => this.settleFirstParameter());
    this.OPTION(() => {
      list = this.OR([{ ALT: () => this.identifierList() }, { ALT: () => this.parameterList() }]);
    });
    return list;
  });

  /** A name that is no type begins an old-style list, if it is followed as in one. */
  private settleFirstParameter(): void {
    const next = this.ahead(2).tokenType;
    if (this.nextIs(Identifier) && next !== COMMA && next !== CLOSE_PAREN) this.takeForType(this.ahead(1));
  }

  private identifierList(): ParameterList {
    const identifiers = [this.oldStyleName(0)];
    this.MANY(() => {
      this.take(COMMA);
      identifiers.push(this.oldStyleName(1));
    });
    return { variadic: false, identifiers };
  }

  private oldStyleName(index: number): NonNullable<FunctionDeclarator['identifiers']>[number] {
    const { text, location } = this.take(Identifier, index);
    return { id: this.id(), name: text, location };
  }

  private parameterList(): ParameterList {
    const list = [this.SUBRULE(this.parameter)];
    let variadic = false;
    this.MANY1(() => {
      const { location } = this.take(COMMA, 1);
      if (variadic) this.fail('SYN2001', `expected ')' after '...', found ','`, location);
      this.ACTION(() => this.nextIs(Identifier) && this.takeForType(this.ahead(1)));
      this.OR1({
        DEF: [
          { ALT: () => list.push(this.SUBRULE1(this.parameter)) },
          {
            ALT: () => {
              this.take(t('...'));
              variadic = !this.RECORDING_PHASE;
            },
          },
        ],
        ERR_MSG: 'parameter',
      });
    });
    return { variadic, parameters: isVoid(list) ? [] : list };
  }

  // parameter: specifiers abstract-declarator coshape? attributes*
  readonly parameter: Rule<Parameter> = this.rule('parameter', () => {
    const specifiers = this.SUBRULE(this.specifiers);
    const declarator = this.SUBRULE(this.abstractDeclarator);
    const coshape = this.OPTION(() => this.SUBRULE(this.coshape));
    const attributes = [...(specifiers.attributes ?? [])];
    this.MANY(() => this.SUBRULE(this.attributes, { ARGS: [attributes] }));
    this.ACTION(() => this.declareName(declarator, false));
    const { location } = declarator;
    const head = { ...specifiers, attributes };
    return { kind: 'Parameter', id: this.id(), location, specifiers: head, declarator, ...(coshape && { coshape }) };
  });

  protected declareName(declarator: Declarator, isType: boolean): void {
    const name = declaredName(declarator);
    if (name !== undefined) this.declare(name, isType);
  }

  private arraySuffix(inner: Declarator): Declarator {
    const open = this.take(t('['));
    const bounds = this.SUBRULE(this.bounds);
    this.close(open, t(']'));
    return { kind: 'ArrayDeclarator', id: this.id(), location: inner.location, inner, ...bounds };
  }

  // bounds: 'static'? qualifier* 'static'? (assignment | '*')?                   C99 6.7.5.2
  readonly bounds: Rule<Bounds> = this.rule('bounds', () => {
    const before = this.OPTION(() => this.take(t('static')));
    const qualifiers = this.qualifierList();
    const after = this.OPTION1(() => this.take(t('static'), 1));
    const size = this.OPTION2(() =>
      this.OR1<Bounds['size']>([
        {
          ALT: () => {
            this.take(UnspecifiedSize);
            return '*';
          },
        },
        { ALT: () => this.SUBRULE(this.assignment) },
      ]),
    );
    return { size, static: before !== undefined || after !== undefined, qualifiers };
  });

  // type-name: specifiers abstract-declarator                                    C99 6.7.6
  readonly typeName: Rule<TypeName> = this.rule('typeName', () => {
    const specifiers = this.SUBRULE(this.specifiers);
    const declarator = this.SUBRULE(this.abstractDeclarator);
    this.ACTION(() => this.checkTypeName(specifiers, declarator));
    return { kind: 'TypeName', id: this.id(), location: specifiers.location, specifiers, declarator };
  });

  private checkTypeName(specifiers: DeclarationSpecifiers, declarator: Declarator): void {
    this.checkStorage(specifiers, 'a type name');
    const name = declaredName(declarator);
    if (name !== undefined) this.report('SYN2014', `unexpected name '${name}' in a type name`, declarator.location);
  }
}

/** `(void)`: no parameters. */
function isVoid(list: Parameter[]): boolean {
  const [first] = list;
  if (list.length !== 1 || first?.declarator?.kind !== 'NameDeclarator' || first.declarator.name !== undefined)
    return false;
  const { types, storage, qualifiers } = first.specifiers;
  const plain = storage.length === 0 && qualifiers.shared.length === 0 && !qualifiers.const && !qualifiers.volatile;
  return plain && types.length === 1 && types[0]?.kind === 'BasicType' && types[0].name === 'void';
}
