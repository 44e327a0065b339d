import { parseSync } from '@swc/core';

/** One import or re-export, static or dynamic, as written. */
export interface ImportStatement {
  specifier: string;
  /** Erased by the compiler: it takes part in no cycle at run time. */
  isTypeOnly: boolean;
}

/** Every import of a TypeScript source. Throws when it does not parse. */
export function importsOf(source: string): ImportStatement[] {
  const found: ImportStatement[] = [];
  visit(parseSync(source, { syntax: 'typescript', decorators: true, target: 'es2022' }), found);
  return found;
}

interface SyntaxNode {
  type?: string;
  source?: { value?: string } | null;
  typeOnly?: boolean;
  callee?: { type?: string };
  arguments?: unknown;
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
  if (node.type === 'CallExpression' && node.callee?.type === 'Import' && Array.isArray(node.arguments)) {
    const [argument] = node.arguments as { expression?: { value?: unknown } }[];
    if (typeof argument?.expression?.value === 'string') {
      found.push({ specifier: argument.expression.value, isTypeOnly: false });
    }
  }
  for (const child of Object.values(value)) visit(child, found);
}
