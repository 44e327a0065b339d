import { parseSync } from '@swc/core';

/** One import or re-export, static or dynamic, as written; `require('x')` and `require.resolve('x')` included. */
export interface ImportStatement {
  specifier: string;
  /** Erased by the compiler: it takes part in no cycle at run time. */
  isTypeOnly: boolean;
}

/** Every import of a TypeScript or JavaScript source. Throws when it does not parse. */
export function importsOf(source: string): ImportStatement[] {
  const found: ImportStatement[] = [];
  visit(parseSync(source, { syntax: 'typescript', decorators: true, target: 'es2022' }), found);
  return found;
}

interface SyntaxNode {
  type?: string;
  value?: unknown;
  source?: { value?: string } | null;
  typeOnly?: boolean;
  callee?: SyntaxNode;
  object?: SyntaxNode;
  property?: SyntaxNode;
  quasis?: { cooked?: string }[];
  arguments?: { expression?: SyntaxNode }[];
}

const DECLARATIONS = new Set(['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration']);

function visit(value: unknown, found: ImportStatement[]): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) visit(item, found);
    return;
  }
  const node = value as SyntaxNode;
  if (node.type !== undefined && DECLARATIONS.has(node.type) && typeof node.source?.value === 'string') {
    found.push({ specifier: node.source.value, isTypeOnly: node.typeOnly === true });
    return;
  }
  const loaded = node.type === 'CallExpression' && loadsModule(node.callee) ? firstText(node) : undefined;
  if (loaded !== undefined) found.push({ specifier: loaded, isTypeOnly: false });
  for (const child of Object.values(value)) visit(child, found);
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
