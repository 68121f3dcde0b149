/** Barriers: no member's operation completes before all members have started theirs. */
import type { Steps } from '../algorithms.ts';
import type { Call } from './call.ts';

const NOTHING = { address: 0, type: undefined, offset: 0 };

/** Dissemination barrier: in round k a member signals the one 2^k behind it, and waits for the one 2^k before. */
export function* disseminate(call: Call): Steps {
  const { me, count } = call;
  for (let distance = 1; distance < count; distance *= 2) {
    yield* call.send((me + distance) % count, NOTHING, 0);
    yield* call.receive((me - distance + count) % count, NOTHING, 0);
  }
  call.close();
}

/** Gather to member 0, which releases all. */
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
