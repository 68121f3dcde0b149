/**
 * Where function values of the runtime's sources may go, by TypeScript's checker.
 *
 * Takes: a program of TypeScript 5 (the native compiler has no API). Gives: a graph whose nodes are declarations (functions, variables, parameters, members
 * of types), what a function returns and what a container holds; its calls, each with the nodes that it may call; its functions. One idea: an edge from a to b
 * says that a function found at a may be called through b, be it by an assignment, an argument, a result, or because a class or an object literal implements an
 * interface. Parameters flow the other way round. It is not exact: what it misses is found by the count of generators that nobody drives (test/simulated).
 */
import ts from 'typescript5';

const { SyntaxKind, SymbolFlags, TypeFlags } = ts;

/** Methods of JavaScript's containers that take functions out, and put them in. */
const TAKES = new Set(['get', 'pop', 'shift', 'at', 'find', 'findLast', 'values']);
const PUTS = new Set(['push', 'unshift', 'set', 'add', 'fill']);
const ASSIGNMENTS = new Set([
  SyntaxKind.EqualsToken,
  SyntaxKind.QuestionQuestionEqualsToken,
  SyntaxKind.BarBarEqualsToken,
  SyntaxKind.AmpersandAmpersandEqualsToken,
]);
const TRANSPARENT = new Set([
  SyntaxKind.ParenthesizedExpression,
  SyntaxKind.NonNullExpression,
  SyntaxKind.AsExpression,
  SyntaxKind.SatisfiesExpression,
]);
const MEMBERS = new Set([
  SyntaxKind.MethodDeclaration,
  SyntaxKind.MethodSignature,
  SyntaxKind.PropertySignature,
  SyntaxKind.PropertyDeclaration,
  SyntaxKind.PropertyAssignment,
  SyntaxKind.ShorthandPropertyAssignment,
]);
/** Types of the runtime's own generators: a call that gives one does not wait, who drives it does. */
const GENERATORS = /^(Generator|IterableIterator|Iterator|Iterable|Steps)/;
/** Members of one name that are too many to be compared in pairs: none is a function that waits. */
const COMMON = 400;

export class Flows {
  /** Those with bodies. */
  functions = [];
  /** { node, callees, inside, callback }: `callback` is the call of a JavaScript function that calls `node`. */
  calls = [];
  /** Functions that give a generator, which they have from another one. */
  givers = new Set();
  /** Loops over generators: { node, inside }. */
  loops = [];
  /** node -> nodes. */
  edges = new Map();
  #results = new Map();
  #elements = new Map();
  #linked = new Set();
  #numbers = new Map();
  #membersByName = new Map();

  constructor(program, isOwn) {
    this.checker = program.getTypeChecker();
    this.isOwn = (node) => isOwn(node.getSourceFile().fileName);
    this.files = program.getSourceFiles().filter((file) => !file.isDeclarationFile && isOwn(file.fileName));
    for (const file of this.files) this.#visit(file);
    for (const members of this.#membersByName.values()) this.#linkMembers(members);
    this.#close();
  }

  // -------------------------------------------------------------- the graph

  #edge(from, to) {
    if (!from || !to || from === to) return false;
    const known = this.edges.get(from) ?? new Set();
    if (known.has(to)) return false;
    this.edges.set(from, known.add(to));
    return true;
  }

  /** What a function gives, and what a container holds. */
  #resultOf = (node) => kept(this.#results, node, () => ({ resultOf: node }));
  #elementOf = (node) => kept(this.#elements, node, () => ({ elementOf: node }));

  /** Adds edges for the parameters and results of a function that may be called as another one; calls `add` with each. */
  #linkSignatures(from, to, add) {
    const [own, other] = [from.parameters, to.parameters];
    for (const [i, parameter] of own.entries()) add(other[Math.min(i, other.length - 1)], parameter);
    add(this.#resultOf(from), this.#resultOf(to));
  }

  /** A function declared at `from` may be called through `to`. */
  #link(from, to) {
    const key = `${this.#numberOf(from)}>${this.#numberOf(to)}`;
    if (from === to || this.#linked.has(key)) return;
    this.#linked.add(key);
    this.#edge(from, to);
    const [own, other] = [this.#signatureOf(from), this.#signatureOf(to)];
    if (own && other) this.#linkSignatures(own, other, (a, b) => this.#edge(a, b));
  }

  #numberOf = (node) => kept(this.#numbers, node, () => this.#numbers.size);

  /** Arguments given to a name are given to the functions behind it, and what these give is given by it. */
  #close() {
    const queue = [...this.edges].flatMap(([from, all]) => [...all].map((to) => [from, to]));
    for (let next = 0; next < queue.length; next++) {
      const [from, to] = queue[next].map((node) => (node.kind ? this.#signatureOf(node) : undefined));
      if (!from || !to || from === to || !this.isOwn(from) || !this.isOwn(to)) continue;
      this.#linkSignatures(from, to, (a, b) => this.#edge(a, b) && queue.push([a, b]));
    }
  }

  // -------------------------------------------------------------- declarations

  /** The node with parameters behind a declaration. */
  #signatureOf(node) {
    if (node.parameters) return node;
    if (node.initializer?.parameters) return node.initializer;
    const isTyped = node.type || ts.isShorthandPropertyAssignment(node) || ts.isBindingElement(node);
    if (!isTyped && !ts.isVariableDeclaration(node) && !ts.isPropertyAssignment(node)) return undefined;
    const declared = this.checker.getTypeAtLocation(node).getCallSignatures()[0]?.declaration;
    return declared?.parameters ? declared : undefined;
  }

  /** Those of a symbol in own files; of a property of a union, those of each of its types. */
  #declarationsOf(symbol) {
    if (!symbol) return [];
    const meant = symbol.flags & SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
    const types = (meant.links ?? meant).containingType?.types ?? [];
    const ofTypes = types.flatMap((type) => this.#declarationsOf(type.getProperty?.(meant.name)));
    return [...new Set([...(meant.declarations ?? []), ...ofTypes])].filter(this.isOwn);
  }

  #membersOf = (type, name) => this.#declarationsOf(type?.getProperty?.(name));

  #isCallable(type) {
    if (type.flags & TypeFlags.Any || type.getCallSignatures().length > 0) return true;
    return type.isUnion() && type.types.some((each) => each.getCallSignatures().length > 0);
  }

  // -------------------------------------------------------------- expressions

  /** Nodes at which the functions are that an expression may be. */
  #sourcesOf(e) {
    if (TRANSPARENT.has(e.kind)) return this.#sourcesOf(e.expression);
    if (ts.isArrowFunction(e) || ts.isFunctionExpression(e)) return [e];
    if (ts.isIdentifier(e)) return this.#declarationsOf(this.#symbolOf(e));
    if (ts.isPropertyAccessExpression(e)) return this.#declarationsOf(this.checker.getSymbolAtLocation(e.name));
    if (ts.isElementAccessExpression(e)) return this.#sourcesOfElement(e);
    if (ts.isConditionalExpression(e)) return [...this.#sourcesOf(e.whenTrue), ...this.#sourcesOf(e.whenFalse)];
    if (ts.isBinaryExpression(e)) return [...this.#sourcesOf(e.left), ...this.#sourcesOf(e.right)];
    if (ts.isCallExpression(e)) return this.#sourcesOfCall(e);
    return [];
  }

  #symbolOf(identifier) {
    const { parent } = identifier;
    return ts.isShorthandPropertyAssignment(parent)
      ? this.checker.getShorthandAssignmentValueSymbol(parent)
      : this.checker.getSymbolAtLocation(identifier);
  }

  #sourcesOfElement(e) {
    const type = this.checker.getTypeAtLocation(e.expression);
    const index = this.checker.getTypeAtLocation(e.argumentExpression);
    if (index.isStringLiteral()) return this.#membersOf(type, index.value);
    const members = type.getProperties().flatMap((symbol) => this.#declarationsOf(symbol));
    return [...this.#sourcesOf(e.expression).map(this.#elementOf), ...members];
  }

  #sourcesOfCall(e) {
    const declared = this.checker.getResolvedSignature(e)?.declaration;
    const isTaken = ts.isPropertyAccessExpression(e.expression) && TAKES.has(e.expression.name.text);
    if (isTaken && declared && !this.isOwn(declared))
      return this.#sourcesOf(e.expression.expression).map(this.#elementOf);
    return this.#calleesOf(e).map(this.#resultOf);
  }

  #calleesOf(call) {
    const declared = this.checker.getResolvedSignature(call)?.declaration;
    const found = call.expression.kind === SyntaxKind.SuperKeyword ? [] : this.#sourcesOf(call.expression);
    return declared && this.isOwn(declared) ? [...new Set([...found, declared])] : found;
  }

  // -------------------------------------------------------------- the walk

  #visit(node) {
    if (ts.isFunctionLike(node) && node.body) this.#visitFunction(node);
    else if (ts.isReturnStatement(node) && node.expression) this.#returned(node);
    else if (ts.isCallExpression(node) || ts.isNewExpression(node)) this.#visitCall(node);
    else if (ts.isPropertyAccessExpression(node)) this.#visitGetter(node);
    else this.#visitValue(node);
    this.#noteMember(node);
    ts.forEachChild(node, (child) => this.#visit(child));
  }

  #visitFunction(node) {
    this.functions.push(node);
    const given = this.checker.getSignatureFromDeclaration(node)?.getReturnType();
    if (!node.asteriskToken && given && isGenerator(given)) this.givers.add(node);
    if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) this.#flow(node.body, this.#resultOf(node));
    if (ts.isGetAccessor(node)) this.#edge(this.#resultOf(node), node);
    if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) this.#givenTo(node);
    if (ts.isMethodDeclaration(node)) this.#memberOfLiteral(node);
  }

  /** A function stands where one of some type is wanted. */
  #givenTo(node) {
    const type = this.checker.getContextualType(node);
    const signatures = type?.getCallSignatures() ?? [];
    const wanted = signatures.length > 0 ? signatures : (type?.types ?? []).flatMap((each) => each.getCallSignatures());
    for (const { declaration } of wanted)
      if (declaration?.parameters && this.isOwn(declaration)) {
        this.#linkSignatures(node, declaration, (a, b) => this.#edge(a, b));
        this.#edge(node, declaration);
      }
  }

  #returned(node) {
    const inside = enclosing(node);
    if (inside) this.#flow(node.expression, this.#resultOf(inside));
  }

  /** What `value` may be goes to `target`. */
  #flow(value, target) {
    for (const source of this.#sourcesOf(value)) this.#edge(source, target);
  }

  #visitValue(node) {
    const isVariable = ts.isVariableDeclaration(node) && ts.isIdentifier(node.name);
    if (isVariable || ts.isPropertyDeclaration(node) || ts.isParameter(node)) this.#initialised(node);
    else if (ts.isBindingElement(node)) this.#bound(node);
    else if (ts.isForOfStatement(node)) this.#visitForOf(node);
    else if (ts.isBinaryExpression(node) && ASSIGNMENTS.has(node.operatorToken.kind))
      for (const target of this.#sourcesOf(node.left)) this.#flow(node.right, target);
    else if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) {
      this.#flow(node.initializer ?? node.name, node);
      this.#memberOfLiteral(node);
    }
  }

  #initialised(node) {
    if (!node.initializer) return;
    this.#flow(node.initializer, node);
    if (ts.isArrayLiteralExpression(node.initializer))
      for (const element of node.initializer.elements) this.#flow(element, this.#elementOf(node));
  }

  #bound(node) {
    const name = node.propertyName ?? node.name;
    if (!ts.isIdentifier(name)) return;
    for (const member of this.#membersOf(this.checker.getTypeAtLocation(node.parent), name.text))
      this.#edge(member, node);
  }

  #visitForOf(node) {
    const { initializer, expression } = node;
    if (isGenerator(this.checker.getTypeAtLocation(expression))) this.loops.push({ node, inside: enclosing(node) });
    if (!ts.isVariableDeclarationList(initializer)) return;
    for (const source of this.#sourcesOf(expression)) this.#edge(this.#elementOf(source), initializer.declarations[0]);
  }

  /** A member of an object literal may be called through that of the type which is wanted there. */
  #memberOfLiteral(node) {
    if (!ts.isObjectLiteralExpression(node.parent) || node.name.text === undefined) return;
    const wanted = this.checker.getContextualType(node.parent);
    for (const member of this.#membersOf(wanted, node.name.text)) this.#link(node, member);
  }

  #visitGetter(node) {
    const getters = this.#declarationsOf(this.checker.getSymbolAtLocation(node.name)).filter(ts.isGetAccessor);
    if (getters.length > 0) this.calls.push({ node, callees: getters, inside: enclosing(node) });
  }

  #visitCall(node) {
    const declared = this.checker.getResolvedSignature(node)?.declaration;
    const isOwn = declared !== undefined && this.isOwn(declared);
    const callees = ts.isNewExpression(node) ? (isOwn ? [declared] : []) : this.#calleesOf(node);
    if (!this.#givesGenerator(node)) this.calls.push({ node, callees, inside: enclosing(node) });
    (node.arguments ?? []).forEach((argument, i) => {
      if (ts.isSpreadElement(argument) || !this.#isCallable(this.checker.getTypeAtLocation(argument))) return;
      const sources = this.#sourcesOf(argument);
      if (declared && !isOwn) this.#givenToLibrary(node, argument, sources);
      else
        for (const to of [declared, ...callees])
          for (const source of sources) this.#edge(source, this.#parameter(to, i));
    });
  }

  #parameter(callee, index) {
    const parameters = (callee?.kind && this.#signatureOf(callee)?.parameters) || [];
    return parameters[Math.min(index, parameters.length - 1)];
  }

  #givesGenerator(node) {
    const isDriven = ts.isYieldExpression(node.parent) && node.parent.asteriskToken;
    return !isDriven && isGenerator(this.checker.getTypeAtLocation(node));
  }

  /** JavaScript's own functions keep what they are given in a container, or call it from where they are called. */
  #givenToLibrary(node, argument, sources) {
    const { expression } = node;
    if (!PUTS.has(expression.name?.text)) {
      this.calls.push({ node: argument, callees: sources, inside: enclosing(node), callback: node });
      return;
    }
    for (const container of this.#sourcesOf(expression.expression))
      for (const source of sources) this.#edge(source, this.#elementOf(container));
  }

  // -------------------------------------------------------------- interfaces

  #noteMember(node) {
    const isProperty = ts.isParameter(node) && node.modifiers?.length;
    const isPrivate = node.modifiers?.some(({ kind }) => kind === SyntaxKind.PrivateKeyword);
    const name = node.name?.text;
    if (name === undefined || !(MEMBERS.has(node.kind) ? !isPrivate : isProperty)) return;
    kept(this.#membersByName, name, () => []).push(node);
  }

  /** Members of one name: those of types that implement others. */
  #linkMembers(members) {
    const callable = members.filter((node) => this.#isCallable(this.checker.getTypeAtLocation(node)));
    if (callable.length > COMMON) return;
    for (const to of callable.filter(isOfType))
      for (const from of callable) if (from !== to && this.#implements(from, to)) this.#link(from, to);
  }

  #implements(from, to) {
    const { checker } = this;
    if (checker.isTypeAssignableTo(this.#ownerOf(from), this.#ownerOf(to))) return true;
    // Of literals that are spread, or part of a type: by the member's own type.
    const isLoose = ts.isObjectLiteralExpression(from.parent) && !checker.getContextualType(from.parent);
    return isLoose && checker.isTypeAssignableTo(checker.getTypeAtLocation(from), checker.getTypeAtLocation(to));
  }

  /** The type of which a declaration is a member. */
  #ownerOf(node) {
    const owner = ts.isParameter(node) ? node.parent.parent : node.parent;
    const isNamed = (ts.isClassLike(owner) || ts.isInterfaceDeclaration(owner)) && owner.name;
    if (!isNamed) return this.checker.getTypeAtLocation(owner);
    return this.checker.getDeclaredTypeOfSymbol(this.checker.getSymbolAtLocation(owner.name));
  }
}

const isGenerator = ({ symbol }) => GENERATORS.test(symbol?.name ?? '');

const isOfType = (node) =>
  ts.isMethodSignature(node) || ts.isPropertySignature(node) || ts.isParameter(node) || ts.isClassLike(node.parent);

/** The function, or the property's initialiser, in which a node stands. */
export function enclosing(node) {
  for (let outer = node.parent; outer; outer = outer.parent)
    if ((ts.isFunctionLike(outer) && outer.body) || ts.isPropertyDeclaration(outer)) return outer;
  return undefined;
}

function kept(map, key, make) {
  if (!map.has(key)) map.set(key, make());
  return map.get(key);
}
