/**
 * To which part of the path an instruction belongs, by the place in the source that V8 made it of: the first rule that
 * fits. V8 merges and moves loads, so a load that two parts share belongs to the one that needed it first.
 */

export const FABRIC = 'fabric';
export const PARTS = ['language and GASNet', 'addressing', 'registration', 'completion', 'tables', 'rest of the conduit'];
const [LANGUAGE, ADDRESSING, REGISTRATION, COMPLETION, TABLES, REST] = PARTS;

/** [file, text of the line, part]. */
const RULES = [
  // A mark, which is put where the fabric begins; the fabrics of the control in C.
  [/^test\/bench\/instructions\/posted\.ts/, /./, FABRIC],
  [/^(fi|ibv)_/, /./, FABRIC],
  // Of a module, whose functions have a name in the place of a file: the provider's (runtime/fabrics/sfi/direct.ts).
  [/^JS:(write|read|[pg][ue]t[IUF]\d+)-\d+-turbofan/, /./, FABRIC],
  [/^runtime\/fabrics\/sfi\/table\.ts/, /./, TABLES],
  // The fabric's entry point is where counting ends.
  [/^runtime\/(fabrics|memory\/ring)/, /./, FABRIC],
  [/conduits\/verbs\/firehose|conduits\/pami\/(region-cache|local-regions|questions|chunks)/, /./, REGISTRATION],
  [/conduits/, /remotes\.|locals\.|pinLocal|lkey|rkey|cache\.|regions\.find|region\.|Region\b/, REGISTRATION],
  [/conduits/, />>>|<<|[mM]ask\b|requestsOf|repliesOf|queuePair|isConnected|reach\(|\.dest\b|toReplies|remote_addr|bucket/, ADDRESSING],
  [/conduits\/(verbs\/(progress|operations|requests)|(pami|sfi)\/(progress|conflicts))\.ts/, /./, COMPLETION],
  [
    /conduits/,
    /Writes|Reads|nbiPuts|nbiGets|isDone|putsDone|getsDone|wait|pending|idle|poll|advance|counts?\b|conflicts|cookie|doneFn|countPut|credits|Credit|claim|requests\.\w+\[slot\]/i,
    COMPLETION,
  ],
  [/core\/job\.ts/, /./, COMPLETION],
  [/conduits/, /./, REST],
  [/./, /./, LANGUAGE],
];

export function partOf({ file, text }) {
  return RULES.find(([files, texts]) => files.test(file) && texts.test(text || '-'))[2];
}
