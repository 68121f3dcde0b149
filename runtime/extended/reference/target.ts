/**
 * Target side of one-sided access by messages: handlers that perform requests on their own memory, at offsets in this rank's region.
 */
import type { ActiveMessages } from '../../core/am/activemessages.ts';
import { argumentsAt } from '../../core/message.ts';
import type { BulkOperations } from '../../memory/copy.ts';
import { addressIn, type Space } from '../../memory/space.ts';
import { type MachineAtomic, operationOf, sizeOfAtomic, typeOf } from '../atomics/machine.ts';
import { ANSWER, ATOMIC, ATOMIC_RESULT, FILL, GET, GOT, PUT } from '../handlers.ts';

/** Operands of an atomic operation lie in its message, behind four arguments. */
const OPERAND = 16;
const COMPARE = 24;

export function serveMemory(
  messages: ActiveMessages,
  { I32, BASE, MYTHREAD }: Space,
  bulk: BulkOperations,
  machine: MachineAtomic,
): void {
  const at = (offset: number) => addressIn(BASE, MYTHREAD, offset);
  const answer = (token: number, place: number) => {
    const message = messages.replyShort(token, ANSWER, 1);
    I32[argumentsAt(message) >>> 2] = place;
    messages.send();
  };

  messages.register(PUT, (token: number, payload: number, size: number, offset: number, place: number) => {
    bulk.copy(at(offset), payload, size);
    answer(token, place);
  });

  messages.register(GET, (token: number, place: number, offset: number, size: number, destination: number) => {
    const words = argumentsAt(messages.replyMedium(token, GOT, 2, at(offset), size)) >>> 2;
    I32[words] = destination;
    I32[words + 1] = place;
    messages.send();
  });

  messages.register(FILL, (token: number, place: number, offset: number, byte: number, size: number) => {
    bulk.fill(at(offset), byte, size);
    answer(token, place);
  });

  messages.register(ATOMIC, (token: number, place: number, code: number, offset: number, result: number) => {
    const operand = argumentsAt(token) + OPERAND;
    const type = typeOf(code);
    // The operand is read before the old value overwrites it.
    machine(operationOf(code), type, at(offset), operand, argumentsAt(token) + COMPARE, operand);
    if (result === 0) return answer(token, place);
    const low = I32[operand >>> 2]!;
    const high = I32[(operand >>> 2) + 1]!;
    const words = argumentsAt(messages.replyShort(token, ATOMIC_RESULT, 5)) >>> 2;
    I32[words] = place;
    I32[words + 1] = result;
    I32[words + 2] = low;
    I32[words + 3] = high;
    I32[words + 4] = sizeOfAtomic(type);
    messages.send();
  });
}
