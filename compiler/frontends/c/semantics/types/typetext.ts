/**
 * The text of a type as messages show it, in C's own notation: 'shared [2] int *', 'int (*)[3]', 'double(int, char *)'.
 *
 * One idea: a declarator without a name is built from the inside out while walking from the type to its base.
 */
import { isLock } from '../locks.ts';
import type { ArrayType, FunctionType, QualifiedType } from './types.ts';

/** The text of a type; without a name, as in a cast. */
export function typeText(type: QualifiedType): string {
  return declare(type, '');
}

/** The declaration of a name: 'shared [2] int a[10]'. */
export function declarationText(type: QualifiedType, name: string): string {
  return declare(type, name);
}

function declare(type: QualifiedType, inner: string): string {
  const core = type.type;
  switch (core.kind) {
    case 'pointer': {
      const qualifiers = qualifierText(type);
      const star = qualifiers ? withDeclarator(`* ${qualifiers}`, inner) : `*${inner}`;
      const grouped = core.to.type.kind === 'array' || core.to.type.kind === 'function';
      return declare(core.to, grouped ? `(${star})` : star);
    }
    case 'array':
      return declare(core.element, `${inner}[${lengthText(core)}]`);
    case 'function':
      return declare(core.result, `${inner}(${parameterText(core)})`);
    default:
      return withDeclarator([qualifierText(type), baseText(core)].filter((part) => part !== '').join(' '), inner);
  }
}

function withDeclarator(base: string, inner: string): string {
  return /^(\*|\(\*|[\w$\u0080-\uffff])/.test(inner) ? `${base} ${inner}` : base + inner;
}

function qualifierText(type: QualifiedType): string {
  const words: string[] = [];
  if (type.reference) words.push(type.reference);
  if (type.shared) words.push(`shared${layoutText(type.shared.block)}`);
  if (type.const) words.push('const');
  if (type.volatile) words.push('volatile');
  if (type.restrict) words.push('restrict');
  if (type.atomic) words.push('_Atomic');
  return words.join(' ');
}

function layoutText(block: number): string {
  if (block === 1) return '';
  if (block < 0) return ' [*]';
  return block === 0 ? ' []' : ` [${block}]`;
}

function lengthText({ length, timesThreads }: ArrayType): string {
  if (length === undefined) return '';
  if (typeof length === 'object') {
    return length.variable !== '*' && length.variable.kind === 'Identifier' ? length.variable.name : '*';
  }
  if (!timesThreads) return String(length);
  return length === 1 ? 'THREADS' : `${length}*THREADS`;
}

function parameterText({ parameters, variadic }: FunctionType): string {
  if (!parameters) return '';
  const texts = parameters.map(typeText);
  if (variadic) texts.push('...');
  return texts.length === 0 ? 'void' : texts.join(', ');
}

function baseText(type: QualifiedType['type']): string {
  switch (type.kind) {
    case 'integer':
    case 'floating':
      return type.name;
    case 'complex':
      return `_Complex ${type.component.name}`;
    case 'enum':
      return `enum ${type.tag ?? '<anonymous>'}`;
    case 'struct':
      if (isLock(type)) return 'upc_lock_t';
      return `${type.union ? 'union' : 'struct'} ${type.tag ?? '<anonymous>'}`;
    default:
      return 'void';
  }
}
