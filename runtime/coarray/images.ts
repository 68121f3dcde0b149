/**
 * Images by number: this_image, num_images, and the thread that a coindex means.
 */
import type { NativeFunction } from '../abi.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { badImage } from '../errors.ts';
import type { Teams } from './team.ts';

export function images({ runtime }: RuntimeEnvironment, teams: Teams): Record<string, NativeFunction> {
  /** The thread of image `index` of the current team. */
  function __coarray_image(index: number): number {
    const { members } = teams.current;
    return index >>> 0 < members.length ? members[index]! : runtime.job.fail(badImage(index, members.length));
  }

  return {
    __coarray_image,
    __coarray_this_image: () => teams.current.index,
    __coarray_num_images: () => teams.current.members.length,
    xmpc_this_image: () => teams.current.index,
    xmp_num_images: () => teams.current.members.length,
  };
}
