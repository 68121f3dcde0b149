/**
 * The C scopes around the statement being lowered: the stack pointers to restore where control leaves them, and the
 * targets of `break` and `continue`.
 *
 * One idea: a scope has locals with the stack pointer saved before each of its variable-length arrays; a jump restores
 * the first one of the outermost scope that it leaves.
 */
export interface Scope {
  /** The node that opens the scope: a Compound, For or UpcForall. */
  readonly node: object;
  /** Locals with the stack pointer saved before each variable-length array declared so far. */
  readonly saved: string[];
  readonly actions: (() => void)[];
}

/** A statement that break or continue may leave. */
export interface JumpTarget {
  readonly breakLabel: string;
  readonly continueLabel?: string;
  /** How `continue` is spelled: as the IR's continue of a loop or as the break of a block around the body. */
  readonly continueBy?: 'continue' | 'break';
  readonly depth: number;
  breaks: number;
  continues: number;
}

export class Scopes {
  readonly stack: Scope[] = [];
  readonly targets: JumpTarget[] = [];

  /** Runs `body` inside a new scope. */
  within<T>(node: object, body: (scope: Scope) => T): T {
    const scope: Scope = { node, saved: [], actions: [] };
    this.stack.push(scope);
    try {
      return body(scope);
    } finally {
      this.stack.pop();
      for (const action of scope.actions) action();
    }
  }

  get innermost(): Scope | undefined {
    return this.stack.at(-1);
  }

  /** Registers a cleanup for the end of the innermost scope. */
  atExit(action: () => void): void {
    this.innermost?.actions.push(action);
  }

  /** Runs `body` with a target for break (and continue). */
  targeting<T>(target: Omit<JumpTarget, 'depth' | 'breaks' | 'continues'>, body: (target: JumpTarget) => T): T {
    const full: JumpTarget = { ...target, depth: this.stack.length, breaks: 0, continues: 0 };
    this.targets.push(full);
    try {
      return body(full);
    } finally {
      this.targets.pop();
    }
  }

  get breakTarget(): JumpTarget | undefined {
    return this.targets.at(-1);
  }

  get continueTarget(): JumpTarget | undefined {
    return this.targets.findLast((target) => target.continueLabel !== undefined);
  }

  /** The saved stack pointer to restore when only the outer `depth` scopes remain; of the next one, `kept` arrays. */
  restoring(depth: number, kept = 0): string | undefined {
    for (const scope of this.stack.slice(depth)) {
      const first = scope.saved[kept];
      if (first !== undefined) return first;
      kept = 0;
    }
    return undefined;
  }
}
