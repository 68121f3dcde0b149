/**
 * Landings: receives that a rank has begun, shown in its memory while it computes, so that whoever brings an offer of data finds where they belong.
 *
 * A library that matches messages shows its receives, in the order in which they may match, whenever the rank leaves it, and takes them back when the rank
 * comes again. Between, a sender that reaches the memory (`land`), or a thread of the rank's process to which an offer has come over the network
 * (the service LAND), gives an offer to the first receive that it matches, if the rank has taken all messages of that sender before it. The sender then copies the data; over
 * the network the progress thread reads them (`LandingErrands`). The words of a rank lie at one offset of each region:
 *
 *     lock, whether receives are shown, whether an offer has come while they were not, how many, offset of the numbers of messages that are due by rank,
 *     whether there are errands, a word that is 1; slots of receives in their order; the slots
 */
import type { Errand, Errands } from '../conduits/conduit.ts';
import { following } from '../memory/counts.ts';
import { addressOf, isReached, offsetOf, type Space } from '../memory/space.ts';
import type { Calls } from './am/calls.ts';
import { LAND, type Told } from './am/services.ts';
import { rouse } from './bell.ts';
import { lockedByAll } from './mutex.ts';

const SLOTS = 32;
/** Words of a rank. */
const [LOCK, IS_SHOWN, HAS_MISSED, COUNT, DUE_AT, HAS_ERRANDS, ONE, ORDER] = [0, 1, 2, 3, 4, 5, 6, 8];
const FIRST = ORDER + SLOTS;
/** Words of a slot. Offsets are those of the rank's region, OFFSET and TOLD_AT of others'. */
const [STATE, CONTEXT, SOURCE, TAG, AT, ROOM, FROM, GOT_TAG, BYTES, OWNER, OFFSET, TOLD_AT] = [
  ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
] as const;
const SLOT_WORDS = 12;
const [UNUSED, SHOWN, WANTED, UNDER_WAY, LANDED] = [0, 1, 2, 3, 4];

export const LANDING_BYTES = 4 * (FIRST + SLOTS * SLOT_WORDS);

/** A receive: an address of the rank's own, below 0: any source, any tag. */
export interface Landing {
  readonly context: number;
  readonly source: number;
  readonly tag: number;
  readonly address: number;
  readonly room: number;
}

/** Data that a rank offers, by the place where they lie. */
export interface Offered {
  readonly from: number;
  readonly context: number;
  readonly tag: number;
  readonly bytes: number;
  readonly owner: number;
  readonly offset: number;
  /** Offset of the word of its region that becomes 1 when they have been taken over the network. */
  readonly toldAt: number;
}

export class Landings {
  private readonly at: number;
  private readonly unused = Array.from({ length: SLOTS }, (_, slot) => slot);
  /** Words of an offer, for services; 0 until first used. */
  private words = 0;

  constructor(
    private readonly space: Space,
    private readonly area: number,
    private readonly calls: Pick<Calls, 'tell'>,
    private readonly copy: (to: number, from: number, size: number) => void,
    private readonly allocate: (bytes: number) => number,
  ) {
    this.at = areaOf(space, space.MYTHREAD, area);
    space.I32[this.at + ONE] = 1;
  }

  // ---------------------------------------------------------------- the receiver

  /** Shows as many as there is room for; gives their slots. `due`: address of the numbers of messages that are due, by rank. */
  show(receives: readonly Landing[], due: number): number[] {
    const { space, at } = this;
    const { I32 } = space;
    const slots = receives.slice(0, this.unused.length).map((receive) => this.slotFor(receive));
    lockedByAll(I32, (at + LOCK) << 2, () => {
      I32.set(slots, at + ORDER);
      I32[at + COUNT] = slots.length;
      I32[at + DUE_AT] = offsetOf(space, due);
      I32[at + IS_SHOWN] = 1;
    });
    return slots;
  }

  hide(): void {
    const { at } = this;
    const { I32 } = this.space;
    lockedByAll(I32, (at + LOCK) << 2, () => {
      I32[at + IS_SHOWN] = 0;
    });
  }

  /** Whether an offer has come, since this was asked last, that found nothing shown: its message lies in the ring. */
  hasMissed(): boolean {
    return Atomics.exchange(this.space.I32, this.at + HAS_MISSED, 0) !== 0;
  }

  /** What has been given to the receive of a slot that is shown no more; undefined: nothing, and the slot is unused again. */
  given(slot: number): Pick<Offered, 'from' | 'tag' | 'bytes'> | undefined {
    const { I32 } = this.space;
    const word = slotOf(this.at, slot);
    if (I32[word + STATE] === SHOWN) this.release(slot);
    else return { from: I32[word + FROM]!, tag: I32[word + GOT_TAG]!, bytes: I32[word + BYTES]! >>> 0 };
    return undefined;
  }

  /** A slot in which an offer for a receive that is not shown is fetched, at once where its data are reached; undefined while there is none. */
  fetch(receive: Landing, offered: Offered): number | undefined {
    if (this.unused.length === 0) return undefined;
    const { space, at } = this;
    const slot = this.slotFor(receive);
    const isNear = isReached(space, offered.owner) && isReached(space, offered.from);
    give(space.I32, at, slotOf(at, slot), offered, isNear ? UNDER_WAY : WANTED);
    if (!isNear) return slot;
    this.move(space.MYTHREAD, slotOf(at, slot), offered);
    Atomics.store(space.I32, addressOf(space, offered.from, offered.toldAt) >>> 2, 1);
    rouse(space, offered.from);
    return slot;
  }

  hasLanded(slot: number): boolean {
    return Atomics.load(this.space.I32, slotOf(this.at, slot) + STATE) === LANDED;
  }

  release(slot: number): void {
    this.space.I32[slotOf(this.at, slot) + STATE] = UNUSED;
    this.unused.push(slot);
  }

  private slotFor({ context, source, tag, address, room }: Landing): number {
    const slot = this.unused.pop()!;
    const words = [SHOWN, context, source, tag, offsetOf(this.space, address), room];
    this.space.I32.set(words, slotOf(this.at, slot));
    return slot;
  }

  // ---------------------------------------------------------------- the sender

  /** Brings message `serial` of this rank to `to`: whether the data are there on return. Of others the word at `toldAt` tells, or a message of `to` does. */
  bring(to: number, serial: number, offered: Offered): boolean {
    const { space } = this;
    if (isReached(space, to)) return this.bringNear(to, serial, offered);
    const { I32 } = space;
    const at = (this.words ||= this.allocate(4 * OFFERED)) >>> 2;
    I32.set(wordsOf(offered), at);
    this.calls.tell(to, LAND, to, serial, at, OFFERED);
    return false;
  }

  private bringNear(to: number, serial: number, offered: Offered): boolean {
    const { space } = this;
    const word = land(space, this.area, to, serial, offered, UNDER_WAY);
    if (word === 0) return false;
    this.move(to, word, offered);
    rouse(space, to);
    return true;
  }

  /** Copies data that are reached to the receive of a slot. */
  private move(to: number, word: number, { owner, offset, bytes }: Offered): void {
    const { space } = this;
    const { I32 } = space;
    const size = Math.min(bytes, I32[word + ROOM]! >>> 0);
    if (size > 0) this.copy(addressOf(space, to, I32[word + AT]!), addressOf(space, owner, offset), size);
    Atomics.store(I32, word + STATE, LANDED);
  }
}

const areaOf = (space: Space, rank: number, area: number): number => addressOf(space, rank, area) >>> 2;
const slotOf = (at: number, slot: number): number => at + FIRST + slot * SLOT_WORDS;

const OFFERED = 7;
const wordsOf = ({ from, context, tag, bytes, owner, offset, toldAt }: Offered): number[] => [
  ...[from, context, tag, bytes, owner, offset, toldAt],
];

/** Gives an offer to the first receive of `rank` that it matches: index of its slot, whose state becomes `state`, or 0. */
function land(space: Space, area: number, rank: number, serial: number, offered: Offered, state: number): number {
  const { I32 } = space;
  const at = areaOf(space, rank, area);
  return lockedByAll(I32, (at + LOCK) << 2, () => {
    if (I32[at + IS_SHOWN] === 0) I32[at + HAS_MISSED] = 1;
    const due = (addressOf(space, rank, I32[at + DUE_AT]!) >>> 2) + offered.from;
    if (I32[at + IS_SHOWN] === 0 || I32[due] !== serial) return 0;
    const word = firstFor(I32, at, offered);
    if (word === 0) return 0;
    I32[due] = following(serial);
    give(I32, at, word, offered, state);
    return word;
  });
}

function firstFor(I32: Int32Array, at: number, { from, context, tag }: Offered): number {
  for (let i = 0; i < I32[at + COUNT]!; i++) {
    const word = slotOf(at, I32[at + ORDER + i]!);
    const [source, wanted] = [I32[word + SOURCE]!, I32[word + TAG]!];
    const isFor = (source < 0 || source === from) && (wanted === tag || (wanted < 0 && tag >= 0));
    if (I32[word + STATE] === SHOWN && I32[word + CONTEXT] === context && isFor) return word;
  }
  return 0;
}

function give(I32: Int32Array, at: number, word: number, offered: Offered, state: number): void {
  const { from, tag, bytes, owner, offset, toldAt } = offered;
  I32.set([from, tag, bytes, owner, offset, toldAt], word + FROM);
  Atomics.store(I32, word + STATE, state);
  if (state === WANTED) Atomics.store(I32, at + HAS_ERRANDS, 1);
}

/** The service LAND: for the rank, the number of the message, and the words of the offer. `area`: offset of the words of each rank. */
export const landing =
  (space: Space, area: number): Told =>
  (rank, serial, words) => {
    const [from, context, tag, bytes, owner, offset, toldAt] = words as unknown as Seven;
    land(space, area, rank, serial, { from, context, tag, bytes, owner, offset, toldAt }, WANTED);
  };

type Seven = [number, number, number, number, number, number, number];

/** What the thread that serves others reads for the ranks of its process. */
export class LandingErrands implements Errands {
  constructor(
    private readonly space: Space,
    private readonly area: number,
  ) {}

  next(): Errand | undefined {
    const { space } = this;
    for (let rank = space.FIRST; rank < space.FIRST + space.REACH; rank++) {
      const at = areaOf(space, rank, this.area);
      if (Atomics.load(space.I32, at + HAS_ERRANDS) === 0) continue;
      const errand = this.nextOf(rank, at);
      if (errand !== undefined) return errand;
    }
    return undefined;
  }

  private nextOf(rank: number, at: number): Errand | undefined {
    const { I32 } = this.space;
    Atomics.store(I32, at + HAS_ERRANDS, 0);
    for (let slot = 0; slot < SLOTS; slot++) {
      const word = slotOf(at, slot);
      if (Atomics.compareExchange(I32, word + STATE, WANTED, UNDER_WAY) !== WANTED) continue;
      Atomics.store(I32, at + HAS_ERRANDS, 1); // there may be more
      return this.errandOf(rank, at, word);
    }
    return undefined;
  }

  private errandOf(rank: number, at: number, word: number): Errand {
    const { space } = this;
    const { I32 } = space;
    return {
      from: { rank: I32[word + OWNER]!, offset: I32[word + OFFSET]! >>> 0 },
      to: addressOf(space, rank, I32[word + AT]!) >>> 0,
      bytes: Math.min(I32[word + BYTES]! >>> 0, I32[word + ROOM]! >>> 0),
      told: { rank: I32[word + FROM]!, offset: I32[word + TOLD_AT]! >>> 0 },
      one: (at + ONE) << 2,
      done() {
        Atomics.store(I32, word + STATE, LANDED);
        rouse(space, rank);
      },
    };
  }
}
