/** The library's access to the process it runs in: Node's modules and the name of the program. */
export const fs = process.getBuiltinModule('node:fs') as typeof import('node:fs');
export const os = process.getBuiltinModule('node:os') as typeof import('node:os');
export const path = process.getBuiltinModule('node:path') as typeof import('node:path');
export const tty = process.getBuiltinModule('node:tty') as typeof import('node:tty');

/** As the program's own messages name it: the file's name without its directories. */
export function programName(): string {
  return path.basename(process.argv[1] ?? 'program');
}

/** Starting processes: loaded when a program first does. */
export const children = {
  get spawnSync() {
    return (process.getBuiltinModule('node:child_process') as typeof import('node:child_process')).spawnSync;
  },
};
