/**
 * Flow control of active messages in all orders: no message ever finds a receiver without a buffer for it, every request is
 * handled and every reply, and nobody runs out of credits for good, whether handlers reply or not.
 */
import { expect, test } from 'vitest';
import type { Host } from '../../runtime/conduits/conduit.ts';
import type { Endpoint } from '../../runtime/conduits/verbs/endpoint.ts';
import {
  CREDITS,
  creditsOf,
  immediate,
  kindOf,
  type Links,
  REPLY,
  REQUEST,
  rankOf,
} from '../../runtime/conduits/verbs/links.ts';
import { VerbsMessages } from '../../runtime/conduits/verbs/messages.ts';
import type { Requests } from '../../runtime/conduits/verbs/requests.ts';
import type { IbvSendWr } from '../../runtime/fabrics/verbs/index.ts';
import type { SparseWords } from '../../runtime/memory/sparse.ts';
import { explore, type World } from './explore.ts';

interface Message {
  readonly imm: number;
  readonly answered: boolean;
}

/** A request of a script: whether its handler will reply. */
type Script = readonly boolean[];

class Rank {
  readonly messages: VerbsMessages;
  sent = 0;
  handled = 0;
  /** The handler that runs now replies. */
  private replies = false;
  /** The request that is composed asks for a reply. */
  private asks = false;

  constructor(
    readonly number: number,
    ranks: number,
    credits: number,
    send: (from: number, to: number, message: Message) => void,
    readonly script: Script,
  ) {
    const host = {
      space: { THREADS: ranks, MYTHREAD: number },
      deliver: () => this.handle(),
      idle: () => {
        throw new Error(`rank ${number} waits, though it had what it needs`);
      },
    } as unknown as Host;
    const buffers = { bytes: 4096, lkey: 1, take: () => 8 };
    const endpoint = { messageBuffers: buffers } as unknown as Endpoint;
    const links = {
      isConnected: () => true,
      queuePair: (rank: number) => rank,
      sendCredits: (rank: number, count: number) =>
        send(number, rank, { imm: immediate(CREDITS, number, count), answered: false }),
    } as unknown as Links;
    const requests = {
      buffers: [],
      claim: () => 0,
      post: (rank: number, wr: IbvSendWr) => send(number, rank, { imm: wr.imm_data, answered: this.asks }),
    } as unknown as Requests;
    this.messages = new VerbsMessages(host, endpoint, links, requests, credits, false);
  }

  get hasCredit(): boolean {
    return this.creditsOf(1 - this.number) > 0;
  }

  creditsOf(rank: number): number {
    return (this.messages as unknown as { credits: SparseWords }).credits.get(rank);
  }

  bankedOf(rank: number): number {
    return (this.messages as unknown as { banked: SparseWords }).banked.get(rank);
  }

  request(): void {
    const other = 1 - this.number;
    this.asks = this.script[this.sent++]!;
    this.messages.commit(other, this.messages.prepare(other, 16, false), 16, false);
    this.asks = false;
  }

  /** As Progress.handle does it; `posted` when the receive is posted again. */
  receive({ imm, answered }: Message, posted: () => void): void {
    const rank = rankOf(imm);
    this.replies = answered;
    if (kindOf(imm) === REQUEST) this.messages.handleRequest(rank, 8);
    else if (kindOf(imm) === REPLY) this.handled++;
    posted();
    this.messages.regain(rank, creditsOf(imm));
    if (kindOf(imm) === REQUEST) this.messages.settle(rank);
  }

  private handle(): void {
    this.handled++;
    const other = 1 - this.number;
    if (this.replies) this.messages.commit(other, this.messages.prepare(other, 16, true), 16, true);
  }
}

class Setting implements World {
  private readonly ranks: readonly Rank[];
  private readonly wires: Message[][] = [[], []];
  /** Messages to each rank that hold a receive of it. */
  private readonly taken = [0, 0];

  constructor(
    private readonly credits: number,
    scripts: readonly [Script, Script],
  ) {
    const send = (_from: number, to: number, message: Message) => {
      this.wires[to]!.push(message);
      this.taken[to]!++;
    };
    this.ranks = scripts.map((script, number) => new Rank(number, 2, credits, send, script));
  }

  steps(): string[] {
    const requests = this.ranks.filter((rank) => rank.sent < rank.script.length && rank.hasCredit);
    const arrivals = this.ranks.filter(({ number }) => this.wires[number]!.length > 0);
    return [...requests.map(({ number }) => `request ${number}`), ...arrivals.map(({ number }) => `receive ${number}`)];
  }

  take(step: string): void {
    const [what, number] = step.split(' ') as [string, string];
    const rank = this.ranks[Number(number)]!;
    if (what === 'request') rank.request();
    else rank.receive(this.wires[rank.number]!.shift()!, () => this.taken[rank.number]!--);
  }

  state(): string {
    const ranks = this.ranks.map((rank) => [
      rank.sent,
      rank.handled,
      rank.creditsOf(1 - rank.number),
      rank.bankedOf(1 - rank.number),
    ]);
    return JSON.stringify([ranks, this.wires]);
  }

  /** Receives are posted for the requests of the peer, for as many answers, and one that its handler still holds. */
  check(): void {
    for (const { number } of this.ranks)
      if (this.taken[number]! > 2 * this.credits + 1)
        throw new Error(
          `${this.taken[number]} messages for rank ${number}, which has ${2 * this.credits + 1} receives`,
        );
    for (const rank of this.ranks)
      if (rank.creditsOf(1 - rank.number) > this.credits) throw new Error(`rank ${rank.number} has too many credits`);
  }

  checkEnd(): void {
    this.check();
    const sent = this.ranks.reduce((sum, rank) => sum + rank.sent, 0);
    const wanted = this.ranks.reduce((sum, { script }) => sum + script.length, 0);
    const replies = this.ranks.reduce((sum, { script }) => sum + script.filter(Boolean).length, 0);
    const handled = this.ranks.reduce((sum, rank) => sum + rank.handled, 0);
    if (sent !== wanted) throw new Error(`${wanted - sent} requests were never sent`);
    if (handled !== wanted + replies) throw new Error(`${wanted + replies - handled} messages were never handled`);
  }
}

const [REPLIES, SILENT] = [true, false];

const CASES: readonly (readonly [string, number, readonly [Script, Script]])[] = [
  [
    'one credit',
    1,
    [
      [REPLIES, SILENT, REPLIES, SILENT],
      [SILENT, SILENT, REPLIES],
    ],
  ],
  [
    'two credits, no replies',
    2,
    [
      [SILENT, SILENT, SILENT, SILENT, SILENT],
      [SILENT, SILENT, SILENT, SILENT],
    ],
  ],
  [
    'three credits, some replies',
    3,
    [
      [REPLIES, SILENT, SILENT, REPLIES, SILENT],
      [SILENT, REPLIES, SILENT, SILENT],
    ],
  ],
  ['one side only', 2, [[SILENT, SILENT, SILENT, SILENT, SILENT, SILENT, REPLIES, SILENT], []]],
];

for (const [name, credits, scripts] of CASES)
  test(`credits: ${name}`, () => {
    const { states, ends } = explore(() => new Setting(credits, scripts));
    expect(states).toBeGreaterThan(scripts[1].length === 0 ? 20 : 100);
    expect(ends).toBeGreaterThan(0);
  });
