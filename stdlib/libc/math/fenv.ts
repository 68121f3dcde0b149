/**
 * <fenv.h>: round to nearest is all there is, and no flag is ever set. (C99 7.6)
 * With no exception defined, the functions that take exceptions succeed for none and fail for any.
 */
import type { LibraryFactory } from '../../../runtime/abi.ts';

const FE_TONEAREST = 0;

export const fenvLibrary: LibraryFactory = () => {
  const none = (exceptions: number) => (exceptions === 0 ? 0 : -1);
  const done = () => 0;
  return {
    feclearexcept: done,
    fegetexceptflag: (_flag: number, exceptions: number) => none(exceptions),
    feraiseexcept: none,
    fesetexceptflag: (_flag: number, exceptions: number) => none(exceptions),
    fetestexcept: done,
    fegetround: () => FE_TONEAREST,
    fesetround: (mode: number) => (mode === FE_TONEAREST ? 0 : 1),
    fegetenv: done,
    feholdexcept: done,
    fesetenv: done,
    feupdateenv: done,
  };
};
