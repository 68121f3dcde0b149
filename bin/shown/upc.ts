/** UPC, coarrays and C, as the editor colours and indents them: a tokenizer that knows the words of the languages. */
import { StreamLanguage, type StreamParser, type StringStream } from '@codemirror/language';

const words = (text: string) => new Set(text.split(' '));

const KEYWORDS = words(
  'break case continue default do else for goto if return switch while sizeof typedef static extern register auto ' +
    'inline restrict const volatile struct union enum _Alignas _Alignof _Atomic _Generic _Noreturn _Static_assert _Thread_local',
);
const TYPES = words(
  'void char short int long float double signed unsigned _Bool _Complex bool complex size_t ssize_t ptrdiff_t FILE ' +
    'int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t upc_lock_t upc_handle_t ' +
    'MPI_Comm MPI_Request MPI_Status MPI_Datatype MPI_Win MPI_File',
);
/** What UPC adds to C, by its section 6, with the words of coarrays. */
const PARALLEL = words(
  'shared strict relaxed upc_forall upc_barrier upc_notify upc_wait upc_fence upc_localsizeof upc_blocksizeof ' +
    'upc_elemsizeof coarray sync_all sync_images sync_memory critical team event',
);
const CONSTANTS = words('THREADS MYTHREAD UPC_MAX_BLOCK_SIZE NULL true false stdin stdout stderr');
const BRACKETS = '()[]{}';

interface State {
  readonly isComment: boolean;
  /** Columns of the lines that opened what is open. */
  readonly open: readonly number[];
}

const parser: StreamParser<State> = {
  name: 'upc',
  startState: () => ({ isComment: false, open: [] }),
  copyState: (state) => ({ ...state }),
  token: (stream, state) => (state.isComment ? comment(stream, state) : token(stream, state)),
  indent({ open }, after, { unit }) {
    const closes = /^\s*[)\]}]/.test(after);
    return open.length === 0 ? 0 : open.at(-1)! + (closes ? 0 : unit);
  },
  languageData: {
    commentTokens: { line: '//', block: { open: '/*', close: '*/' } },
    closeBrackets: { brackets: ['(', '[', '{', '"', "'"] },
    indentOnInput: /^\s*[)\]}]$/,
  },
};

export const upc = StreamLanguage.define(parser);

const change = (state: State, by: Partial<State>): void => void Object.assign(state, by);

function comment(stream: StringStream, state: State): string {
  if (stream.skipTo('*/')) {
    stream.match('*/');
    change(state, { isComment: false });
  } else stream.skipToEnd();
  return 'comment';
}

function token(stream: StringStream, state: State): string | null {
  const isFirst = stream.sol();
  if (stream.eatSpace() && stream.eol()) return null;
  if (stream.match('/*')) {
    change(state, { isComment: true });
    return comment(stream, state);
  }
  if (stream.match('//')) return toEnd(stream, 'comment');
  if ((isFirst || stream.string.slice(0, stream.pos).trim() === '') && stream.eat('#')) return directive(stream);
  if (stream.match(/^"(\\.|[^"\\])*"?/) || stream.match(/^'(\\.|[^'\\])*'?/)) return 'string';
  if (stream.match(/^<[\w/.]+>/) && /^\s*#\s*include/.test(stream.string)) return 'string';
  if (stream.match(/^(0[xX][\da-fA-F.]+([pP][+-]?\d+)?|\d*\.?\d+\.?([eE][+-]?\d+)?)[uUlLfFiI]*/)) return 'number';
  const word = stream.match(/^[A-Za-z_]\w*/) as RegExpMatchArray | null;
  if (word) return ofWord(word[0]);
  const next = stream.next()!;
  if (BRACKETS.includes(next)) return bracket(next, stream, state);
  if (/[-+*/%=<>!&|^~?:]/.test(next)) return 'operator';
  return null;
}

function toEnd(stream: StringStream, kind: string): string {
  stream.skipToEnd();
  return kind;
}

function directive(stream: StringStream): string {
  stream.match(/^\s*\w+/);
  return 'meta';
}

function ofWord(word: string): string {
  if (PARALLEL.has(word)) return 'modifier';
  if (KEYWORDS.has(word)) return 'keyword';
  if (TYPES.has(word)) return 'typeName';
  if (CONSTANTS.has(word)) return 'atom';
  return 'variableName';
}

function bracket(character: string, stream: StringStream, state: State): string {
  const open = '([{'.includes(character)
    ? [...state.open, stream.indentation()]
    : state.open.slice(0, Math.max(0, state.open.length - 1));
  change(state, { open });
  return 'bracket';
}
