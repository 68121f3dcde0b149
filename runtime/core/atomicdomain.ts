/**
 * Atomic domains (upc_atomic.h): their layout in shared memory, and what a thread knows of them.
 *
 * One thread writes a domain, the others fetch it when they first use it: all make and free domains together, so what a thread knows stays true.
 * The library creates them; traces ask for the size of operands.
 */
import { surelyInside } from '../memory/check.ts';
import type { Space } from '../memory/space.ts';
import type { Words } from './words.ts';

/** Words of a domain: a magic number; index of the type; the operations; bytes of an operand; 1 if the adapter executes them, else 0. */
export const MARK = 0;
export const TYPE = 1;
export const OPERATIONS = 2;
export const OPERAND_SIZE = 3;
export const BY_ADAPTER = 4;
/** Bytes of a domain. */
export const DOMAIN_SIZE = 20;
export const DOMAIN_MARK = 0xd0a11;

export interface AtomicDomain {
  /** Index of the type, and bytes of an operand. */
  readonly type: number;
  readonly size: number;
  readonly operations: number;
  readonly isByAdapter: boolean;
}

/** Those of one thread. */
export class AtomicDomains {
  private readonly known = new Map<number, AtomicDomain>();

  constructor(
    private readonly space: Space,
    private readonly words: Words,
  ) {}

  /** The domain at an address of the job; undefined if there is none. */
  at(address: number): AtomicDomain | undefined {
    return this.known.get(address) ?? this.fetch(address);
  }

  /** Bytes of an operand of a domain that this thread has used; 0 of any other. */
  sizeOf(address: number): number {
    return this.known.get(address)?.size ?? 0;
  }

  /** It is about to be freed. */
  forget(address: number): void {
    this.known.delete(address);
  }

  private fetch(address: number): AtomicDomain | undefined {
    if (this.wordOf(address, MARK) !== DOMAIN_MARK) return undefined;
    const domain = {
      type: this.wordOf(address, TYPE),
      size: this.wordOf(address, OPERAND_SIZE),
      operations: this.wordOf(address, OPERATIONS),
      isByAdapter: this.wordOf(address, BY_ADAPTER) === 1,
    };
    this.known.set(address, domain);
    return domain;
  }

  /** An address that is none of this memory may be none at all. */
  private wordOf(domain: number, word: number): number {
    const { space, words } = this;
    return words.isHere(domain) || surelyInside(space, domain, DOMAIN_SIZE) ? words.load(domain + 4 * word) : 0;
  }
}
