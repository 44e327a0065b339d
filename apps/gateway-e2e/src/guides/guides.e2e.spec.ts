import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSlapd, type TestLdapServer } from '@chat/testing';
import { freePort, makeTemporaryFolder, startPostgres, startRedis } from '@chat/tools';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { comparableOutput, type GuideBlock, guideBlocks } from './guide-blocks.js';
import { GuideShell } from './guide-shell.js';
import { GuideTerminal } from './guide-terminal.js';
import { NOT_RUN, PAGES, RUN_ELSEWHERE } from './page-order.js';
import { runStatements } from './page-statements.js';
import { ALL_PAGES, ROOT, readPage } from './pages-with-code.js';

/*
 * Runs every command of the pages from the pages themselves, in a copy of this checkout. Commands of programs that a test cannot run
 * (containers, clusters, PostgreSQL's clients, LDAP's clients, long runs of npm) go to stand-ins that check their arguments against the
 * repository.
 */
const STAND_INS = fileURLToPath(new URL('../../fixtures/stand-in.mjs', import.meta.url));
const REPLACED = [
  'docker',
  'kubectl',
  'openssl',
  'pg_basebackup',
  'pg_dump',
  'pg_receivewal',
  'pg_restore',
  'createdb',
  'dropdb',
  'psql',
  'redis-cli',
  'redis-server',
  'ldapsearch',
  'git',
  'npm',
  'npx',
  'pip',
];
const REAL_NPM = execFileSync('bash', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim();
/** In a container the health server has a fixed port. `npm start` gives each process another one. */
const HEALTH_URL = "require('./.local/processes.json').find(({ service }) => service === 'gateway').healthUrl";
/** The entry that the page about LDAP signs in with. */
const LDIF = `dn: dc=example,dc=com
objectClass: domain
dc: example

dn: ou=people,dc=example,dc=com
objectClass: organizationalUnit
ou: people

dn: uid=ines,ou=people,dc=example,dc=com
objectClass: inetOrgPerson
uid: ines
cn: Ines Silva
sn: Silva
mail: ines@example.com
userPassword: secret of ines
`;

let folder: string;
let terminal: GuideTerminal;
/** The environment of programs that run until Ctrl-C. Other commands have the stand-ins in addition. */
let env: NodeJS.ProcessEnv;
let programs: string;
let servers: [Awaited<ReturnType<typeof startPostgres>>, Awaited<ReturnType<typeof startRedis>>];
let ldap: TestLdapServer;
/** Variables that the reader of a page has set, by page. */
let environments: Readonly<Record<string, NodeJS.ProcessEnv>>;
/** Addresses of the pages, and those of this run. */
let addresses: readonly (readonly [string, string])[];

beforeAll(async () => {
  folder = makeTemporaryFolder('chat-guides-');
  const checkout = join(folder, 'checkout');
  mkdirSync(join(checkout, '.local'), { recursive: true });
  // Guides write .env and .local, which must be files of the copy alone. They only read packages.
  const copied = readdirSync(ROOT).filter((name) => !['node_modules', '.local', '.env'].includes(name));
  execFileSync('cp', ['-al', ...copied.map((name) => join(ROOT, name)), checkout]);
  symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'));
  terminal = new GuideTerminal(checkout);
  programs = join(folder, 'programs');
  mkdirSync(programs);
  for (const program of REPLACED) {
    writeFileSync(join(programs, program), `#!/bin/sh\nexec node ${STAND_INS} ${program} "$@"\n`);
    chmodSync(join(programs, program), 0o755);
  }
  servers = [
    await startPostgres({ folder: join(folder, 'postgres') }),
    await startRedis({ folder: join(folder, 'redis') }),
  ];
  const [postgres, redis] = servers;
  ldap = await startSlapd(LDIF);
  const port = await freePort();
  env = { ...process.env, PORT: String(port), MAIL_SINK_PORT: String(await freePort()) };
  const ldapEnv = {
    LDAP_URL: ldap.url,
    LDAP_USER_BASE: 'ou=people,dc=example,dc=com',
    LDAP_BIND_DN: 'cn=admin,dc=example,dc=com',
    LDAP_BIND_PASSWORD: 'admin',
  };
  environments = {
    'docs/guides/back-up.md': { DATABASE_URL: 'postgres://db/chat', REDIS_URL: 'redis://db' },
    'docs/contributing/debug-a-system-test.md': { DATABASE_URL: postgres.adminUrl, REDIS_URL: redis.url },
    'docs/guides/connect-ldap.md': ldapEnv,
    // The next two pages continue with its system.
    'docs/sign-in.md': ldapEnv,
    'apps/identity-providers/README.md': ldapEnv,
  };
  addresses = [
    ['127.0.0.1:9991', `127.0.0.1:${port}`],
    ['PORT=8080', `PORT=${await freePort()}`],
    ['postgres://chat:secret@127.0.0.1:5432/chat', postgres.adminUrl],
    ['redis://127.0.0.1:6379', redis.url],
    ['http://127.0.0.1:9990', `$(node -p "${HEALTH_URL}")`],
    ['/var/lib/postgresql', join(folder, 'postgresql')],
    ['/srv/base', join(folder, 'base')],
  ];
}, 240_000);

afterAll(async () => {
  await terminal.interrupt();
  await Promise.all([...servers, ldap].map((server) => server.stop()));
  rmSync(folder, { recursive: true, force: true });
});

const startsWithOneOf = (code: string, starts: Iterable<string>) => [...starts].some((start) => code.startsWith(start));

it('the order names every page with commands', () => {
  const withCommands = ALL_PAGES.filter((path) => guideBlocks(readPage(path)).length > 0);

  expect(withCommands.sort()).toEqual([...PAGES.map(({ path }) => path), ...RUN_ELSEWHERE].sort());
});

it('no page has commands in a block of another language', () => {
  const others = ALL_PAGES.filter((path) => /^ *```(bash|shell|zsh|console)\b/m.test(readPage(path)));

  expect(others).toEqual([]);
});

it.each([...NOT_RUN])('the block "%s …", which %s, is on one page and names files that exist', (start) => {
  const blocks = PAGES.flatMap(({ path }) => guideBlocks(readPage(path))).filter(({ code }) => code.startsWith(start));
  const [code = ''] = blocks.map((block) => block.code);
  const files = code.match(/(?<![\w/-])(?:\.\/)?(?:apps|tools|node_modules)\/[\w./-]+/g) ?? [];

  expect(blocks).toHaveLength(1);
  expect(spawnSync('bash', ['-n'], { input: code }).status).toBe(0);
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

describe('every command of a page succeeds and prints the output in the page', () => {
  it.each(PAGES)(
    '$path',
    async ({ path, start, before }) => {
      const pageEnv = { ...env, ...environments[path] };
      if (start !== undefined) await terminal.run(start, pageEnv);
      const PATH = `${programs}:${process.env['PATH']}`;
      const shell = new GuideShell(join(folder, 'checkout'), { ...pageEnv, PATH, REAL_NPM });
      try {
        if (before !== undefined) await shell.run(withAddresses(before));
        const blocks = guideBlocks(readPage(path)).filter(({ code }) => !startsWithOneOf(code, NOT_RUN.keys()));
        for (const block of blocks) await runBlock(shell, block, pageEnv);
      } finally {
        await shell.close();
      }
    },
    300_000,
  );
});

async function runBlock(
  shell: GuideShell,
  { code, isForeground, isSql, expected }: GuideBlock,
  pageEnv: NodeJS.ProcessEnv,
): Promise<void> {
  if (isSql) return runStatements(servers[0].adminUrl, code);
  const ours = withAddresses(code);
  const output = comparableOutput(await (isForeground ? terminal.run(ours, pageEnv) : shell.run(ours)));
  if (expected === undefined) expect(output).not.toContain('"result":"error"');
  else if (isForeground) expect(output).toContain(comparableOutput(expected));
  else expect(output).toBe(comparableOutput(expected));
}

const withAddresses = (code: string) => addresses.reduce((text, [theirs, mine]) => text.replaceAll(theirs, mine), code);
