/**
 * Calls of a hostile provider: refused at random, or taken now and made later.
 *
 * What a call names stays as it is until the completion, so it may be read as late as that. But lists of pieces are the
 * caller's again on return, and so are the outgoing bytes of what is injected: these are taken at once.
 */
import type { Hostility } from '../../../hostility.ts';
import { ATOMIC_OPERATIONS, type AtomicMessage, type Datatype, type Elements } from '../../atomic.ts';
import type { Endpoint } from '../../endpoint.ts';
import { Ends } from '../../ends.ts';
import { FI_EAGAIN } from '../../errno.ts';
import { FI_FENCE, FI_INJECT, FI_WRITE } from '../../flags.ts';
import { type Iovec, MESSAGE_OPERATIONS } from '../../msg.ts';
import type { Operations } from '../../provider.ts';
import { RMA_OPERATIONS } from '../../rma.ts';
import { TAGGED_OPERATIONS } from '../../tagged.ts';

type Call = (...words: unknown[]) => number;
type Group = Readonly<Record<string, Call>>;

/** Bytes that go out, or elements. */
type Piece = Writable<Iovec> | Writable<Elements>;
type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

const NONE = new Uint8Array(0);

/** Calls that only ask, that are made at once: receives are posted in order, and peeked at. */
const ANSWERED = /valid$/;
const AT_ONCE = /recv|^inject_atomic$/;
/** Calls with a buffer and its length in front, which is the caller's on return; calls with a message in front and flags at the end. */
const INJECTED = /inject/;
const WITH_FLAGS = /msg$/;

/** Where injected bytes lie while their call is made: an address, and room there. */
export interface Stage {
  readonly address: number;
  readonly size: number;
}

/** Calls of one endpoint that are put off at a time. */
const MOST = 8;

export class HostileCalls {
  private begun = 0;
  private readonly ends: Ends;

  /** `datatypeSize`: bytes of an element. */
  constructor(
    private readonly endpoint: Endpoint,
    private readonly hostility: Hostility,
    private readonly stage: Stage,
    private readonly datatypeSize: (datatype: Datatype) => number,
  ) {
    this.ends = new Ends(endpoint, endpoint.transmit, FI_WRITE);
  }

  /** All groups of operations, each call by way of this. */
  operations({ msg, tagged, rma, atomic }: Operations): Pick<Operations, 'msg' | 'tagged' | 'rma' | 'atomic'> {
    return {
      msg: this.group(msg, MESSAGE_OPERATIONS),
      tagged: this.group(tagged, TAGGED_OPERATIONS),
      rma: this.group(rma, RMA_OPERATIONS),
      atomic: this.group(atomic, ATOMIC_OPERATIONS),
    };
  }

  private group<T extends object>(plain: T, names: readonly (keyof T & string)[]): T {
    const calls = plain as unknown as Group;
    return Object.fromEntries(names.map((name) => [name, this.hostile(name, calls)])) as T;
  }

  private hostile(name: string, calls: Group): Call {
    const call: Call = (...words) => calls[name]!(...words);
    if (ANSWERED.test(name)) return call;
    return (...words) => {
      if (this.begun >= MOST || this.hostility.refuses() || this.mustWait(name, words)) return -FI_EAGAIN;
      if (AT_ONCE.test(name) || this.hostility.chance(2)) return call(...words);
      return this.begin(name, call, words);
    };
  }

  /** What is fenced comes behind all before it. */
  private mustWait(name: string, words: readonly unknown[]): boolean {
    return (flagsOf(name, words) & FI_FENCE) !== 0 && !this.hostility.isIdle;
  }

  private begin(name: string, call: Call, words: readonly unknown[]): number {
    const isInjected = INJECTED.test(name) || (flagsOf(name, words) & FI_INJECT) !== 0;
    const kept = words.map(copied);
    const bytes = isInjected ? this.takeOutgoing(name, kept) : NONE;
    if (bytes === undefined) return call(...words);
    this.begun++;
    this.hostility.later(() => {
      this.endpoint.domain.fabric.hardware.space.U8.set(bytes, this.stage.address >>> 0);
      return this.isMade(name, call(...kept));
    });
    return 0;
  }

  /** What would have been wrong with the call is wrong with the operation. */
  private isMade(name: string, status: number): boolean {
    if (status === -FI_EAGAIN) return false;
    this.begun--;
    if (status !== 0) this.ends.fail({ op_context: 0, flags: 0, err: -status, text: name });
    return true;
  }

  /** Copies what goes out, and changes the call so that it finds it on the stage; undefined if there is not the room. */
  private takeOutgoing(name: string, words: unknown[]): Uint8Array | undefined {
    const { U8 } = this.endpoint.domain.fabric.hardware.space;
    const bytes: number[] = [];
    const take = (address: number, size: number): number => {
      const at = this.stage.address + bytes.length;
      bytes.push(...U8.subarray(address >>> 0, (address >>> 0) + Math.min(size, this.stage.size + 1)));
      return at;
    };
    if (INJECTED.test(name)) words[0] = take(words[0] as number, words[1] as number);
    else for (const piece of piecesOf(name, words)) this.takePiece(piece, words[0] as AtomicMessage, take);
    return bytes.length > this.stage.size ? undefined : Uint8Array.from(bytes);
  }

  private takePiece(piece: Piece, { datatype }: AtomicMessage, take: (address: number, size: number) => number): void {
    if ('base' in piece) piece.base = take(piece.base, piece.len);
    else piece.addr = take(piece.addr, piece.count * this.datatypeSize(datatype));
  }
}

/** Pieces of what goes out: of the message; for a comparing swap, also of what is compared with. */
function piecesOf(name: string, words: readonly unknown[]): readonly Piece[] {
  const { msg_iov } = words[0] as { msg_iov: readonly Piece[] };
  return name.startsWith('compare') ? [...msg_iov, ...(words[1] as readonly Piece[])] : msg_iov;
}

/** Lists and messages are the caller's. */
const copied = (word: unknown): unknown => (typeof word === 'object' ? structuredClone(word) : word);

function flagsOf(name: string, words: readonly unknown[]): number {
  return WITH_FLAGS.test(name) ? (words[words.length - 1] as number) : 0;
}
