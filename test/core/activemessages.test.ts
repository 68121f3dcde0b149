/** Active messages between nodes that one thread polls in turn: categories, arguments, payloads, who replies to whom, limits. */
import { expect, test } from 'vitest';
import type { ActiveMessages } from '../../runtime/core/am/activemessages.ts';
import { Directory } from '../../runtime/core/am/directory.ts';
import { assignIndexes } from '../../runtime/core/am/handlers.ts';
import { argumentsAt, MAX_ARGUMENTS } from '../../runtime/core/message.ts';
import { DATA, makeNodes, type Node, SHIFT } from './nodes.ts';

const ECHO = 130;
const ANSWER = 131;

/** Writes arguments 1, -2, 3, -4 ... */
function writeArguments({ space }: Node, message: number, count: number): number {
  for (let i = 0; i < count; i++) space.I32[(argumentsAt(message) >>> 2) + i] = argument(i);
  return message;
}

const argument = (i: number) => (i % 2 === 0 ? i + 1 : -i - 1) * 0x01010101;

const bytes = ({ space }: Node, address: number, size: number) => [
  ...space.U8.slice(address >>> 0, (address >>> 0) + size),
];

function fillBytes({ space }: Node, address: number, size: number): void {
  for (let i = 0; i < size; i++) space.U8[(address >>> 0) + i] = (i * 7 + size) & 255;
}

/** Sends to each pair of nodes, itself included, and polls. */
function forAllPairs(nodes: readonly Node[], exchange: (from: Node, to: number) => void): void {
  for (const from of nodes)
    for (let to = 0; to < nodes.length; to++) {
      exchange(from, to);
      for (const node of [...nodes, ...nodes]) node.poll();
    }
}

test('short messages carry 0 to 16 arguments, and are replied to', () => {
  const nodes = makeNodes(3);
  const seen: string[] = [];
  for (const { messages, space } of nodes) {
    messages.register(ECHO, (token: number, ...given: number[]) => {
      const count = given[0]!;
      seen.push(`${messages.sourceOf(token)}>${space.MYTHREAD}`);
      const reply = messages.replyShort(token, ANSWER, count);
      for (let i = 0; i < count; i++) space.I32[(argumentsAt(reply) >>> 2) + i] = given[i]!;
      messages.send();
    });
    messages.register(ANSWER, (token: number, ...given: number[]) => {
      expect(given.slice(1, given[0]!)).toEqual(
        Array.from({ length: Math.max(given[0]! - 1, 0) }, (_, i) => argument(i + 1)),
      );
      seen.push(`${space.MYTHREAD}<${messages.sourceOf(token)}`);
    });
  }
  for (let count = 1; count <= MAX_ARGUMENTS; count++) {
    seen.length = 0;
    forAllPairs(nodes, (from, to) => {
      const message = writeArguments(from, from.messages.requestShort(to, ECHO, count), count);
      from.space.I32[argumentsAt(message) >>> 2] = count;
      from.messages.send();
    });
    const pairs = [0, 1, 2].flatMap((a) => [0, 1, 2].flatMap((b) => [`${a}>${b}`, `${a}<${b}`]));
    expect(seen).toEqual(pairs);
  }
});

for (const packed of [false, true])
  test(`payloads of medium and long messages arrive whole${packed ? ', in the message' : ''}`, () => {
    const nodes = makeNodes(2, false, packed);
    let arrived = 0;
    for (const node of nodes) {
      const { messages, space } = node;
      const check = (buffer: number, size: number) => {
        expect(bytes(node, buffer, size)).toEqual(Array.from({ length: size }, (_, i) => (i * 7 + size) & 255));
        arrived++;
      };
      messages.register(ECHO, (token: number, buffer: number, size: number, isLong: number, destination: number) => {
        check(buffer, size);
        if (isLong === 0) messages.replyMedium(token, ANSWER, 0, buffer, size);
        else {
          expect(buffer >>> SHIFT).toBe(space.MYTHREAD);
          messages.replyLong(token, ANSWER, 0, buffer, size, destination);
        }
        messages.send();
      });
      messages.register(ANSWER, (_token: number, buffer: number, size: number) => check(buffer, size));
    }
    const sizes = [0, 1, 3, 8, 13, 512, 4095, 4096, 4097, nodes[0]!.messages.largestMedium];
    for (const size of sizes)
      forAllPairs(nodes, (from, to) => {
        const source = (from.space.BASE + DATA + 3) | 0;
        fillBytes(from, source, size);
        for (const isLong of [0, 1]) {
          const destination = DATA + 0x10001;
          const back = DATA + 0x18005;
          const at = argumentsAt(
            isLong
              ? from.messages.requestLong(to, ECHO, 2, source, size, destination)
              : from.messages.requestMedium(to, ECHO, 2, source, size),
          );
          from.space.I32[at >>> 2] = isLong;
          from.space.I32[(at >>> 2) + 1] = back;
          from.messages.send();
        }
      });
    expect(arrived).toBe(sizes.length * 4 * 4);
  });

test('a message too large, a node that is none and an index without handler are told', () => {
  const [one, other] = makeNodes(2) as [Node, Node];
  const source = DATA;
  const most = one.messages.largestMedium;
  expect(() => one.messages.requestMedium(1, ECHO, 3, source, most + 1)).toThrow(
    `gasnet_AMRequestMedium3: a payload of ${most + 1} bytes for node 1; ${most} is the most (gasnet_AMMaxMedium): send it in pieces`,
  );
  const fresh = makeNodes(2) as [Node, Node];
  expect(() => fresh[0].messages.requestShort(2, ECHO, 0)).toThrow('gasnet_AMRequestShort0: node 2 is not in 0 .. 1');
  const [sender, receiver] = makeNodes(2) as [Node, Node];
  sender.messages.requestShort(1, 200, 0);
  sender.messages.send();
  expect(() => receiver.poll()).toThrow(
    'a request of node 0 is for the handler with index 200, which this node has not registered by gasnet_attach',
  );
  expect(other.messages.largestMedium).toBe(most);
});

test('both flood each other with requests that are replied to, more than the rings hold', () => {
  const nodes = makeNodes(2);
  const counts = [0, 0];
  for (const { messages, space } of nodes) {
    messages.register(ECHO, (token: number) => {
      messages.replyShort(token, ANSWER, 0);
      messages.send();
    });
    messages.register(ANSWER, () => counts[space.MYTHREAD]!++);
  }
  const flood = ({ messages, space }: Node, poll: () => void) => {
    for (let i = 0; i < 500; i++) {
      messages.requestShort(1 - space.MYTHREAD, ECHO, 0);
      messages.send();
      if (i % 50 === 0) poll();
    }
  };
  for (let round = 0; round < 200; round++) {
    flood(nodes[0]!, nodes[1]!.poll);
    flood(nodes[1]!, nodes[0]!.poll);
  }
  for (let round = 0; round < 1000; round++) for (const node of nodes) node.poll();
  expect(counts).toEqual([100_000, 100_000]);
});

test('indexes that do not matter are given in order, around those that are named', () => {
  expect(assignIndexes([0, 128, 0, 130, 0])).toEqual([129, 128, 131, 130, 132]);
  expect(assignIndexes([])).toEqual([]);
  expect(assignIndexes([200, 200])).toBeUndefined();
  expect(assignIndexes([127])).toBeUndefined();
  expect(assignIndexes([256])).toBeUndefined();
  const all: number[] = new Array(128).fill(0);
  expect(assignIndexes(all)).toEqual(all.map((_, i) => 128 + i));
  expect(assignIndexes([...all, 0])).toBeUndefined();
});

test('with -g the rules of handlers are kept', () => {
  const start = (): [ActiveMessages, () => void, Node] => {
    const [one, other] = makeNodes(2, true) as [Node, Node];
    for (const { space } of [one, other]) publish(space);
    const poll = () => {
      other.poll();
      one.poll();
    };
    return [one.messages, poll, other];
  };
  const sendShort = (messages: ActiveMessages, rank: number, handler: number) => {
    messages.requestShort(rank, handler, 0);
    messages.send();
  };
  const inHandler = (action: (messages: ActiveMessages, token: number) => void): (() => void) => {
    const [messages, poll, other] = start();
    other.messages.register(ECHO, (token: number) => action(other.messages, token));
    return () => {
      sendShort(messages, 1, ECHO);
      poll();
    };
  };
  expect(inHandler((messages) => sendShort(messages, 0, ECHO))).toThrow(
    'gasnet_AMRequestShort0 in the handler with index 130: the handler of a request sends nothing but one reply, to the requester',
  );
  expect(inHandler((messages) => messages.poll())).toThrow(
    'a call that waits in the handler with index 130: a handler may not wait or communicate',
  );
  expect(
    inHandler((messages, token) => {
      for (let i = 0; i < 2; i++) {
        messages.replyShort(token, ANSWER, 0);
        messages.send();
      }
    }),
  ).toThrow(
    'gasnet_AMReplyShort0 in the handler with index 130, which has replied already: a request is replied to once at most',
  );
  expect(inHandler((messages, token) => messages.replyShort(token + 8, ANSWER, 0))).toThrow(
    'is not the token of the running handler',
  );
  expect(inHandler((messages, token) => messages.replyShort(token, 140, 0))).toThrow(
    'gasnet_AMReplyShort0: no handler with index 140: node 0 has not registered it by gasnet_attach',
  );
  expect(inHandler((messages, token) => messages.replyLong(token, ANSWER, 0, DATA, 16, DATA + 0x1ff8))).toThrow(
    'gasnet_AMReplyLong0: 16 bytes at 0x21ff8 are not in the segment of node 0, [0x20000, 0x22000) (gasnet_getSegmentInfo)',
  );
  const [messages] = start();
  expect(() => messages.replyShort(64, ANSWER, 0)).toThrow('gasnet_AMReplyShort0 outside of a handler');
});

function publish(space: Node['space']): void {
  new Directory(space).publish({ start: (space.BASE + DATA) | 0, size: 0x2000 }, [ECHO, ANSWER], () => {});
}
