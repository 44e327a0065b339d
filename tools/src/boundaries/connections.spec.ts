import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { connectionsOf, connectionViolations } from './connections.js';
import type { Project, ProjectKind } from './workspace.js';

describe('the connections of a source', () => {
  it.each([
    ['fetch', `await fetch(url);`, ['fetch']],
    ['fetch of the global object', `globalThis.fetch(url);`, ['fetch']],
    ['a web socket', `new WebSocket(url);`, ['WebSocket']],
    ['a named function', `import { request } from 'node:http';`, ['request of node:http']],
    ['a renamed function', `import { connect as open } from 'net';`, ['connect of node:net']],
    ['a value among types', `import { type Server, Agent } from 'node:https';`, ['Agent of node:https']],
    ['a whole module', `import * as tls from 'node:tls';`, ['node:tls']],
    ['a default import', `import http2 from 'node:http2';`, ['node:http2']],
    ['a module at run time', `const { createSocket } = await import('node:dgram');`, ['node:dgram']],
    ['a function that is passed on', `export { get } from 'node:http';`, ['get of node:http']],
    ['a module that is passed on', `export * from 'node:net';`, ['node:net']],
  ])('are found: %s', (_case, source, ways) => {
    expect(connectionsOf(source)).toEqual(ways);
  });

  it.each([
    ['a method of this name', `class A { async fetch(url: string) {} } new A().fetch('x');`],
    ['a server', `import { createServer, type IncomingMessage } from 'node:http';`],
    ['types', `import type { Socket } from 'node:net'; import { isIP, type Socket as S } from 'node:net';`],
    ['texts and comments', `const text = "await fetch('x')"; // fetch('x')`],
  ])('are not seen in %s', (_case, source) => {
    expect(connectionsOf(source)).toEqual([]);
  });
});

describe('connections outside of the guard', () => {
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });

  function violations(kind: ProjectKind, name: string, path: string, allowed: Record<string, string> = {}): string[] {
    const root = mkdtempSync(join(tmpdir(), 'chat-connections-'));
    folders.push(root);
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), 'await fetch(url);');
    const files = [{ path, isForTests: path.endsWith('.spec.ts'), lines: 1, imports: [] }];
    const project = { name, kind, files } as unknown as Project;
    const workspace = { projects: [project], rootReferences: [], rootDependencies: {}, catalog: [] };
    return connectionViolations(root, workspace, allowed);
  }

  it.each(['app', 'lib', 'contracts'] as const)('are violations in a project of kind %s', (kind) => {
    expect(violations(kind, '@chat/a', 'apps/a/src/a.ts')).toEqual([
      'apps/a/src/a.ts opens connections by fetch; only @chat/egress may.',
    ]);
  });

  it.each([
    ['in the guard', 'lib', '@chat/egress', 'libs/egress/src/a.ts'],
    ['in tests', 'app', '@chat/a', 'apps/a/src/a.spec.ts'],
    ['in tools', 'tools', '@chat/tools', 'tools/src/a.ts'],
  ] as const)('are free %s', (_case, kind, name, path) => {
    expect(violations(kind, name, path)).toEqual([]);
  });

  it('may be allowed, and a permission that is no longer needed is a violation', () => {
    const allowed = { 'apps/a/src/a.ts': 'the operator names the address', 'apps/a/src/b.ts': 'it is gone' };

    expect(violations('app', '@chat/a', 'apps/a/src/a.ts', allowed)).toEqual([
      'apps/a/src/b.ts opens no connections; remove it from tools/src/boundaries/connections.ts.',
    ]);
  });
});
