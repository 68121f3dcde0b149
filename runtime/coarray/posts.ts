/**
 * XcalableMP's post and wait: a post goes to one image and carries a tag; a wait takes one post (XcalableMP 1.x, 4.6).
 *
 * A mailbox is a list of notes in the posters' shared memory, to which any image pushes one by a compare-and-swap. Its
 * owner takes the whole list at once, so notes need no lock, and queues unmatched ones in order of arrival.
 */
import type { NativeFunction } from '../abi.ts';
import { hasEnded, hasFailed } from '../core/standing.ts';
import { FOR_POST } from '../core/states.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { imageGone, noPostLeft } from './errors.ts';
import { threadOf } from './images.ts';
import type { Teams } from './team.ts';

/** Words of a note: the next one, the thread that posted, the tag. */
const NEXT = 0;
const FROM = 1;
const TAG = 2;
const NOTE_SIZE = 12;
/** Any image. */
const ANYBODY = -1;

interface Post {
  readonly from: number;
  readonly tag: number;
}

export function posts(environment: RuntimeEnvironment, teams: Teams): Record<string, NativeFunction> {
  const { runtime } = environment;
  /** Taken from the mailbox, not waited for yet. */
  const received: Post[] = [];

  function post(image: number, tag: number): void {
    const { I32, MYTHREAD } = environment;
    const to = threadOf(environment, 'xmp post', image, teams.current.members);
    if (hasFailed(environment, to)) runtime.job.fail(imageGone('xmp post', image, 'failed'));
    const note = runtime.sharedHeap.allocateLocal('xmp post', NOTE_SIZE);
    const head = teams.area.mailbox(to);
    I32[(note >>> 2) + FROM] = MYTHREAD;
    I32[(note >>> 2) + TAG] = tag;
    runtime.words32.update(head << 2, (newest) => {
      I32[(note >>> 2) + NEXT] = newest;
      return note;
    });
    runtime.job.wakeOwner(head);
  }

  /** Moves the notes of the mailbox to `received`; the newest is at its head. */
  function receive(): void {
    const { I32, MYTHREAD } = environment;
    const fresh: Post[] = [];
    let note = Atomics.exchange(I32, teams.area.mailbox(MYTHREAD), 0);
    while (note !== 0) {
      const word = runtime.reach.value(note, NOTE_SIZE) >>> 2;
      fresh.push({ from: I32[word + FROM]!, tag: I32[word + TAG]! });
      const next = I32[word + NEXT]!;
      runtime.sharedHeap.free('xmp wait', note);
      note = next;
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
    const head = teams.area.mailbox(environment.MYTHREAD);
    const canCome = () => Atomics.load(environment.I32, head) !== 0;
    for (;;) {
      runtime.job.block({ kind: FOR_POST, on: head << 2, whom, word: head }, () => canCome() || isGone(whom));
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
