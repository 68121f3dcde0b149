/**
 * Results of semantic analysis of a translation unit. Written by semantics, read by lowering, changed by nobody else.
 *
 * One idea: the tree stays as it was parsed; each fact is in an array indexed by the node's `id`. After semantics
 * without errors, every expression that is evaluated has a type, every conversion C makes silently is written down,
 * and every name is bound, so that lowering decides nothing about C's rules: it only spells them out in IR.
 */

import type { Location } from '../../../source/source.ts';
import type { Expression, FunctionDefinition, Labeled, Statement } from '../ast/ast.ts';
import type { CType, QualifiedType, StructMember } from './types/types.ts';

/** The meaning of a name. */
export type Symbol = ObjectSymbol | FunctionSymbol | EnumeratorSymbol | TypedefSymbol;

/** An object with a name, or a compound literal or string with one made up. */
export interface ObjectSymbol {
  readonly kind: 'object';
  readonly name: string;
  /** Completed in place: `int a[];` gets its length from a later declaration or its initializer. */
  type: QualifiedType;
  readonly storage: 'automatic' | 'parameter' | 'static';
  /** Static storage only. 'none': block-scope static; the link name is made unique by lowering. */
  readonly linkage: 'external' | 'internal' | 'none';
  /** False for `extern int x;` with no definition in this unit. Tentative definitions count as defined. */
  defined: boolean;
  tentative: boolean;
  /** `&x` is taken, or x is an array, struct or union: it needs memory. False for objects that can be locals. */
  addressTaken: boolean;
  /** Of a parameter: what is evaluated when the function is entered, the outermost length of an array included. */
  readonly lengths?: readonly Expression[];
  /** It is a coarray, or a pointer to one. */
  coshape?: Coshape;
  /** Bytes, from an attribute; else the type's. */
  alignment?: number;
  /** Its definition gives way to others; without one its address is null. */
  weak?: true;
  readonly location: Location;
  /** The function that declares it, when it is automatic, a parameter or a block-scope static. */
  readonly owner?: FunctionDefinition;
}

/** Numbering of the images of a coarray. */
export interface Coshape {
  /**
   * Of all codimensions but the last, whose extent the images give: constants, expressions evaluated where the
   * declaration stands, or undefined where it is deferred to xmp_comalloc.
   */
  readonly extents: readonly (number | Expression | undefined)[];
  readonly location: Location;
}

export interface FunctionSymbol {
  readonly kind: 'function';
  readonly name: string;
  type: QualifiedType;
  readonly linkage: 'external' | 'internal';
  definition?: FunctionDefinition;
  inline: boolean;
  noreturn: boolean;
  /** Whether an attribute keeps calls from being replaced by the body, or asks for it. */
  inlining?: 'never' | 'always';
  /** An attribute lets it read memory as another type than it was written as. */
  loose?: boolean;
  /** Its definition gives way to others; without one its address is null. */
  weak?: true;
  /** The function of this unit that it is another name of; that of any unit, which may be missing. */
  alias?: string;
  weakReference?: string;
  /** Priority of a function that runs before main, after main. */
  beforeMain?: number;
  afterMain?: number;
  /** Declared by its first use (C90). */
  readonly implicit: boolean;
  readonly location: Location;
}
export interface EnumeratorSymbol {
  readonly kind: 'enumerator';
  readonly name: string;
  readonly value: bigint;
  readonly type: CType;
  readonly location: Location;
}
export interface TypedefSymbol {
  readonly kind: 'typedef';
  readonly name: string;
  readonly type: QualifiedType;
  readonly location: Location;
}

/**
 * An implicit conversion, applied to an expression's value in order:
 * 'load' reads an lvalue, 'decay' makes a pointer of an array or function designator, 'convert' changes the
 * value's type (integer promotions, usual arithmetic, assignment, argument, return). For `arr` used as a value the
 * list is [decay]; for an int variable added to a double [load, convert double].
 */
export type Conversion =
  | { readonly kind: 'load'; readonly to: CType }
  | { readonly kind: 'decay'; readonly to: CType }
  | { readonly kind: 'convert'; readonly to: CType };

/** A constant: integers as the bits' mathematical value in the expression's type. */
export type Constant =
  | { readonly kind: 'integer'; readonly value: bigint }
  | { readonly kind: 'floating'; readonly value: number }
  | { readonly kind: 'complex'; readonly real: number; readonly imaginary: number }
  /** Address of an object or function plus an offset in bytes; symbol undefined for an absolute address. */
  | { readonly kind: 'address'; readonly symbol: ObjectSymbol | FunctionSymbol; readonly offset: number };

/** One scalar (or struct value) of an initializer after designators and nesting are resolved. */
export interface InitialPart {
  /** Bytes from the start of the object. */
  readonly offset: number;
  readonly type: QualifiedType;
  readonly bitField?: StructMember['bitField'];
  /**
   * The value; its conversions to `type` are recorded as facts of the expression. A string literal initialises a char
   * array as a whole. The value of several parts (GNU's ranges) is evaluated once.
   */
  readonly value: Expression;
}

export interface ObjectInitializer {
  /** In order of evaluation; a later part for the same place wins. Bytes that no part covers are zero. */
  readonly parts: readonly InitialPart[];
  /** Bytes that the object needs, where the initializer has elements of a flexible array member. */
  readonly size?: number;
}

export interface FunctionFacts {
  readonly definition: FunctionDefinition;
  readonly symbol: FunctionSymbol;
  readonly parameters: readonly ObjectSymbol[];
  /** Types the caller passes: for an old-style definition the promoted types; each is converted to the parameter's own type on entry. */
  readonly passedTypes: readonly CType[];
  readonly labels: ReadonlyMap<string, Labeled>;
  /** Labels whose address is taken, with the number that stands for it, from 1 on. */
  readonly labelAddresses: ReadonlyMap<string, number>;
  /** Nothing in it is wrong, and nothing that it uses. */
  readonly isSound: boolean;
}

export interface Facts {
  /** Type of an expression itself, before `conversions`: of an lvalue the object's, qualifiers included. By expression id. */
  readonly typeOf: readonly (QualifiedType | undefined)[];
  /** Implicit conversions of an expression's value. By expression id; absent means none. */
  readonly conversions: readonly (readonly Conversion[] | undefined)[];
  /** Value of an expression that is a constant expression (before conversions). By expression id. */
  readonly constantOf: readonly (Constant | undefined)[];
  /** The symbol that an identifier is bound to; also the made-up object of a StringLiteral or CompoundLiteral. By node id. */
  readonly symbolOf: readonly (Symbol | undefined)[];
  /**
   * Object or function declared by an InitDeclarator; its initializer by the same id. A CompoundLiteral's initializer
   * is under the literal's id. VLA sizes are evaluated where the declarator stands.
   */
  readonly initializerOf: readonly (ObjectInitializer | undefined)[];
  /** Member found by a Member expression: the path through anonymous members to it. By Member id. */
  readonly memberOf: readonly (readonly StructMember[] | undefined)[];
  /** Type named by a TypeName (casts, sizeof, va_arg, compound literals). By TypeName id. */
  readonly namedType: readonly (QualifiedType | undefined)[];
  /**
   * Variable lengths written in an InitDeclarator, TypeName or Parameter itself (or, by typeof, in the specifiers of a
   * Declaration), in order of evaluation. Those that a typedef's name brings along are not among them: they were
   * evaluated where the typedef stands (C99 6.7.7p3). By id.
   */
  readonly lengthsOf: readonly (readonly Expression[] | undefined)[];
  /**
   * Arithmetic type in which an Assignment with an operator, or an IncrementDecrement, computes: the left value is
   * converted to it, and the result back to the left operand's type. By id. Pointer arithmetic has none.
   */
  readonly computationType: readonly (CType | undefined)[];
  /** The expression that a ChooseExpression or GenericSelection stands for. By id. */
  readonly chosenOf: readonly (Expression | undefined)[];
  /** Cases of a Switch, in source order, converted to the promoted type of the value. By Switch id. */
  readonly casesOf: readonly (readonly SwitchCase[] | undefined)[];
  /** True for a shared access that must be strict. By id of the expression that designates the shared lvalue. */
  readonly strict: readonly (boolean | undefined)[];
  /** The coarray of which a Coindex designates a part. By Coindex id. */
  readonly coarrayOf: readonly (ObjectSymbol | undefined)[];
  /** Function definitions in order. */
  readonly functions: readonly FunctionFacts[];
  /** Every object with static storage of the unit, block-scope ones, strings and static compound literals included, in order. */
  readonly statics: readonly StaticObject[];
  /** Every function declared, defined here or not. */
  readonly functionSymbols: readonly FunctionSymbol[];
}

export interface StaticObject {
  readonly symbol: ObjectSymbol;
  readonly initializer?: ObjectInitializer;
  /** Bytes of a string literal object, without conversions: units with the terminating zero. */
  readonly bytes?: Uint8Array;
}

export interface SwitchCase {
  /** Undefined for default. */
  readonly low?: bigint;
  readonly high?: bigint;
  readonly statement: Statement;
}
