/**
 * Calls of the job's system, which its first worker keeps: files, standard input and output.
 *
 * A thread sends name and arguments by a message and sleeps until the result is in the memory that both share. A result is JSON, with
 * bytes behind it; what is larger than that memory comes in pieces. In the first worker itself a call is a call.
 */
import { joined } from '../bytes.ts';
import type { Port } from './web.ts';

/** A call that must wait gives a promise, which the first worker's own calls cannot: no function of a thread runs there. */
export type System = (name: string, args: readonly unknown[]) => unknown;

/** A thread's call as a message. */
export interface Call {
  readonly call: string;
  readonly args: readonly unknown[];
}
/** The thread has taken a piece of its result. */
export interface Taken {
  readonly call: '';
}

/** Words of the shared memory, then the bytes of a piece. */
const [STATE, SIZE, REST, HEADER] = [0, 1, 2, 16];
const [ASKED, ANSWERED] = [0, 1];
export const ANSWER_BYTES = 2 ** 18;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A failure of the system: the name of it in `code`, as Node.js has it. */
interface Failure {
  readonly message: string;
  readonly code?: string;
}

interface Result {
  readonly value?: unknown;
  readonly failure?: Failure;
}

/** What JSON has no form for: big integers, and bytes, which follow the text. */
interface Packed {
  readonly text: string;
  readonly bytes: readonly Uint8Array[];
}

function pack(value: unknown): Packed {
  const bytes: Uint8Array[] = [];
  const text = JSON.stringify(value, function (this: Record<string, unknown>, key) {
    const each = this[key]; // as it is before its toJSON
    if (typeof each === 'bigint') return { $big: String(each) };
    if (each instanceof Uint8Array) return { $bytes: bytes.push(each) - 1, size: each.length };
    return each;
  });
  return { text, bytes };
}

type Tagged = { readonly $big?: string; readonly $bytes?: number; readonly size?: number } | null;

function unpack(all: Uint8Array): unknown {
  const length = new DataView(all.buffer, all.byteOffset).getUint32(0, true);
  let place = 4 + length;
  const next = (size: number) => all.slice(place, (place += size));
  const found: Uint8Array[] = [];
  const text = decoder.decode(all.subarray(4, 4 + length));
  return JSON.parse(text, (_, each: Tagged) => {
    if (each?.$big !== undefined) return BigInt(each.$big);
    if (each?.$bytes === undefined) return each;
    found[each.$bytes] = next(each.size!);
    return found[each.$bytes];
  });
}

/** Length of the text, text, bytes. */
function flatten({ text, bytes }: Packed): Uint8Array {
  const encoded = encoder.encode(text);
  const size = bytes.reduce((sum, { length }) => sum + length, 4 + encoded.length);
  const all = new Uint8Array(size);
  new DataView(all.buffer).setUint32(0, encoded.length, true);
  all.set(encoded, 4);
  let place = 4 + encoded.length;
  for (const each of bytes) {
    all.set(each, place);
    place += each.length;
  }
  return all;
}

// ------------------------------------------------------------------ the thread

/** Calls from a thread to the first worker: by messages through `port`, and the memory that both share. */
export function callsThrough(port: Port, answers: SharedArrayBuffer): System {
  const words = new Int32Array(answers, 0, HEADER / 4);
  return (name, args) => {
    Atomics.store(words, STATE, ASKED);
    port.postMessage({ call: name, args: args.map(sendable) } satisfies Call);
    const { value, failure } = unpack(receive(port, words, answers)) as Result;
    if (failure !== undefined) throw Object.assign(new Error(failure.message), { code: failure.code });
    return value;
  };
}

/** Shared memory would stay shared, and change before it is read. */
const sendable = (value: unknown): unknown =>
  ArrayBuffer.isView(value) ? Uint8Array.from(value as Uint8Array) : value;

function receive(port: Port, words: Int32Array, answers: SharedArrayBuffer): Uint8Array {
  const pieces: Uint8Array[] = [];
  for (;;) {
    while (Atomics.load(words, STATE) === ASKED) Atomics.wait(words, STATE, ASKED);
    pieces.push(new Uint8Array(answers, HEADER, words[SIZE]).slice());
    if (words[REST] === 0) break;
    Atomics.store(words, STATE, ASKED);
    port.postMessage({ call: '' } satisfies Taken);
  }
  return pieces.length === 1 ? pieces[0]! : joined(pieces);
}

// ------------------------------------------------------------------ the first worker

/** Answers the calls of a thread. */
export class Answers {
  private readonly words: Int32Array;
  private rest: Uint8Array = new Uint8Array(0);

  constructor(
    private readonly system: System,
    private readonly memory: SharedArrayBuffer,
  ) {
    this.words = new Int32Array(memory, 0, HEADER / 4);
  }

  async hear(message: Call | Taken): Promise<void> {
    if (message.call !== '') this.rest = flatten(pack(await this.result(message as Call)));
    this.show();
  }

  private async result({ call, args }: Call): Promise<Result> {
    try {
      return { value: await this.system(call, args) };
    } catch (error) {
      const { message, code } = error as Failure;
      return { failure: { message, ...(code !== undefined && { code }) } };
    }
  }

  private show(): void {
    const piece = this.rest.subarray(0, this.memory.byteLength - HEADER);
    this.rest = this.rest.subarray(piece.length);
    new Uint8Array(this.memory, HEADER).set(piece);
    this.words[SIZE] = piece.length;
    this.words[REST] = this.rest.length;
    Atomics.store(this.words, STATE, ANSWERED);
    Atomics.notify(this.words, STATE);
  }
}
