/**
 * Mutex for the runtime's own short critical sections (Drepper, "Futexes are tricky"): 0 free, 1 held, 2 held with
 * waiters.
 */
const SPINS = 200;

function acquire(I32: Int32Array, address: number): void {
  const word = address >>> 2;
  for (let i = 0; i < SPINS; i++) if (Atomics.compareExchange(I32, word, 0, 1) === 0) return;
  while (Atomics.exchange(I32, word, 2) !== 0) Atomics.wait(I32, word, 2);
}

/** Takes the lock if it is free. */
export function tryAcquire(I32: Int32Array, address: number): boolean {
  return Atomics.compareExchange(I32, address >>> 2, 0, 1) === 0;
}

/** Runs `section` while holding the lock. */
export function locked<T>(I32: Int32Array, address: number, section: () => T): T {
  acquire(I32, address);
  try {
    return section();
  } finally {
    // Released without calling a function, which would fail where `section` found the stack exhausted.
    if (Atomics.exchange(I32, address >>> 2, 0) === 2) Atomics.notify(I32, address >>> 2, 1);
  }
}

/** Milliseconds. */
const LOOK_AGAIN = 1;

/** The same where ranks of other processes that map the word take the lock too: they cannot wake each other. */
export function lockedByAll<T>(I32: Int32Array, address: number, section: () => T): T {
  const word = address >>> 2;
  for (let i = 0; !tryAcquire(I32, address); i++) if (i > SPINS) Atomics.wait(I32, word, 1, LOOK_AGAIN);
  try {
    return section();
  } finally {
    Atomics.store(I32, word, 0);
  }
}
