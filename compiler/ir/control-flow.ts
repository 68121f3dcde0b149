/** Statements that contain others, and those that leave them. */
import type { Expression } from './expressions.ts';
import type { Statement, StatementBase } from './statements.ts';

export interface If extends StatementBase {
  readonly op: 'if';
  readonly test: Expression;
  readonly then: readonly Statement[];
  readonly otherwise: readonly Statement[];
}

/**
 * `label: for (; test; step) body` when `kind` is 'while', `label: do body while (test)` when 'do' (no step).
 * Without `test` it runs until a break. `continue label` goes to step and test.
 */
export interface Loop extends StatementBase {
  readonly op: 'loop';
  readonly label: string;
  readonly kind: 'while' | 'do';
  readonly test?: Expression;
  readonly own?: OwnElements;
  readonly step: readonly Statement[];
  readonly body: readonly Statement[];
}

/**
 * A loop over this thread's share: in the body, element `counter` of an array that starts on thread 0 in blocks of
 * `block` elements has affinity to the running thread, and is element `place` of its part.
 */
export interface OwnElements {
  readonly counter: string;
  readonly block: number;
  readonly place: Expression;
}

/** `break label` leaves it. */
export interface Block extends StatementBase {
  readonly op: 'block';
  readonly label: string;
  readonly body: readonly Statement[];
}

/** Leaves the loop, block or switch of that label. */
export interface Break extends StatementBase {
  readonly op: 'break';
  readonly label: string;
}

export interface Continue extends StatementBase {
  readonly op: 'continue';
  readonly label: string;
}

/** `value` is i32 or i64; arms fall through; one at most is the default, which may have values too. */
export interface Switch extends StatementBase {
  readonly op: 'switch';
  readonly label: string;
  readonly value: Expression;
  readonly arms: readonly {
    readonly values: readonly (number | bigint)[];
    readonly isDefault: boolean;
    readonly body: readonly Statement[];
  }[];
}

export interface Return extends StatementBase {
  readonly op: 'return';
  readonly values: readonly Expression[];
}

/**
 * Runs `body`; a longjmp to a buffer of this activation (the i32 in local `activation`, made by library function
 * `__pgasc_activation`) that comes out of it sets `site` to the setjmp's number and `value` to longjmp's value, and
 * continues the loop `label`, which encloses the landing. (setjmp writes activation and site into the jmp_buf:
 * two i32 at offsets 0 and 4, with the stack pointer restored by the landing.)
 */
export interface Landing extends StatementBase {
  readonly op: 'landing';
  readonly label: string;
  readonly activation: string;
  readonly site: string;
  readonly value: string;
  readonly body: readonly Statement[];
}
