/**
 * Image control: sync_all, sync_team, sync_images, sync_memory (Fortran 2018, 11.6).
 *
 * sync_images: each image increments, in the region of every image it names, a counter of its own, and waits until that
 * image's counter here is as high. So the k-th time that I names J matches the k-th that J names I.
 */
import type { NativeFunction } from '../abi.ts';
import { awaited } from '../core/awaited.ts';
import { hasEnded } from '../core/standing.ts';
import { FOR_IMAGE } from '../core/states.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { following } from '../memory/counts.ts';
import { badArgument, badImage, duplicateImage } from './errors.ts';
import { statusOf } from './images.ts';
import { conclude, DONE, DUPLICATE_IMAGE, type Outcome, report, SUCCESS, worse } from './status.ts';
import type { Teams } from './team.ts';

/** No set of images: all. */
const ALL = -1;

export function synchronization(environment: RuntimeEnvironment, teams: Teams): Record<string, NativeFunction> {
  const { runtime } = environment;
  /** How often this image has named each thread. */
  const named: number[] = [];

  function syncAll(stat: number): void {
    conclude(environment, 'sync_all', stat, teams.current.board.sync('sync_all'));
  }

  function syncTeam(team: number, stat: number): void {
    conclude(environment, 'sync_team', stat, teams.at('sync_team', team).board.sync('sync_team'));
  }

  function syncMemory(stat: number): void {
    environment.fence();
    report(environment, stat, SUCCESS, () => '');
  }

  function syncImages(count: number, set: number, stat: number): void {
    const { members } = teams.current;
    const images = count === ALL ? Array.from(members.keys()) : readSet(count, set);
    const twice = images.find((image, i) => images.indexOf(image) !== i);
    if (twice === undefined) syncWith(images, stat);
    else report(environment, stat, DUPLICATE_IMAGE, () => duplicateImage('sync_images', twice));
  }

  function readSet(count: number, set: number): number[] {
    const { members } = teams.current;
    if (count < ALL) runtime.job.fail(badArgument('sync_images', 'the number of images', `${count}`, setLength));
    const images: number[] = [];
    for (let i = 0; i < count; i++) images.push(environment.I32[(set >>> 2) + i]!);
    const wrong = images.find((image) => image >>> 0 >= members.length);
    if (wrong !== undefined) runtime.job.fail(badImage('sync_images', wrong, members.length));
    return images;
  }

  function syncImage(image: number, stat: number): void {
    const { members } = teams.current;
    if (image >>> 0 >= members.length) runtime.job.fail(badImage('sync_image', image, members.length));
    syncWith([image], stat);
  }

  /** An image does not wait for itself. */
  function syncWith(images: readonly number[], stat: number): void {
    const others = images.filter((image) => image !== teams.current.index);
    environment.fence();
    for (const image of others) name(teams.current.members[image]!);
    let outcome = DONE;
    for (const image of others) outcome = worse(outcome, waitFor(image));
    conclude(environment, 'sync_images', stat, outcome);
  }

  function name(thread: number): void {
    const counter = teams.area.counter(thread, environment.MYTHREAD);
    named[thread] = following(named[thread] ?? 0);
    runtime.words32.store(counter, named[thread]);
    runtime.job.wakeOwner(counter);
  }

  function waitFor(image: number): Outcome {
    const { I32, MYTHREAD } = environment;
    const thread = teams.current.members[image]!;
    const counter = teams.area.counter(MYTHREAD, thread);
    const count = named[thread]!;
    const hasCome = () => ((Atomics.load(I32, counter >>> 2) - count) | 0) >= 0;
    if (hasCome()) return DONE;
    const wait = { kind: FOR_IMAGE, ...awaited(environment, counter), whom: thread, count };
    runtime.job.block(wait, () => hasCome() || hasEnded(environment, thread));
    return hasCome() ? DONE : { status: statusOf(environment, thread), image };
  }

  return {
    __coarray_sync_team: syncTeam,
    xmp_barrier: () => syncAll(0),
    xmp_sync_all: syncAll,
    xmp_sync_memory: syncMemory,
    xmp_sync_image: syncImage,
    xmp_sync_images: syncImages,
    xmp_sync_images_all: (stat: number) => syncImages(ALL, 0, stat),
  };
}

const setLength = 'it is how many numbers the set has';
