/**
 * XcalableMP's post and wait: a post goes to one image and carries a tag; a wait takes one post (XcalableMP 1.x, 4.6).
 *
 * A mailbox is a list of notes in the posters' shared memory, to which any image pushes one by a compare-and-swap. Its
 * owner takes the whole list at once, so notes need no lock, and queues unmatched ones in order of arrival. The name of a
 * note is its poster in the upper half of 64 bits and its offset, which is never 0, in the lower.
 */
import type { NativeFunction } from '../abi.ts';
import { awaited } from '../core/awaited.ts';
import { hasEnded, hasFailed } from '../core/standing.ts';
import { FOR_POST } from '../core/states.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { addressOf, offsetOf } from '../memory/space.ts';
import { imageGone, noPostLeft } from './errors.ts';
import { threadOf } from './images.ts';
import type { Teams } from './team.ts';

/** Words of a note: the name of the next one, in two; the thread that posted; the tag. */
const NEXT = 0;
const FROM = 2;
const TAG = 3;
const NOTE_SIZE = 16;
/** Of no note. */
const NONE = 0n;
/** Any image. */
const ANYBODY = -1;

function nameOf(poster: number, offset: number): bigint {
  return (BigInt(poster) << 32n) | BigInt(offset >>> 0);
}

interface Post {
  readonly from: number;
  readonly tag: number;
}

export function posts(environment: RuntimeEnvironment, teams: Teams): Record<string, NativeFunction> {
  const { runtime } = environment;
  /** Taken from the mailbox, not waited for yet. */
  const received: Post[] = [];

  function post(image: number, tag: number): void {
    const { I32, I64, MYTHREAD } = environment;
    const to = threadOf(environment, 'xmp post', image, teams.current.members);
    if (hasFailed(environment, to)) runtime.job.fail(imageGone('xmp post', image, 'failed'));
    const note = runtime.sharedHeap.allocateLocal('xmp post', NOTE_SIZE);
    const mailbox = teams.area.mailbox(to);
    const name = nameOf(MYTHREAD, offsetOf(environment, note));
    I32[(note >>> 2) + FROM] = MYTHREAD;
    I32[(note >>> 2) + TAG] = tag;
    runtime.words64.update(mailbox, (newest) => {
      I64[(note + 4 * NEXT) >>> 3] = newest;
      return name;
    });
    runtime.job.wakeOwner(mailbox);
  }

  /** Moves the notes of the mailbox to `received`; the newest is at its head. */
  function receive(): void {
    const { I32, I64, MYTHREAD } = environment;
    const fresh: Post[] = [];
    let name = Atomics.exchange(I64, teams.area.mailbox(MYTHREAD) >>> 3, NONE);
    while (name !== NONE) {
      const note = addressOf(environment, Number(name >> 32n), Number(BigInt.asUintN(32, name)));
      const word = runtime.reach.value(note, NOTE_SIZE) >>> 2;
      fresh.push({ from: I32[word + FROM]!, tag: I32[word + TAG]! });
      name = I64[(word + NEXT) >>> 1]!;
      runtime.sharedHeap.free('xmp wait', note);
    }
    received.push(...fresh.reverse());
  }

  function take(isWanted: (post: Post) => boolean): boolean {
    receive();
    const found = received.findIndex(isWanted);
    if (found >= 0) received.splice(found, 1);
    return found >= 0;
  }

  function wait(whom: number, isWanted: (post: Post) => boolean): void {
    if (take(isWanted)) return;
    const mailbox = teams.area.mailbox(environment.MYTHREAD);
    const canCome = () => Atomics.load(environment.I64, mailbox >>> 3) !== NONE;
    for (;;) {
      runtime.job.block({ kind: FOR_POST, ...awaited(environment, mailbox), whom }, () => canCome() || isGone(whom));
      if (take(isWanted)) return;
      if (isGone(whom) && !canCome()) runtime.job.fail(noPostLeft(teams.current.members.indexOf(whom)));
    }
  }

  function isGone(whom: number): boolean {
    return whom !== ANYBODY && hasEnded(environment, whom);
  }

  const poster = (image: number) => threadOf(environment, 'xmp wait', image, teams.current.members);

  function waitForImage(image: number): void {
    const thread = poster(image);
    wait(thread, ({ from }) => from === thread);
  }

  function waitForTag(image: number, wanted: number): void {
    const thread = poster(image);
    wait(thread, ({ from, tag }) => from === thread && tag === wanted);
  }

  return {
    xmp_post: post,
    xmp_wait: () => wait(ANYBODY, () => true),
    xmp_wait_image: waitForImage,
    xmp_wait_tag: waitForTag,
  };
}
