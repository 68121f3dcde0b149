/**
 * Scopes of names (C99 6.2.1): ordinary identifiers and tags, innermost first.
 */
import type { Location } from '../../../source/source.ts';
import type { Symbol as Name } from './facts.ts';
import type { EnumType, StructType } from './types/types.ts';

export interface Tag {
  readonly type: StructType | EnumType;
  readonly location: Location;
  /** Set while the members between the braces are read, so that `struct s { struct s { ... } x; }` is seen. */
  open?: boolean;
}

export class Scope {
  readonly kind: 'file' | 'prototype' | 'block';
  readonly parent: Scope | undefined;
  readonly ordinary = new Map<string, Name>();
  readonly tags = new Map<string, Tag>();

  constructor(kind: Scope['kind'], parent?: Scope) {
    this.kind = kind;
    this.parent = parent;
  }

  find(name: string): Name | undefined {
    let found: Name | undefined;
    for (let scope: Scope | undefined = this; scope && !found; scope = scope.parent) found = scope.ordinary.get(name);
    return found;
  }

  findTag(name: string): Tag | undefined {
    let found: Tag | undefined;
    for (let scope: Scope | undefined = this; scope && !found; scope = scope.parent) found = scope.tags.get(name);
    return found;
  }

  get file(): Scope {
    let scope: Scope = this;
    while (scope.parent) scope = scope.parent;
    return scope;
  }

  /** Every ordinary name that is visible here. */
  *visibleNames(): Iterable<string> {
    for (let scope: Scope | undefined = this; scope; scope = scope.parent) yield* scope.ordinary.keys();
  }
}
