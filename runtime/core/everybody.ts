/** All threads of a job, in one array for all that run in this thread of the operating system: thousands of simulated ones do. */
let everybody = new Int32Array(0);

/** 0, 1, ... in order; to be read alone. */
export function everyThread(count: number): Int32Array {
  if (everybody.length !== count) everybody = Int32Array.from({ length: count }, (_, thread) => thread);
  return everybody;
}

/** Whether these are all of so many, in order. */
export function isEveryThread(members: ArrayLike<number>, count: number): boolean {
  if (members.length !== count) return false;
  if (members === everybody) return true;
  for (let rank = 0; rank < count; rank++) if (members[rank] !== rank) return false;
  return true;
}
