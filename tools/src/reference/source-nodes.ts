import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SyntaxNode, syntaxNodes } from '../boundaries/syntax.js';
import { isForTests, sourceFiles } from '../boundaries/workspace.js';

/**
 * Every syntax node of this type in the production sources of apps and libs, with the package of its file. Only sources that `word` matches
 * are parsed, since parsing all takes seconds: each node that the caller uses must contain such a word.
 */
export function* nodesOf(root: string, type: string, word: RegExp): Generator<{ node: SyntaxNode; project: string }> {
  for (const path of productionSources(root)) {
    const project = path.split('/').slice(0, 2).join('/');
    const source = readFileSync(join(root, path), 'utf8');
    if (!word.test(source)) continue;
    for (const node of syntaxNodes(source)) if (node.type === type) yield { node, project };
  }
}

function productionSources(root: string): string[] {
  const projects = ['apps', 'libs'].flatMap((kind) => readdirSync(join(root, kind)).map((name) => `${kind}/${name}`));
  return projects
    .filter((project) => !project.endsWith('-e2e') && project !== 'libs/testing')
    .flatMap((project) => sourceFiles(root, `${project}/src`, '.ts'))
    .filter((path) => !isForTests(path));
}

/** The text of a string or of a template, with `…` for its variable parts. Undefined for any other node. */
export function textOf(node: SyntaxNode | undefined): string | undefined {
  if (node?.type === 'StringLiteral') return String(node.value);
  if (node?.type === 'TsAsExpression' || node?.type === 'TsConstAssertion') return textOf(node.expression);
  if (node?.type === 'BinaryExpression') return `${textOf(node.left) ?? '…'}${textOf(node.right) ?? '…'}`;
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
