/**
 * Functions that wait in their last act alone: they give what that call gives, which is a generator or a value, and need be none themselves.
 *
 * Takes: a function, and the calls in it that may wait. Gives: those of them that are statements, behind which a `return` is to stand; undefined where one is not
 * the last act. One idea: who calls the function looks at what it is given in any case, so a chain of such functions is suspended as one generator.
 */
import ts from 'typescript5';

const { SyntaxKind } = ts;

/** What has the value of what it is around. */
const TRANSPARENT = new Set([
  SyntaxKind.ParenthesizedExpression,
  SyntaxKind.NonNullExpression,
  SyntaxKind.AsExpression,
  SyntaxKind.SatisfiesExpression,
]);
const CHOICES = new Set([SyntaxKind.QuestionQuestionToken, SyntaxKind.BarBarToken, SyntaxKind.AmpersandAmpersandToken]);

export function tailsOf(checker, node, calls) {
  if (node.asteriskToken || !canGive(node)) return undefined;
  const statements = [];
  for (const call of calls) {
    const value = valueAround(call);
    if (ts.isExpressionStatement(value.parent) && isVoid(checker, node) && isLast(value.parent, node))
      statements.push(value.parent);
    else if (!isGiven(value, node)) return undefined;
  }
  return statements;
}

const canGive = (node) =>
  ts.isArrowFunction(node) ||
  ts.isFunctionExpression(node) ||
  ts.isFunctionDeclaration(node) ||
  ts.isMethodDeclaration(node);

/** The largest expression that has the call's value, if the call is made. */
function valueAround(node) {
  const { parent } = node;
  const isValue =
    TRANSPARENT.has(parent.kind) ||
    (ts.isConditionalExpression(parent) && parent.condition !== node) ||
    (ts.isBinaryExpression(parent) && CHOICES.has(parent.operatorToken.kind) && parent.right === node);
  return isValue ? valueAround(parent) : node;
}

function isGiven(value, node) {
  if (value.parent === node) return true; // an arrow function's expression
  return ts.isReturnStatement(value.parent) && !isInTry(value.parent, node);
}

function isInTry(statement, node) {
  for (let outer = statement; outer !== node; outer = outer.parent) if (ts.isTryStatement(outer)) return true;
  return false;
}

/** Nothing of the function follows the statement. */
function isLast(statement, node) {
  const { parent } = statement;
  if (ts.isIfStatement(parent)) return isLast(parent, node);
  if (!ts.isBlock(parent) || parent.statements.at(-1) !== statement) return false;
  return parent.parent === node || (ts.isIfStatement(parent.parent) && isLast(parent.parent, node));
}

function isVoid(checker, node) {
  const given = checker.getSignatureFromDeclaration(node)?.getReturnType();
  return given !== undefined && (given.flags & ts.TypeFlags.Void) !== 0;
}
