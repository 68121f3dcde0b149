/**
 * How images end: stop, error_stop, fail_image (Fortran 2018, 11.4 and 11.5), and xmp_exit.
 */
import type { NativeFunction } from '../abi.ts';
import type { RuntimeEnvironment } from '../environment.ts';

export function ending(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  const { runtime } = environment;

  /** Normal termination of this image: the others continue, and its memory stays accessible. */
  function stop(status: number, text: string): never {
    if (text !== '') environment.writeOut(2, new TextEncoder().encode(`STOP ${text}\n`));
    return environment.exitThread(status);
  }

  /** Error termination of all images. */
  function errorStop(status: number, text: string): never {
    runtime.runExitActions();
    return runtime.job.end(status, `ERROR STOP${text === '' ? '' : ` ${text}`}`);
  }

  return {
    __coarray_stop: () => stop(0, ''),
    __coarray_stop_code: (code: number) => stop(code, `${code}`),
    __coarray_stop_text: (text: number) => stop(0, readText(environment, text)),
    __coarray_error_stop: () => errorStop(1, ''),
    __coarray_error_stop_code: (code: number) => errorStop(code, `${code}`),
    __coarray_error_stop_text: (text: number) => errorStop(1, readText(environment, text)),
    __coarray_fail_image: () => runtime.job.vanish(),
    xmp_exit: (status: number) => environment.exitThread(status),
  };
}

function readText({ U8 }: RuntimeEnvironment, address: number): string {
  const start = address >>> 0;
  return new TextDecoder().decode(U8.slice(start, U8.indexOf(0, start)));
}
