import { parseSync } from '@swc/core';

/** A node of a syntax tree, as far as the checks and the reference pages read it. */
export interface SyntaxNode {
  readonly type?: string;
  readonly value?: unknown;
  readonly source?: SyntaxNode | null;
  readonly typeOnly?: boolean;
  readonly specifiers?: readonly SyntaxNode[];
  readonly isTypeOnly?: boolean;
  readonly imported?: SyntaxNode | null;
  readonly orig?: SyntaxNode;
  readonly local?: SyntaxNode;
  readonly callee?: SyntaxNode;
  readonly object?: SyntaxNode;
  /** Of `logger?.warn`. */
  readonly base?: SyntaxNode;
  readonly property?: SyntaxNode;
  readonly arguments?: readonly { readonly expression: SyntaxNode }[];
  readonly properties?: readonly SyntaxNode[];
  readonly elements?: readonly ({ readonly expression: SyntaxNode } | null)[];
  readonly key?: SyntaxNode;
  readonly left?: SyntaxNode;
  readonly right?: SyntaxNode;
  readonly expression?: SyntaxNode;
  readonly quasis?: readonly { readonly cooked?: string }[];
}

/** Every node of a TypeScript or JavaScript source, parents first. Throws if the source does not parse. */
export function syntaxNodes(source: string, hasJsx = false): Generator<SyntaxNode> {
  return walk(parseSync(source, { syntax: 'typescript', tsx: hasJsx, decorators: true, target: 'es2022' }));
}

function* walk(value: unknown): Generator<SyntaxNode> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as SyntaxNode;
  for (const child of Object.values(value)) yield* walk(child);
}
