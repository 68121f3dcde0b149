/**
 * <stdlib.h>, the environment: each thread has its own list, a copy of the process's. (C99 7.20.4.5, POSIX)
 * The list is a map from names to the addresses of their "NAME=value" strings; `environ`'s array is made from it.
 */
import type { LibraryFactory } from '../../../runtime/abi.ts';
import { EINVAL, ENOMEM, setErrno } from '../errno.ts';
import { lengthOf, newText, textAt } from '../memory.ts';

export const variablesLibrary: LibraryFactory = (env) => {
  let list: Map<string, number> | undefined;
  /** Address of the variable `environ`. */
  let environ = 0;
  /** The first array, which stays: main was given it. */
  let first = 0;

  function strings(): Map<string, number> {
    if (list === undefined) {
      list = new Map();
      for (const [name, value] of Object.entries(env.variables)) {
        if (value !== undefined) list.set(name, newText(env, `${name}=${value}`));
      }
    }
    return list;
  }

  /** The name has another "NAME=value" string, or none; what the library itself reads follows (TZ). */
  function changed(name: string, string: number): void {
    if (string === 0) {
      strings().delete(name);
      delete env.variables[name];
    } else {
      strings().set(name, string);
      env.variables[name] = textAt(env, string).slice(name.length + 1);
    }
    publish();
  }

  /** The list has changed: `environ` points to a new array, if the program has asked for it. */
  function publish(): void {
    if (environ === 0) return;
    const addresses = [...strings().values(), 0];
    const array = env.heap.allocate(addresses.length * 4);
    if (array !== 0) env.I32.set(addresses, array >>> 2);
    const before = env.I32[environ >>> 2]!;
    if (before !== first) env.heap.free(before);
    if (first === 0) first = array;
    env.I32[environ >>> 2] = array;
  }

  function location(): number {
    if (environ === 0) {
      environ = env.heap.allocate(4);
      if (environ === 0) return 0;
      env.I32[environ >>> 2] = 0;
      publish();
    }
    return environ;
  }

  function getenv(name: number): number {
    const address = strings().get(textAt(env, name));
    return address === undefined ? 0 : (address + lengthOf(env, name) + 1) | 0;
  }

  /** The name, or undefined with errno set where it cannot be one. */
  function validName(name: number): string | undefined {
    const text = name === 0 ? '' : textAt(env, name);
    if (text !== '' && !text.includes('=')) return text;
    setErrno(env, EINVAL);
    return undefined;
  }

  function setenv(name: number, value: number, overwrite: number): number {
    const text = validName(name);
    if (text === undefined) return -1;
    if (overwrite === 0 && strings().has(text)) return 0;
    const address = newText(env, `${text}=${textAt(env, value)}`);
    if (address === 0) {
      setErrno(env, ENOMEM);
      return -1;
    }
    changed(text, address);
    return 0;
  }

  function unsetenv(name: number): number {
    const text = validName(name);
    if (text === undefined) return -1;
    if (strings().has(text)) changed(text, 0);
    return 0;
  }

  /** The string itself becomes part of the environment. */
  function putenv(string: number): number {
    const [name, value] = textAt(env, string).split('=', 2) as [string, string | undefined];
    changed(name, value === undefined ? 0 : string);
    return 0;
  }

  function clearenv(): number {
    for (const name of [...strings().keys()]) changed(name, 0);
    return 0;
  }

  return { getenv, secure_getenv: getenv, setenv, unsetenv, putenv, clearenv, __environ_location: location };
};
