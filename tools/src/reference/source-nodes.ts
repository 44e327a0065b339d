import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseSync } from '@swc/core';

/** A node of a syntax tree, as far as the reference pages read it. */
export interface SyntaxNode {
  readonly type?: string;
  readonly value?: unknown;
  readonly callee?: SyntaxNode;
  /** Of `logger?.warn`. */
  readonly base?: SyntaxNode;
  readonly property?: SyntaxNode;
  readonly arguments?: readonly { readonly expression: SyntaxNode }[];
  readonly properties?: readonly SyntaxNode[];
  readonly elements?: readonly ({ readonly expression: SyntaxNode } | null)[];
  readonly key?: SyntaxNode;
  readonly expression?: SyntaxNode;
  readonly quasis?: readonly { readonly cooked?: string }[];
  readonly expressions?: readonly SyntaxNode[];
}

/** The syntax node of each kind that the production sources of apps and libs contain, with the package of its file. */
export function* nodesOf(root: string, type: string): Generator<{ node: SyntaxNode; project: string }> {
  for (const path of productionSources(root)) {
    const project = path.split('/').slice(0, 2).join('/');
    const tree = parseSync(readFileSync(join(root, path), 'utf8'), {
      syntax: 'typescript',
      decorators: true,
      target: 'es2022',
    });
    for (const node of walk(tree)) if (node.type === type) yield { node, project };
  }
}

function productionSources(root: string): string[] {
  return ['apps', 'libs'].flatMap((kind) =>
    readdirSync(join(root, kind)).flatMap((project) => {
      const folder = join(root, kind, project, 'src');
      if (!existsSync(folder) || project.endsWith('-e2e') || project === 'testing') return [];
      return readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts') && !/\.(spec|testing)\.ts$|(^|\/)testing\//.test(file))
        .map((file) => relative(root, join(folder, file)))
        .sort();
    }),
  );
}

function* walk(value: unknown): Generator<SyntaxNode> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as SyntaxNode;
  for (const child of Object.values(value)) yield* walk(child);
}

/** The text of a string or of a template, with `…` for its variable parts. Undefined for any other node. */
export function textOf(node: SyntaxNode | undefined): string | undefined {
  if (node?.type === 'StringLiteral') return String(node.value);
  if (node?.type === 'TsAsExpression' || node?.type === 'TsConstAssertion') return textOf(node.expression);
  if (node?.type === 'BinaryExpression') {
    const { left, right } = node as { left?: SyntaxNode; right?: SyntaxNode };
    return `${textOf(left) ?? '…'}${textOf(right) ?? '…'}`;
  }
  return node?.type === 'TemplateLiteral' ? node.quasis?.map(({ cooked = '' }) => cooked).join('…') : undefined;
}

/** The properties of an object literal, by name. A property that is only a name (`{ port }`) has no value. */
export function propertiesOf(node: SyntaxNode | undefined): Map<string, SyntaxNode | undefined> {
  if (node?.type !== 'ObjectExpression') return new Map();
  return new Map(
    (node.properties ?? [])
      .filter(({ type }) => type !== 'SpreadElement')
      .map((property) => [
        String((property.key ?? property).value),
        property.type === 'KeyValueProperty' ? (property.value as SyntaxNode) : undefined,
      ]),
  );
}

/** The arguments of a call or of `new`. */
export const argumentsOf = (node: SyntaxNode): SyntaxNode[] =>
  (node.arguments ?? []).map(({ expression }) => expression);
