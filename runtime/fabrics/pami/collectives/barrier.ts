/** Barriers: nobody's operation ends before all have begun theirs. */
import type { Steps } from '../algorithms.ts';
import type { Call } from './call.ts';

const NOTHING = { address: 0, type: undefined, offset: 0 };

/** In round k a member tells the one 2^k behind it, and hears from the one 2^k before. */
export function* disseminate(call: Call): Steps {
  const { me, count } = call;
  for (let distance = 1; distance < count; distance *= 2) {
    yield* call.send((me + distance) % count, NOTHING, 0);
    yield* call.receive((me - distance + count) % count, NOTHING, 0);
  }
  call.close();
}

/** All tell member 0, which tells all. */
export function* gatherAndRelease(call: Call): Steps {
  const others = Array.from({ length: call.count - 1 }, (_, i) => i + 1);
  if (call.me === 0) {
    for (const member of others) yield* call.receive(member, NOTHING, 0);
    for (const member of others) yield* call.send(member, NOTHING, 0);
  } else {
    yield* call.send(0, NOTHING, 0);
    yield* call.receive(0, NOTHING, 0);
  }
  call.close();
}
