/**
 * Functions that wait and are made anew for each rank, or each call: which of them can share one generator function.
 *
 * The engine keeps a map for each generator function and one for what it gives, and looks up members by map. So thousands of closures with one text would
 * be thousands of kinds of objects, none of which it knows. One idea: what a closure captures can be given to it as arguments, unless it changes; so its steps are a function
 * made once, which names nothing but its parameters and the module.
 */
import ts from 'typescript5';

const { SyntaxKind } = ts;

const ASSIGNS = (kind) => kind >= SyntaxKind.FirstAssignment && kind <= SyntaxKind.LastAssignment;

/** `x++` and the like. */
const COUNTS = new Set([SyntaxKind.PlusPlusToken, SyntaxKind.MinusMinusToken]);

/** What is known of a program's names. */
export class Closures {
  #assigned = new Map();
  #members = new Map();

  constructor(checker) {
    this.checker = checker;
  }

  /** The names that a function captures of those around it; undefined where its steps cannot be a function of their own. */
  capturedBy(node) {
    if (!isMadeOften(node) || node.parameters.some(({ name }) => name.text === 'this')) return undefined;
    const captured = new Map();
    const isFit = this.#every(node, (name) => this.#take(name, node, captured));
    return isFit ? [...captured.values()] : undefined;
  }

  /** Whether a function may come to be one of those that a program calls: it is not just given to a call, nor just called by its name. */
  isMember(node) {
    if (ts.isMethodDeclaration(node)) return ts.isObjectLiteralExpression(node.parent);
    if (ts.isCallExpression(node.parent)) return false;
    const named = ts.isFunctionDeclaration(node) ? node : node.parent;
    if (!ts.isFunctionDeclaration(named) && !ts.isVariableDeclaration(named)) return true;
    return this.#membersIn(node.getSourceFile()).has(this.checker.getSymbolAtLocation(named.name));
  }

  /** All names of values in a function. */
  #every(node, isFit) {
    const look = (child) => {
      if (ts.isTypeNode(child) || ts.isTypeParameterDeclaration(child)) return true;
      if (ts.isIdentifier(child) && !isFit(child)) return false;
      return ts.forEachChild(child, (each) => (look(each) ? undefined : 'no')) === undefined;
    };
    return look(node);
  }

  #take(name, node, captured) {
    if (name.text === 'arguments') return false;
    const symbol = this.#symbolOf(name);
    const declared = symbol?.valueDeclaration;
    if (!declared || isWithin(declared, node) || !isLocal(declared)) return true;
    if (declared === node) return true;
    captured.set(symbol, name.text);
    return this.#isConstant(symbol, declared) && isSetBefore(declared, node);
  }

  #symbolOf(name) {
    const { parent } = name;
    if (ts.isShorthandPropertyAssignment(parent)) return this.checker.getShorthandAssignmentValueSymbol(parent);
    if (ts.isBindingElement(parent) && parent.propertyName === name) return undefined;
    if (ts.isPropertyAccessExpression(parent) && parent.name === name) return undefined;
    return this.checker.getSymbolAtLocation(name);
  }

  #isConstant(symbol, declared) {
    return !this.#assignedIn(declared.getSourceFile()).has(symbol);
  }

  /** Variables and parameters of a file that are assigned to behind their declaration. */
  #assignedIn(file) {
    return this.#symbolsIn(this.#assigned, file, (node, add) => {
      if (ts.isBinaryExpression(node) && ASSIGNS(node.operatorToken.kind)) this.#targets(node.left, add);
      else if (COUNTS.has(node.operator)) this.#targets(node.operand, add);
      else if (ts.isForOfStatement(node) && !ts.isVariableDeclarationList(node.initializer))
        this.#targets(node.initializer, add);
      else if (ts.isVariableDeclaration(node) && !node.initializer && !ts.isForOfStatement(node.parent.parent))
        add(this.checker.getSymbolAtLocation(node.name));
    });
  }

  /** What stands in object literals, or is given back. */
  #membersIn(file) {
    return this.#symbolsIn(this.#members, file, (node, add) => {
      if (ts.isShorthandPropertyAssignment(node)) add(this.checker.getShorthandAssignmentValueSymbol(node));
      else if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.initializer))
        add(this.checker.getSymbolAtLocation(node.initializer));
      else if (ts.isReturnStatement(node) && node.expression && ts.isIdentifier(node.expression))
        add(this.checker.getSymbolAtLocation(node.expression));
    });
  }

  #symbolsIn(known, file, look) {
    if (known.has(file)) return known.get(file);
    const found = new Set();
    known.set(file, found);
    const visit = (node) => {
      look(node, (symbol) => found.add(symbol));
      ts.forEachChild(node, visit);
    };
    visit(file);
    return found;
  }

  /** The variables of an assignment's left side, and with them others that are only read there. */
  #targets(node, add) {
    if (ts.isIdentifier(node)) add(this.#symbolOf(node));
    else if (ts.isArrayLiteralExpression(node) || ts.isObjectLiteralExpression(node) || ts.isSpreadElement(node))
      ts.forEachChild(node, (child) => this.#targets(child, add));
    else if (ts.isPropertyAssignment(node)) this.#targets(node.initializer, add);
    else if (ts.isShorthandPropertyAssignment(node)) add(this.checker.getShorthandAssignmentValueSymbol(node));
  }
}

/** Not once for the module. */
function isMadeOften(node) {
  const isOfLiteral = ts.isMethodDeclaration(node) && ts.isObjectLiteralExpression(node.parent);
  const isClosure = isFunction(node) || ts.isFunctionDeclaration(node) || isOfLiteral;
  return isClosure && !node.asteriskToken && isLocal(node);
}

/** In a function, or in what is made with an object. */
function isLocal(node) {
  for (let outer = node.parent; outer; outer = outer.parent)
    if (ts.isFunctionLike(outer) || ts.isPropertyDeclaration(outer)) return true;
  return false;
}

function isWithin(node, outer) {
  for (let at = node.parent; at; at = at.parent) if (at === outer) return true;
  return false;
}

/** Whoever calls the function finds the variable set: its value is not what a call gives that is given the function. */
function isSetBefore(declared, node) {
  return ts.isFunctionDeclaration(declared) || declared.initializer === node || !isWithin(node, declared);
}

const isFunction = (node) => node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));
