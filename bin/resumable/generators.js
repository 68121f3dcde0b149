/**
 * A function of the sources as a generator function.
 *
 * Takes: its text (MagicString) and node, what it captures if its steps are made once (closures.js), its place where generators are counted. One idea: a
 * function that is made often stays an ordinary one, which gives the steps of a generator function that is made once and kept in a variable of the module:
 * `(a) => BODY` becomes `(a) => ($steps ??= function* (captured, a) BODY)(captured, a)`.
 */
import ts from 'typescript5';

const { SyntaxKind } = ts;

export function makeGenerator(text, node, captured, place) {
  const begins = ` let $t; ${place === undefined ? '' : '$driven($made); '}`;
  const isArrow = ts.isArrowFunction(node);
  addParameters(text, node, captured ?? [], place);
  if (isArrow) makeArrowGenerator(text, node, begins);
  else text.appendLeft(node.body.getStart() + 1, begins);
  if (captured !== undefined) keepSteps(text, node, captured);
  else if (isArrow) surround(text, node, '(function* ', usesThis(node) ? ').bind(this)' : ')');
  else if (!node.asteriskToken) addAsterisk(text, node);
}

/** One of those that a program may call: what tells whether they may wait is in steps.ts. */
export function markMember(text, node) {
  if (ts.isFunctionDeclaration(node)) text.appendLeft(node.parent.getStart() + 1, ` $marked(${node.name.text});`);
  else if (!ts.isMethodDeclaration(node)) surround(text, node, '$marked(', ')');
  else {
    text.prependLeft(node.name.getEnd(), ': $marked(function ');
    text.appendLeft(node.getEnd(), ')');
  }
}

/** Not generators of the runtime's own, nor where no parameter can be added. */
export const canCount = (node) => !node.asteriskToken && !node.parameters.some(({ dotDotDotToken }) => dotDotDotToken);

/** What is captured, and where generators are counted a last one, whose initialiser runs when the generator is made. */
function addParameters(text, node, captured, place) {
  const { length, hasTrailingComma } = node.parameters;
  const counted = place === undefined ? '' : `$made = $make(${JSON.stringify(place)})`;
  const before = captured.join(', ');
  const comma = before !== '' && (length > 0 || counted !== '') ? ', ' : '';
  text.appendLeft(childOf(node, SyntaxKind.OpenParenToken).getEnd(), before + comma);
  const isApart = length > 0 && !hasTrailingComma && counted !== '';
  text.appendLeft(childOf(node, SyntaxKind.CloseParenToken).getStart(), `${isApart ? ', ' : ''}${counted}`);
}

function makeArrowGenerator(text, node, begins) {
  const arrow = node.equalsGreaterThanToken;
  text.overwrite(arrow.getStart(), arrow.getEnd(), ' ');
  if (ts.isBlock(node.body)) text.appendLeft(node.body.getStart() + 1, begins);
  else {
    text.appendLeft(arrow.getEnd(), `{${begins}return (`);
    text.appendLeft(node.getEnd(), '); }');
  }
  replaceSuper(text, node);
}

function keepSteps(text, node, captured) {
  const given = node.parameters.map(({ dotDotDotToken }, i) => `${dotDotDotToken ? '...' : ''}$${i}`);
  const [call, passed] = usesThis(node) ? ['.call', ['this', ...captured, ...given]] : ['', [...captured, ...given]];
  const steps = `(${text.newVariable()} ??= function* `;
  const end = `)${call}(${passed.join(', ')})`;
  if (ts.isArrowFunction(node)) return surround(text, node, `(${given.join(', ')}) => ${steps}`, end);
  text.appendLeft(
    (node.name ?? childOf(node, SyntaxKind.FunctionKeyword)).getEnd(),
    `(${given.join(', ')}) { return ${steps}`,
  );
  text.appendLeft(node.getEnd(), `${end}; }`);
}

function surround(text, node, before, after) {
  text.prependRight(node.getStart(), before);
  text.appendLeft(node.getEnd(), after);
}

function addAsterisk(text, node) {
  const keyword = childOf(node, SyntaxKind.FunctionKeyword);
  if (keyword) text.appendLeft(keyword.getEnd(), '*');
  else text.prependLeft(node.name.getStart(), '*');
}

/** `super.put(` in an arrow function is no expression of a generator: the prototype's function is called on this. */
function replaceSuper(text, arrow) {
  visitOwn(arrow, (node) => {
    if (!ts.isCallExpression(node) || node.expression.expression?.kind !== SyntaxKind.SuperKeyword) return;
    const { name } = classOf(arrow);
    text.overwrite(
      node.expression.getStart(),
      node.expression.getEnd(),
      `Object.getPrototypeOf(${name.text}.prototype).${node.expression.name.text}.call`,
      { contentOnly: true },
    );
    text.appendLeft(node.arguments.pos, node.arguments.length > 0 ? 'this, ' : 'this');
  });
}

function classOf(node) {
  return ts.isClassLike(node) ? node : classOf(node.parent);
}

function usesThis(node) {
  let found = false;
  visitOwn(node, ({ kind }) => {
    found ||= kind === SyntaxKind.ThisKeyword || kind === SyntaxKind.SuperKeyword;
  });
  return found;
}

/** The nodes of a function that share its `this`. */
function visitOwn(node, visit) {
  ts.forEachChild(node, (child) => {
    visit(child);
    if (!ts.isFunctionDeclaration(child) && !ts.isFunctionExpression(child) && !ts.isClassLike(child))
      visitOwn(child, visit);
  });
}

const childOf = (node, wanted) => node.getChildren().find(({ kind }) => kind === wanted);
