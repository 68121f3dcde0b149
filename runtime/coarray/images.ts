/**
 * Images by number: this_image, num_images, the thread of a coindex, and whether an image is still active.
 */
import type { NativeFunction } from '../abi.ts';
import { hasFailed, hasStopped } from '../core/standing.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { badArgument, badImage, noSibling } from './errors.ts';
import { FAILED_IMAGE, STOPPED_IMAGE, SUCCESS } from './status.ts';
import type { Team, Teams } from './team.ts';

/** No thread: the image has failed. */
const NO_THREAD = -1;

/** The thread of image `index` among `members`; an invalid index ends the job. */
export function threadOf({ runtime }: RuntimeEnvironment, name: string, index: number, members: Int32Array): number {
  return index >>> 0 < members.length ? members[index]! : runtime.job.fail(badImage(name, index, members.length));
}

/** 0, STAT_STOPPED_IMAGE or STAT_FAILED_IMAGE. */
export function statusOf(environment: RuntimeEnvironment, thread: number): number {
  if (hasStopped(environment, thread)) return STOPPED_IMAGE;
  return hasFailed(environment, thread) ? FAILED_IMAGE : SUCCESS;
}

export function images(environment: RuntimeEnvironment, teams: Teams): Record<string, NativeFunction> {
  const { runtime } = environment;
  const coindex = 'coindex';

  /** `direct` is the address of the program's word for images whose thread has the same number. */
  function __coarray_image(index: number, direct: number): number {
    teams.tellDirect(direct);
    return threadOf(environment, coindex, index, teams.current.members);
  }

  function __coarray_image_of_team(index: number, team: number): number {
    return threadOf(environment, coindex, index, teams.at(coindex, team).members);
  }

  function __coarray_image_of_number(index: number, number: number): number {
    return threadOf(environment, coindex, index, sibling(coindex, number));
  }

  /** The memory of a stopped image stays accessible; that of a failed one does not. */
  function __coarray_image_stat(index: number, stat: number): number {
    const thread = threadOf(environment, coindex, index, teams.current.members);
    const status = statusOf(environment, thread);
    if (stat !== 0) environment.I32[stat >>> 2] = status;
    return status === FAILED_IMAGE ? NO_THREAD : thread;
  }

  function sibling(name: string, number: number): Int32Array {
    const { siblings } = teams.current;
    return siblings.get(number) ?? runtime.job.fail(noSibling(name, number, [...siblings.keys()]));
  }

  /** The team at `address`, or the current one; polls for the end of images in other processes. */
  function teamOf(name: string, address: number): Team {
    runtime.job.glance();
    return address === 0 ? teams.current : teams.at(name, address);
  }

  function __coarray_image_status(index: number, team: number): number {
    const { members } = teamOf('image_status', team);
    return statusOf(environment, threadOf(environment, 'image_status', index, members));
  }

  /** Writes the indexes of images with that status, at most `room`; returns their number. */
  function list(name: string, status: number, numbers: number, room: number, team: number): number {
    if (room < 0) runtime.job.fail(badArgument(name, 'room', `${room}`, 'it is how many numbers fit'));
    const { members } = teamOf(name, team);
    const found = [...members.keys()].filter((index) => statusOf(environment, members[index]!) === status);
    environment.I32.set(found.slice(0, room), numbers >>> 2);
    return found.length;
  }

  return {
    __coarray_image,
    __coarray_image_of_team,
    __coarray_image_of_number,
    __coarray_image_stat,
    __coarray_this_image: () => teams.current.index,
    __coarray_this_image_of_team: (team: number) => teams.at('this_image', team).index,
    __coarray_num_images: () => teams.current.members.length,
    __coarray_num_images_of_team: (team: number) => teams.at('num_images', team).members.length,
    __coarray_num_images_of_number: (number: number) => sibling('num_images', number).length,
    __coarray_image_status,
    __coarray_failed_images: (numbers: number, room: number, team: number) =>
      list('failed_images', FAILED_IMAGE, numbers, room, team),
    __coarray_stopped_images: (numbers: number, room: number, team: number) =>
      list('stopped_images', STOPPED_IMAGE, numbers, room, team),
    xmpc_this_image: () => teams.current.index,
    xmp_num_images: () => teams.current.members.length,
    xmpc_node_num: () => teams.current.index,
    xmp_node_num: () => teams.current.index + 1,
    xmp_num_nodes: () => teams.current.members.length,
    xmpc_all_node_num: () => environment.MYTHREAD,
    xmp_all_node_num: () => environment.MYTHREAD + 1,
    xmp_all_num_nodes: () => environment.THREADS,
  };
}
