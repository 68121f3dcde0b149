/**
 * Features by the names that harness.conf has for them: what pgasc offers, and expressions over them.
 *
 * `berkeleyupc`, `upcr` and `gasnet` are not among them: tests that require these look at the insides of Berkeley's
 * compiler (its pragmas, its lack of variable-length arrays). `--features=berkeleyupc` runs those as well.
 */

export const FEATURES = [
  'all',
  'pgasc',
  'cpu_32',
  'nodebug',
  'notrace',
  'nostats',
  'upc_collective',
  'upc_tick',
  'upc_sem',
  'upc_atomics',
  'upc_ptradd',
  'upc_thread_distance',
  'upc_memcpy_async',
  'upc_memcpy_vis',
  'upc_io',
  'upc_castable',
  'upc_dump_shared',
  'upc_trace_printf',
  'upc_trace_mask',
  'pupc',
];

/** Why a test is not for this compiler; undefined if it is. Features are a list with commas or blanks. */
export function unfit(test, features) {
  const listed = (text = '') => text.toLowerCase().split(/[\s,"']+/).filter(Boolean);
  const missing = listed(test.RequireFeature).find((name) => !features.has(name));
  if (missing !== undefined) return `requires the feature ${missing}`;
  const prohibited = listed(test.ProhibitFeature).find((name) => features.has(name));
  return prohibited === undefined ? undefined : `prohibits the feature ${prohibited}`;
}

/**
 * The text of the first KnownFailure ("modes ; expression of features ; text", or only the text) that is about a
 * failure of this mode ("compile-failure", "run-match" ...).
 */
export function knownFailure(test, mode, features) {
  for (const entry of test.KnownFailure ?? []) {
    const [, modes = '', condition = '', text = entry] = /^([\w\s,-]*);(.*?);(.*)$/.exec(entry) ?? [];
    if (concerns(modes, mode) && holds(condition, features)) return text.trim();
  }
  return undefined;
}

function concerns(modes, mode) {
  const names = modes.trim() === '' ? ['all'] : modes.split(',').map((name) => name.trim());
  return names.some((name) => name === 'all' || name === mode || name === mode.replace(/-.*/, '-all'));
}

/** or: and ('||' and)*   and: unary ('&&' unary)*   unary: '!' unary | '(' or ')' | name */
function holds(text, features) {
  const tokens = text.match(/\|\||&&|[!()]|[\w-]+/g) ?? ['all'];
  const take = (token) => tokens[0] === token && tokens.shift() !== undefined;
  const unary = () => {
    if (take('!')) return !unary();
    if (!take('(')) return features.has((tokens.shift() ?? 'all').toLowerCase());
    const value = or();
    take(')');
    return value;
  };
  const chain = (operator, operand, join) => {
    let value = operand();
    while (take(operator)) value = join(operand(), value);
    return value;
  };
  const and = () => chain('&&', unary, (a, b) => a && b);
  const or = () => chain('||', and, (a, b) => a || b);
  return or();
}
