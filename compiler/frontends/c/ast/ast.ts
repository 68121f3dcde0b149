/**
 * The abstract syntax tree of a translation unit: C99, the GNU extras we take, and UPC.
 *
 * Given by the parser, read by semantics and lowering, changed by nobody. Every node has `id`, an integer unique
 * in its translation unit: later phases keep what they find out in arrays indexed by it (see semantics/facts.ts).
 * A node's `location` is the token that names it best: an operator for a binary expression, the name for a
 * declarator, else its first token.
 */

import type { Location } from '../../../source/source.ts';
import type { CharacterValue, FloatingValue, IntegerValue, StringValue } from '../lexer/token.ts';

interface NodeBase {
  readonly id: number;
  readonly location: Location;
}

// ---------------------------------------------------------------- expressions (C99 6.5, UPC 6.5)

export type Expression =
  | IntegerLiteral
  | FloatingLiteral
  | CharacterLiteral
  | StringLiteral
  | Identifier
  | Threads
  | MyThread
  | Unary
  | IncrementDecrement
  | SizeOf
  | Cast
  | Binary
  | Assignment
  | Conditional
  | Comma
  | Call
  | Index
  | Member
  | CompoundLiteral
  | StatementExpression
  | VaArg
  | OffsetOf
  | TypesCompatible
  | ChooseExpression
  | GenericSelection
  | LabelAddress
  | Section
  | Coindex;

export interface IntegerLiteral extends NodeBase, IntegerValue {
  readonly kind: 'IntegerLiteral';
}
export interface FloatingLiteral extends NodeBase, FloatingValue {
  readonly kind: 'FloatingLiteral';
}
export interface CharacterLiteral extends NodeBase, CharacterValue {
  readonly kind: 'CharacterLiteral';
}
export interface StringLiteral extends NodeBase, StringValue {
  readonly kind: 'StringLiteral';
}
/** A name in an expression; also `__func__` and its GNU spellings. */
export interface Identifier extends NodeBase {
  readonly kind: 'Identifier';
  readonly name: string;
}
export interface Threads extends NodeBase {
  readonly kind: 'Threads';
}
export interface MyThread extends NodeBase {
  readonly kind: 'MyThread';
}
export interface Unary extends NodeBase {
  readonly kind: 'Unary';
  /** `__extension__ e` is parsed as e. */
  readonly operator: '+' | '-' | '~' | '!' | '*' | '&' | '__real__' | '__imag__';
  readonly operand: Expression;
}
export interface IncrementDecrement extends NodeBase {
  readonly kind: 'IncrementDecrement';
  readonly operator: '++' | '--';
  readonly prefix: boolean;
  readonly operand: Expression;
}
export interface SizeOf extends NodeBase {
  readonly kind: 'SizeOf';
  readonly operator: 'sizeof' | '_Alignof' | 'upc_localsizeof' | 'upc_blocksizeof' | 'upc_elemsizeof';
  readonly operand: Expression | TypeName;
}
export interface Cast extends NodeBase {
  readonly kind: 'Cast';
  readonly typeName: TypeName;
  readonly operand: Expression;
}
export type BinaryOperator =
  | '*'
  | '/'
  | '%'
  | '+'
  | '-'
  | '<<'
  | '>>'
  | '<'
  | '>'
  | '<='
  | '>='
  | '=='
  | '!='
  | '&'
  | '^'
  | '|'
  | '&&'
  | '||';
export interface Binary extends NodeBase {
  readonly kind: 'Binary';
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
}
export interface Assignment extends NodeBase {
  readonly kind: 'Assignment';
  readonly operator: '=' | '*=' | '/=' | '%=' | '+=' | '-=' | '<<=' | '>>=' | '&=' | '^=' | '|=';
  readonly left: Expression;
  readonly right: Expression;
}
/** `test ? then : otherwise`; GNU `test ?: otherwise` has no `then`. */
export interface Conditional extends NodeBase {
  readonly kind: 'Conditional';
  readonly test: Expression;
  readonly then?: Expression;
  readonly otherwise: Expression;
}
export interface Comma extends NodeBase {
  readonly kind: 'Comma';
  readonly left: Expression;
  readonly right: Expression;
}
/** Also every `__builtin_x(...)` that takes expressions only. */
export interface Call extends NodeBase {
  readonly kind: 'Call';
  readonly callee: Expression;
  readonly arguments: readonly Expression[];
}
export interface Index extends NodeBase {
  readonly kind: 'Index';
  readonly array: Expression;
  readonly index: Expression;
}
/** `object.name`, or `object->name` when `arrow`. */
export interface Member extends NodeBase {
  readonly kind: 'Member';
  readonly object: Expression;
  readonly name: string;
  readonly arrow: boolean;
}
export interface CompoundLiteral extends NodeBase {
  readonly kind: 'CompoundLiteral';
  readonly typeName: TypeName;
  readonly initializer: InitializerList;
}
/** GNU `({ ...; value; })`. */
export interface StatementExpression extends NodeBase {
  readonly kind: 'StatementExpression';
  readonly body: Compound;
}
export interface VaArg extends NodeBase {
  readonly kind: 'VaArg';
  readonly list: Expression;
  readonly typeName: TypeName;
}
export interface OffsetOf extends NodeBase {
  readonly kind: 'OffsetOf';
  readonly typeName: TypeName;
  readonly path: readonly Designator[];
}
export interface TypesCompatible extends NodeBase {
  readonly kind: 'TypesCompatible';
  readonly first: TypeName;
  readonly second: TypeName;
}
export interface ChooseExpression extends NodeBase {
  readonly kind: 'ChooseExpression';
  readonly test: Expression;
  readonly then: Expression;
  readonly otherwise: Expression;
}
/** GNU `&&label`: what `goto *` takes. */
export interface LabelAddress extends NodeBase {
  readonly kind: 'LabelAddress';
  readonly label: string;
}
/** C11 `_Generic(control, type: value, default: value)`. */
export interface GenericSelection extends NodeBase {
  readonly kind: 'GenericSelection';
  readonly control: Expression;
  readonly associations: readonly {
    /** Absent for `default`. */
    readonly typeName?: TypeName;
    readonly value: Expression;
    readonly location: Location;
  }[];
}
/** `array[start:length:step]`, every part optional (XcalableMP 1.4, 5.2). */
export interface Section extends NodeBase {
  readonly kind: 'Section';
  readonly array: Expression;
  readonly start?: Expression;
  readonly length?: Expression;
  readonly step?: Expression;
}
/** `object:[c1][c2, stat = &s]`: the object on another image. */
export interface Coindex extends NodeBase {
  readonly kind: 'Coindex';
  readonly object: Expression;
  readonly subscripts: readonly Expression[];
  readonly selectors: readonly Selector[];
}
/** `name = value` in the last bracket of a coindex: team, team_number or stat, as semantics finds out. */
export interface Selector {
  readonly name: string;
  readonly value: Expression;
  readonly location: Location;
}

// ---------------------------------------------------------------- declarations (C99 6.7, UPC 6.7)

/** UPC's layout qualifier after `shared`: none, `[]`, `[*]` or `[n]`. */
export type Layout =
  | { readonly kind: 'none' }
  | { readonly kind: 'indefinite' }
  | { readonly kind: 'star' }
  | { readonly kind: 'block'; readonly size: Expression };

export interface Qualifiers {
  readonly const: boolean;
  readonly volatile: boolean;
  readonly restrict: boolean;
  readonly atomic: boolean;
  /** Every `shared` of the list, in order: more than one is semantics' business to judge. */
  readonly shared: readonly { readonly layout: Layout; readonly location: Location }[];
  readonly strict?: Location;
  readonly relaxed?: Location;
}

export interface Attribute {
  readonly name: string; // without leading and trailing underscores
  readonly arguments: readonly Expression[];
  readonly location: Location;
}

export interface DeclarationSpecifiers extends NodeBase {
  readonly kind: 'DeclarationSpecifiers';
  readonly storage: readonly {
    readonly name: 'typedef' | 'extern' | 'static' | 'auto' | 'register';
    readonly location: Location;
  }[];
  readonly inline: boolean;
  readonly noreturn: boolean;
  readonly qualifiers: Qualifiers;
  /** Empty where the type is left out (implicit int). */
  readonly types: readonly TypeSpecifier[];
  readonly attributes: readonly Attribute[];
}

export type TypeSpecifier = BasicType | AtomicType | TypedefName | StructOrUnion | Enum | TypeOf;

export interface BasicType extends NodeBase {
  readonly kind: 'BasicType';
  readonly name:
    | 'void'
    | 'char'
    | 'short'
    | 'int'
    | 'long'
    | 'float'
    | 'double'
    | 'signed'
    | 'unsigned'
    | '_Bool'
    | '_Complex'
    | '__auto_type';
}
/** C11 `_Atomic(type)`. */
export interface AtomicType extends NodeBase {
  readonly kind: 'AtomicType';
  readonly typeName: TypeName;
}
export interface TypedefName extends NodeBase {
  readonly kind: 'TypedefName';
  readonly name: string;
}
export interface StructOrUnion extends NodeBase {
  readonly kind: 'StructOrUnion';
  readonly union: boolean;
  readonly tag?: string;
  /** Absent for a mere reference (`struct s`), present and maybe empty for a definition. */
  readonly members?: readonly (MemberDeclaration | StaticAssert)[];
  readonly attributes: readonly Attribute[];
}
export interface MemberDeclaration extends NodeBase {
  readonly kind: 'MemberDeclaration';
  readonly specifiers: DeclarationSpecifiers;
  /** Empty for an anonymous struct or union member. */
  readonly declarators: readonly {
    readonly declarator?: Declarator;
    readonly width?: Expression;
    readonly attributes: readonly Attribute[];
  }[];
}
export interface Enum extends NodeBase {
  readonly kind: 'Enum';
  readonly tag?: string;
  readonly enumerators?: readonly {
    readonly id: number;
    readonly name: string;
    readonly value?: Expression;
    readonly location: Location;
  }[];
}
/** GNU `typeof(e)` and `typeof(type)`. */
export interface TypeOf extends NodeBase {
  readonly kind: 'TypeOf';
  readonly operand: Expression | TypeName;
}

/**
 * A declarator, inside out as C writes it: `*a[3]` is Pointer(inner: Array(inner: Name a)). Abstract declarators
 * end in a Name without `name`.
 */
export type Declarator = NameDeclarator | PointerDeclarator | ArrayDeclarator | FunctionDeclarator;

export interface NameDeclarator extends NodeBase {
  readonly kind: 'NameDeclarator';
  readonly name?: string;
}
export interface PointerDeclarator extends NodeBase {
  readonly kind: 'PointerDeclarator';
  readonly qualifiers: Qualifiers;
  readonly inner: Declarator;
}
export interface ArrayDeclarator extends NodeBase {
  readonly kind: 'ArrayDeclarator';
  readonly inner: Declarator;
  /** Absent for `[]`, '*' for `[*]`. */
  readonly size?: Expression | '*';
  readonly static: boolean;
  readonly qualifiers: Qualifiers;
}
export interface FunctionDeclarator extends NodeBase {
  readonly kind: 'FunctionDeclarator';
  readonly inner: Declarator;
  /** A prototype's parameters, or undefined for `()` and the old style. `(void)` gives []. */
  readonly parameters?: readonly Parameter[];
  readonly variadic: boolean;
  /** The old style's names. */
  readonly identifiers?: readonly { readonly id: number; readonly name: string; readonly location: Location }[];
}
export interface Parameter extends NodeBase {
  readonly kind: 'Parameter';
  readonly specifiers: DeclarationSpecifiers;
  readonly declarator: Declarator;
  readonly coshape?: Coshape;
}

/** `:[2][*]` after a declarator: what is declared is a coarray. An extent is absent for `[]`. */
export interface Coshape extends NodeBase {
  readonly kind: 'Coshape';
  readonly extents: readonly (Expression | '*' | undefined)[];
}

export interface TypeName extends NodeBase {
  readonly kind: 'TypeName';
  readonly specifiers: DeclarationSpecifiers;
  readonly declarator: Declarator;
}

export type Initializer = Expression | InitializerList;

export interface InitializerList extends NodeBase {
  readonly kind: 'InitializerList';
  readonly items: readonly { readonly designators: readonly Designator[]; readonly value: Initializer }[];
}
/** `[index]`, GNU `[first ... last]`, or `.name`. */
export type Designator =
  | { readonly kind: 'index'; readonly index: Expression; readonly last?: Expression; readonly location: Location }
  | { readonly kind: 'member'; readonly name: string; readonly location: Location };

export interface Declaration extends NodeBase {
  readonly kind: 'Declaration';
  readonly specifiers: DeclarationSpecifiers;
  readonly declarators: readonly InitDeclarator[];
}
export interface InitDeclarator extends NodeBase {
  readonly kind: 'InitDeclarator';
  readonly declarator: Declarator;
  readonly coshape?: Coshape;
  readonly initializer?: Initializer;
  readonly attributes: readonly Attribute[];
  /** `asm("name")`, parsed and kept. */
  readonly assemblerName?: string;
}
export interface StaticAssert extends NodeBase {
  readonly kind: 'StaticAssert';
  readonly test: Expression;
  /** C2x leaves it out. */
  readonly message?: StringLiteral;
}

// ---------------------------------------------------------------- statements (C99 6.8, UPC 6.6)

export type Statement =
  | Compound
  | ExpressionStatement
  | If
  | Switch
  | While
  | DoWhile
  | For
  | UpcForall
  | Goto
  | ComputedGoto
  | Continue
  | Break
  | Return
  | Labeled
  | Case
  | UpcNotify
  | UpcWait
  | UpcBarrier
  | UpcFence
  | Critical
  | ChangeTeam;

export type BlockItem = Statement | Declaration | StaticAssert | PragmaUpc | FunctionDefinition;

/** `pragmas` such as `#pragma upc strict` stand among the items; they last to the end of the block. */
export interface Compound extends NodeBase {
  readonly kind: 'Compound';
  readonly items: readonly BlockItem[];
  readonly end: Location;
}
export interface ExpressionStatement extends NodeBase {
  readonly kind: 'ExpressionStatement';
  readonly expression?: Expression;
}
export interface If extends NodeBase {
  readonly kind: 'If';
  readonly test: Expression;
  readonly then: Statement;
  readonly otherwise?: Statement;
}
export interface Switch extends NodeBase {
  readonly kind: 'Switch';
  readonly value: Expression;
  readonly body: Statement;
}
export interface While extends NodeBase {
  readonly kind: 'While';
  readonly test: Expression;
  readonly body: Statement;
}
export interface DoWhile extends NodeBase {
  readonly kind: 'DoWhile';
  readonly body: Statement;
  readonly test: Expression;
}
export interface For extends NodeBase {
  readonly kind: 'For';
  readonly initial?: Expression | Declaration;
  readonly test?: Expression;
  readonly step?: Expression;
  readonly body: Statement;
}
export interface UpcForall extends NodeBase {
  readonly kind: 'UpcForall';
  readonly initial?: Expression | Declaration;
  readonly test?: Expression;
  readonly step?: Expression;
  /** Absent: every thread runs every iteration, as with `continue`. */
  readonly affinity?: Expression | 'continue';
  readonly body: Statement;
}
export interface Goto extends NodeBase {
  readonly kind: 'Goto';
  readonly label: string;
}
/** GNU `goto *target;` */
export interface ComputedGoto extends NodeBase {
  readonly kind: 'ComputedGoto';
  readonly target: Expression;
}
export interface Continue extends NodeBase {
  readonly kind: 'Continue';
}
export interface Break extends NodeBase {
  readonly kind: 'Break';
}
export interface Return extends NodeBase {
  readonly kind: 'Return';
  readonly value?: Expression;
}
export interface Labeled extends NodeBase {
  readonly kind: 'Labeled';
  readonly label: string;
  readonly body: Statement;
}
/** `case value:`, GNU `case value ... last:`, or `default:` when `value` is absent. */
export interface Case extends NodeBase {
  readonly kind: 'Case';
  readonly value?: Expression;
  readonly last?: Expression;
  readonly body: Statement;
}
export interface UpcNotify extends NodeBase {
  readonly kind: 'UpcNotify';
  readonly value?: Expression;
}
export interface UpcWait extends NodeBase {
  readonly kind: 'UpcWait';
  readonly value?: Expression;
}
export interface UpcBarrier extends NodeBase {
  readonly kind: 'UpcBarrier';
  readonly value?: Expression;
}
export interface UpcFence extends NodeBase {
  readonly kind: 'UpcFence';
}
/** `__critical (stat) { ... }`: one image at a time. */
export interface Critical extends NodeBase {
  readonly kind: 'Critical';
  readonly stat?: Expression;
  readonly body: Compound;
}
/** `__change_team(team, stat) { ... }`: the block runs in the team. */
export interface ChangeTeam extends NodeBase {
  readonly kind: 'ChangeTeam';
  readonly team: Expression;
  readonly stat?: Expression;
  readonly body: Compound;
}

// ---------------------------------------------------------------- translation unit

export interface FunctionDefinition extends NodeBase {
  readonly kind: 'FunctionDefinition';
  readonly specifiers: DeclarationSpecifiers;
  readonly declarator: Declarator;
  /** Declarations of an old-style definition's parameters. */
  readonly oldStyle: readonly Declaration[];
  readonly body: Compound;
}
/** `#pragma upc strict|relaxed`. Other pragmas do not reach the tree. */
export interface PragmaUpc extends NodeBase {
  readonly kind: 'PragmaUpc';
  readonly mode: 'strict' | 'relaxed';
}

export type ExternalDeclaration = FunctionDefinition | Declaration | StaticAssert | PragmaUpc;

export interface TranslationUnit {
  readonly kind: 'TranslationUnit';
  readonly name: string;
  readonly declarations: readonly ExternalDeclaration[];
  /** One more than the largest id in the unit. */
  readonly nodeCount: number;
  /** After errors of syntax: declarations that cannot be relied on, and the names that they may have declared. */
  readonly lost?: { readonly items: ReadonlySet<unknown>; readonly names: ReadonlySet<string> };
}

/** One input of a session: declarations of its file scope and statements to run immediately, in order. */
export interface SessionInput {
  /** Its only declaration is the function that runs the items. */
  readonly unit: TranslationUnit;
  readonly items: readonly BlockItem[];
  /** Its body holds all items but the function definitions; its head is made up. */
  readonly body: FunctionDefinition;
}

export type Node =
  | Expression
  | TypeName
  | DeclarationSpecifiers
  | TypeSpecifier
  | MemberDeclaration
  | Declarator
  | Parameter
  | Coshape
  | InitializerList
  | Declaration
  | InitDeclarator
  | StaticAssert
  | Statement
  | FunctionDefinition
  | PragmaUpc;
