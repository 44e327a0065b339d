import { type SyntaxNode, syntaxNodes } from './syntax.js';

/** One import or re-export, static or dynamic, as written; `require('x')` and `require.resolve('x')` included. */
export interface ImportStatement {
  specifier: string;
  /** Erased by the compiler: it takes part in no cycle at run time. */
  isTypeOnly: boolean;
}

const DECLARATIONS = new Set(['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration']);

/** Every import of a TypeScript or JavaScript source, with JSX or without. Throws when it does not parse. */
export function importsOf(source: string, hasJsx = false): ImportStatement[] {
  const found: ImportStatement[] = [];
  for (const node of syntaxNodes(source, hasJsx)) {
    const isDeclaration = DECLARATIONS.has(node.type ?? '') && typeof node.source?.value === 'string';
    const loaded = node.type === 'CallExpression' && loadsModule(node.callee) ? firstText(node) : undefined;
    const specifier = isDeclaration ? String(node.source?.value) : loaded;
    if (specifier !== undefined) found.push({ specifier, isTypeOnly: node.typeOnly === true });
  }
  return found;
}

/** `import(…)`, `require(…)`, `require.resolve(…)` and the same on the result of `createRequire(…)`. */
function loadsModule(callee: SyntaxNode | undefined): boolean {
  if (callee?.type === 'Import' || isRequire(callee)) return true;
  return callee?.type === 'MemberExpression' && callee.property?.value === 'resolve' && isRequire(callee.object);
}

function isRequire(node: SyntaxNode | undefined): boolean {
  if (node?.type === 'Identifier') return node.value === 'require';
  return node?.type === 'CallExpression' && node.callee?.type === 'Identifier' && node.callee.value === 'createRequire';
}

/** The first argument if it is text; of a template the part before its first hole. */
function firstText(call: SyntaxNode): string | undefined {
  const argument = call.arguments?.[0]?.expression;
  if (argument?.type === 'StringLiteral' && typeof argument.value === 'string') return argument.value;
  return argument?.type === 'TemplateLiteral' ? argument.quasis?.[0]?.cooked || undefined : undefined;
}
