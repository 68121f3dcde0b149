/**
 * Connecting by datagrams that get lost, overtake each other and come twice, in all orders: whoever may send is heard, a queue pair is
 * connected once, to the right one, and from everywhere there is a way to the end where both are connected.
 */
import { expect, test } from 'vitest';
import { CONNECTED, Connections, type Datagram, NONE } from '../../runtime/conduits/verbs/connections.ts';
import type { Endpoint } from '../../runtime/conduits/verbs/endpoint.ts';
import type { Step } from '../../runtime/conduits/verbs/states.ts';
import { some } from '../support/share.ts';
import { explore, type World } from './explore.ts';

interface Pending {
  readonly from: number;
  readonly to: number;
  readonly kind: Datagram;
  readonly number: number;
}

class Setting implements World {
  readonly datagrams: Pending[] = [];
  readonly ranks: readonly Connections[];
  /** To which number each rank has connected its queue pair; undefined before. */
  readonly peers: (number | undefined)[] = [undefined, undefined];
  private made = 0;
  private says: number[];

  constructor(
    wants: readonly number[],
    private losses: number,
    private twice: number,
    says: number,
  ) {
    this.says = [0, 1].map((rank) => (wants.includes(rank) ? says : 0));
    this.ranks = [0, 1].map(
      (rank) => new Connections(2, this.endpointOf(rank), (to, kind, number) => this.send(rank, to, kind, number)),
    );
  }

  steps(): string[] {
    const says = [0, 1]
      .filter((rank) => this.says[rank]! > 0 && this.stateOf(rank) !== CONNECTED)
      .map((rank) => `say ${rank}`);
    const all = this.datagrams.map((_, index) => index);
    return [
      ...says,
      ...all.map((index) => `hear ${index}`),
      ...(this.losses > 0 ? all.map((index) => `lose ${index}`) : []),
      ...(this.twice > 0 ? all.map((index) => `twice ${index}`) : []),
    ];
  }

  take(step: string): void {
    const [what, index] = step.split(' ') as [string, string];
    if (what === 'say') {
      this.says[Number(index)]!--;
      this.ranks[Number(index)]!.say(1 - Number(index));
    } else if (what === 'lose') {
      this.losses--;
      this.datagrams.splice(Number(index), 1);
    } else this.hear(Number(index), what === 'twice');
  }

  state(): string {
    return JSON.stringify([
      this.ranks.map((_, rank) => this.stateOf(rank)),
      this.peers,
      this.datagrams.map((one) => JSON.stringify(one)).sort(),
      this.losses,
      this.twice,
      this.says,
    ]);
  }

  check(): void {
    for (const rank of [0, 1])
      if (this.stateOf(rank) === CONNECTED && this.peers[1 - rank] === undefined)
        throw new Error(`rank ${rank} may send, and rank ${1 - rank} does not receive`);
  }

  /** A rank that requested it is connected, unless it has given up: each lost datagram costs a "say". */
  checkEnd(): void {
    this.check();
    for (const rank of [0, 1])
      if (this.stateOf(rank) !== NONE && this.stateOf(rank) !== CONNECTED && this.says[rank]! > 0)
        throw new Error(`rank ${rank} is not connected`);
  }

  stateOf(rank: number): number {
    return this.ranks[rank]!.states.get(1 - rank);
  }

  private hear(index: number, again: boolean): void {
    const { from, to, kind, number } = this.datagrams[index]!;
    if (again) this.twice--;
    else this.datagrams.splice(index, 1);
    this.ranks[to]!.hear(from, kind, number);
  }

  private send(from: number, to: number, kind: Datagram, number: number): void {
    this.datagrams.push({ from, to, kind, number });
  }

  /** Numbers are 100 and up for rank 0, 200 and up for rank 1. */
  private endpointOf(rank: number): Endpoint {
    return {
      connection: () => ({ qp_num: 100 * (rank + 1) + this.made++ }),
      bringUp: (qp: { qp_num: number }, steps: readonly Step[]) =>
        this.connect(rank, qp.qp_num, steps[1]![0].dest_qp_num),
    } as unknown as Endpoint;
  }

  private connect(rank: number, own: number, peer: number): void {
    if (this.peers[rank] !== undefined) throw new Error(`rank ${rank} connects twice`);
    if (Math.floor(peer / 100) !== 2 - rank || Math.floor(own / 100) !== rank + 1)
      throw new Error(`rank ${rank} connects ${own} with ${peer}`);
    this.peers[rank] = peer;
  }
}

const CASES: readonly (readonly [string, readonly number[], number, number])[] = [
  ['one asks', [0], 2, 1],
  ['both ask', [0, 1], 1, 1],
  ['both ask, more is lost', [0, 1], 2, 0],
];

for (const [name, wants, losses, twice] of some(CASES))
  test(`connecting: ${name}`, () => {
    const { states, ends } = explore(() => new Setting(wants, losses, twice, losses + 1));
    expect(states).toBeGreaterThan(50);
    expect(ends).toBeGreaterThan(0);
  });
