import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SyntaxNode, syntaxNodes } from './syntax.js';
import type { ProjectKind, Workspace } from './workspace.js';

const GUARD = '@chat/egress';

/**
 * Files outside of the guard that open connections, and the reason why no user chooses the address. An entry that is no longer needed is
 * a violation.
 */
export const OPENS_CONNECTIONS: Readonly<Record<string, string>> = {
  'apps/files/src/scanner/clamd.ts': 'the operator names the virus scanner',
  'apps/gateway/src/file-transfers/file-transfers.ts': 'the files service names its own address',
  'apps/identity-providers/src/openid-connect/provider-http.ts': 'the operator names the identity providers',
  'libs/chat-client/src/transport.ts': 'a client connects to its own server',
  'libs/openid-provider/src/configuration.ts':
    'the provider of tests and of the demo has clients of its own configuration only',
  'libs/openid-provider/src/provider-browser.ts': 'tests walk through the pages of their own provider',
  'libs/redis/src/sentinels-connector.ts': 'the operator names the Sentinels, and these name the primary',
  'libs/service-kit/src/picture-transfers.ts': 'the files service names its own address',
};

/** Kinds of project that run on servers in production. */
const CHECKED_KINDS = new Set<ProjectKind>(['contracts', 'lib', 'app']);
const GLOBAL_CLIENTS = new Set(['fetch', 'WebSocket', 'EventSource']);
const CONNECTING_MODULES = new Set(['http', 'https', 'http2', 'net', 'tls', 'dgram']);
/** The parts of these modules that open connections. `Socket` is one as a value, not as a type. */
const CONNECTING_PARTS = new Set([
  ...['request', 'get', 'connect', 'createConnection', 'createSocket'],
  ...['Agent', 'globalAgent', 'ClientRequest', 'Socket', 'TLSSocket'],
]);
/** No other source needs to be parsed again. */
const MAY_CONNECT = /\b(?:fetch|WebSocket|EventSource)\b|["'`](?:node:)?(?:https?|http2|net|tls|dgram)["'`]/;

/** A sentence for each way to open a connection outside of the guard of addresses that users name. */
export function connectionViolations(root: string, workspace: Workspace, allowed = OPENS_CONNECTIONS): string[] {
  const files = workspace.projects
    .filter(({ kind, name }) => CHECKED_KINDS.has(kind) && name !== GUARD)
    .flatMap((project) => project.files.filter(({ isForTests }) => !isForTests));
  const ways = new Map(
    files.map(({ path }) => [path, connectionsOf(readFileSync(join(root, path), 'utf8'), path.endsWith('.tsx'))]),
  );
  const found = [...ways].flatMap(([path, own]) => own.map((way) => [path, way] as const));
  return [
    ...found
      .filter(([path]) => allowed[path] === undefined)
      .map(([path, way]) => `${path} opens connections by ${way}; only ${GUARD} may.`),
    ...Object.keys(allowed)
      .filter((path) => !ways.get(path)?.length)
      .map((path) => `${path} opens no connections; remove it from tools/src/boundaries/connections.ts.`),
  ];
}

/** The ways by which a source opens connections, each once. */
export function connectionsOf(source: string, hasJsx = false): string[] {
  if (!MAY_CONNECT.test(source)) return [];
  const ways = [...syntaxNodes(source, hasJsx)].flatMap((node) => [...globalClients(node), ...importedClients(node)]);
  return [...new Set(ways)];
}

/** `fetch(…)`, `globalThis.fetch(…)`, `new WebSocket(…)`. */
function globalClients({ type, callee }: SyntaxNode): string[] {
  if (type !== 'CallExpression' && type !== 'NewExpression') return [];
  const isGlobal = callee?.type === 'MemberExpression' && callee.object?.value === 'globalThis';
  const name = String((isGlobal ? callee.property : callee)?.value);
  return GLOBAL_CLIENTS.has(name) ? [name] : [];
}

/** The parts of a module that a source imports to open connections, or the whole module. */
function importedClients(node: SyntaxNode): string[] {
  const isDynamic = node.type === 'CallExpression' && node.callee?.type === 'Import';
  const value = isDynamic ? node.arguments?.[0]?.expression.value : node.source?.value;
  const module = typeof value === 'string' ? value.replace(/^node:/, '') : '';
  if (!CONNECTING_MODULES.has(module) || node.typeOnly) return [];
  const parts = (node.specifiers ?? []).filter(({ isTypeOnly }) => !isTypeOnly);
  const isWhole = isDynamic || node.type === 'ExportAllDeclaration' || parts.some((part) => !isNamed(part));
  if (isWhole) return [`node:${module}`];
  return parts
    .map(({ imported, orig, local }) => String((imported ?? orig ?? local)?.value))
    .filter((name) => CONNECTING_PARTS.has(name))
    .map((name) => `${name} of node:${module}`);
}

const isNamed = ({ type }: SyntaxNode): boolean => type === 'ImportSpecifier' || type === 'ExportSpecifier';
