// What the TypeScript compiler says of files: their imports, and what each resolves to.
// Standard input: {"root": …, "files": [path, …], "resolve": bool}; standard output: {path: {clean, imports}}.
"use strict";
const fs = require("fs");
const path = require("path");
const ts = require(process.argv[2]);
const { root, files, resolve } = JSON.parse(fs.readFileSync(0, "utf8"));
const S = ts.SyntaxKind;

function kindOf(file) {
  if (file.endsWith(".tsx")) return ts.ScriptKind.TSX;
  return /\.[mc]?ts$/.test(file) ? ts.ScriptKind.TS : ts.ScriptKind.JS;
}

function importsOf(file, text) {
  const options = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
  const source = ts.createSourceFile(file, text, options, false, kindOf(file));
  const declared = /\.d\.[mc]?ts$/.test(file);
  const found = [];
  const literal = (node) => node && ts.isStringLiteralLike(node);
  const name = (each) => (each.propertyName || each.name).text;

  function add(offset, module, names, typeOnly, lazy, conditional) {
    const before = text.slice(0, offset);
    const line = before.split("\n").length;
    const column = Buffer.byteLength(before.slice(before.lastIndexOf("\n") + 1)) + 1;
    found.push([line, column, module.text, names, typeOnly || declared, lazy, conditional]);
  }

  function keyword(node, word) {
    const modified = node.modifiers && node.modifiers.length;
    return text.indexOf(word, modified ? node.modifiers.end : node.getStart(source, false));
  }

  function clause(taken) {
    if (!taken) return [[], false];
    const bindings = taken.namedBindings;
    const named = bindings && ts.isNamedImports(bindings) ? [...bindings.elements] : [];
    const names = [...(taken.name ? ["default"] : []), ...(bindings && !ts.isNamedImports(bindings) ? ["*"] : [])];
    const types = !names.length && named.length > 0 && named.every((each) => each.isTypeOnly);
    return [[...names, ...named.map(name)], taken.isTypeOnly || types];
  }

  function exported(node) {
    if (!node.exportClause || !ts.isNamedExports(node.exportClause)) return [["*"], node.isTypeOnly];
    const elements = [...node.exportClause.elements];
    const types = elements.length > 0 && elements.every((each) => each.isTypeOnly);
    return [elements.map(name), node.isTypeOnly || types];
  }

  function call(node, lazy, conditional) {
    const [argument] = node.arguments;
    if (!literal(argument) || node.questionDotToken) return;
    const start = node.getStart(source, false);
    if (node.expression.kind === S.ImportKeyword) add(start, argument, [], false, true, conditional);
    const required = ts.isIdentifier(node.expression) && node.expression.text === "require";
    if (required && node.arguments.length === 1) add(start, argument, [], false, lazy, conditional);
  }

  function visit(node, lazy, conditional) {
    const module = node.moduleSpecifier;
    if (node.kind === S.ImportDeclaration && literal(module))
      return add(node.getStart(source, false), module, ...clause(node.importClause), lazy, conditional);
    if (node.kind === S.ExportDeclaration && literal(module))
      return add(keyword(node, "export"), module, ...exported(node), lazy, conditional);
    if (node.kind === S.ImportEqualsDeclaration && ts.isExternalModuleReference(node.moduleReference))
      return add(keyword(node, "import"), node.moduleReference.expression, ["*"], node.isTypeOnly, lazy, conditional);
    if (node.kind === S.ImportType && literal(node.argument.literal))
      add(text.indexOf("import", node.getStart(source, false)), node.argument.literal, [], true, false, false);
    if (node.kind === S.CallExpression) call(node, lazy, conditional);
    if (ts.isFunctionLike(node)) [lazy, conditional] = [true, false];
    ts.forEachChild(node, (child) => visit(child, lazy, conditional || branch(node, child)));
  }

  function branch(node, child) {
    if (node.kind === S.IfStatement) return child !== node.expression;
    if (node.kind === S.SwitchStatement) return child === node.caseBlock;
    return node.kind === S.TryStatement && child !== node.finallyBlock;
  }

  visit(source, false, false);
  return { clean: source.parseDiagnostics.length === 0, imports: found };
}

function targetsOf(file, imports) {
  const host = { ...ts.sys, readDirectory: () => [] };
  const config = ts.findConfigFile(path.dirname(file), ts.sys.fileExists);
  const written = config ? ts.readConfigFile(config, ts.sys.readFile).config : {};
  const parsed = ts.parseJsonConfigFileContent(written, host, path.dirname(config || file), undefined, config);
  const moduleResolution = ts.ModuleResolutionKind.Bundler;
  const options = { ...parsed.options, module: ts.ModuleKind.ESNext, moduleResolution, allowJs: true, resolveJsonModule: true };
  return imports.map(([, , module]) => {
    const found = ts.resolveModuleName(module, file, options, ts.sys).resolvedModule;
    return found ? path.relative(root, found.resolvedFileName) : "";
  });
}

const answers = {};
for (const each of files) {
  const file = path.join(root, each);
  const text = fs.readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  answers[each] = importsOf(file, text);
  if (resolve) answers[each].targets = targetsOf(file, answers[each].imports);
}
process.stdout.write(JSON.stringify(answers));
