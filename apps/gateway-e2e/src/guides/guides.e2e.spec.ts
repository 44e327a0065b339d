import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSlapd, type TestLdapServer } from '@chat/testing';
import { freePort, makeTemporaryFolder, startPostgres, startRedis } from '@chat/tools';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { comparableOutput, type GuideBlock, guideBlocks } from './guide-blocks.js';
import { GuideShell } from './guide-shell.js';
import { GuideTerminal } from './guide-terminal.js';
import { GUIDES, READMES, ROOT, readPage } from './pages-with-code.js';

/*
 * Runs every command of the READMEs and of docs/guides from the pages themselves, in a copy of this checkout. Commands of programs that a
 * test cannot run (containers, clusters, PostgreSQL's clients, LDAP's clients) go to stand-ins that check their arguments against the
 * repository.
 */
const STAND_INS = fileURLToPath(new URL('../../fixtures/stand-in.mjs', import.meta.url));
const REPLACED = [
  'docker',
  'kubectl',
  'openssl',
  'pg_dump',
  'pg_restore',
  'createdb',
  'dropdb',
  'psql',
  'redis-cli',
  'ldapsearch',
  'git',
];
/** In the order of a reader: some pages continue with the system or the files of an earlier page. */
const ORDER = [
  'README.md',
  'docs/guides/write-a-bot.md',
  'apps/events/README.md',
  'apps/integrations/README.md',
  'apps/web/README.md',
  'docs/guides/run-with-compose.md',
  'docs/guides/try-it.md',
  'docs/guides/connect-ldap.md',
  'docs/guides/run-in-kubernetes.md',
  'docs/guides/scale.md',
  'docs/guides/upgrade.md',
  'docs/guides/back-up.md',
  'apps/identity-providers/README.md',
  'bench/README.md',
];
/** Pages that need a running system and do not start it themselves. */
const WITH_SYSTEM = [
  'docs/guides/write-a-bot.md',
  'apps/events/README.md',
  'apps/integrations/README.md',
  'docs/guides/run-with-compose.md',
  'docs/guides/connect-ldap.md',
];
/** Blocks that this test does not run, with the reason. */
const NOT_RUN = new Map([
  ['npm run bench', 'takes twenty-five minutes of an idle machine'],
  ['BENCH_PROFILE=/tmp/profiles npm run bench -- send-alone', 'needs an idle machine for minutes'],
  ['SOAK_SECONDS=180 npm run soak', 'overloads the machine for minutes'],
]);
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
let env: NodeJS.ProcessEnv;
let servers: [Awaited<ReturnType<typeof startPostgres>>, Awaited<ReturnType<typeof startRedis>>];
let ldap: TestLdapServer;
/** Variables that the reader of a page has set, by page. */
let environments: Readonly<Record<string, NodeJS.ProcessEnv>>;
/** Addresses of the pages, and those of this run. */
let addresses: readonly (readonly [string, string])[];

beforeAll(async () => {
  folder = makeTemporaryFolder('chat-guides-');
  const checkout = join(folder, 'checkout');
  // Hard links: thousands of packages are there at once. Guides write .env and .local, which must be files of the copy alone.
  execFileSync('cp', ['-al', ROOT, checkout]);
  for (const own of ['.local', '.env']) rmSync(join(checkout, own), { recursive: true, force: true });
  mkdirSync(join(checkout, '.local'));
  terminal = new GuideTerminal(checkout);
  const programs = join(folder, 'programs');
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
  env = {
    ...process.env,
    PATH: `${programs}:${process.env['PATH']}`,
    PORT: String(port),
    MAIL_SINK_PORT: String(await freePort()),
  };
  environments = {
    'docs/guides/back-up.md': { DATABASE_URL: 'postgres://db/chat', REDIS_URL: 'redis://db' },
    'docs/guides/connect-ldap.md': {
      LDAP_URL: ldap.url,
      LDAP_USER_BASE: 'ou=people,dc=example,dc=com',
      LDAP_BIND_DN: 'cn=admin,dc=example,dc=com',
      LDAP_BIND_PASSWORD: 'admin',
    },
  };
  addresses = [
    ['127.0.0.1:9991', `127.0.0.1:${port}`],
    ['PORT=8080', `PORT=${await freePort()}`],
    ['postgres://chat:secret@127.0.0.1:5432/chat', postgres.adminUrl],
    ['redis://127.0.0.1:6379', redis.url],
  ];
}, 240_000);

afterAll(async () => {
  await terminal.interrupt();
  await Promise.all([...servers, ldap].map((server) => server.stop()));
  rmSync(folder, { recursive: true, force: true });
});

it('the order names every page with commands, and a page has every block that does not run', () => {
  const withCommands = [...READMES, ...GUIDES].filter((path) => guideBlocks(readPage(path)).length > 0);
  const blocks = withCommands.flatMap((path) => guideBlocks(readPage(path)).map(({ code }) => code.trim()));

  expect(withCommands.sort()).toEqual([...ORDER].sort());
  expect(blocks).toEqual(expect.arrayContaining([...NOT_RUN.keys()]));
});

describe('every command of a page succeeds and prints the output in the page', () => {
  it.each(ORDER)(
    '%s',
    async (path) => {
      const pageEnv = { ...env, ...environments[path] };
      const shell = new GuideShell(join(folder, 'checkout'), pageEnv);
      try {
        if (WITH_SYSTEM.includes(path)) await terminal.run('npm start', pageEnv);
        const blocks = guideBlocks(readPage(path)).filter(({ code }) => !NOT_RUN.has(code.trim()));
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
  { code, isForeground, expected }: GuideBlock,
  pageEnv: NodeJS.ProcessEnv,
): Promise<void> {
  const ours = addresses.reduce((text, [theirs, mine]) => text.replaceAll(theirs, mine), code);
  const output = comparableOutput(await (isForeground ? terminal.run(ours, pageEnv) : shell.run(ours)));
  if (expected === undefined) return;
  if (isForeground) expect(output).toContain(comparableOutput(expected));
  else expect(output).toBe(comparableOutput(expected));
}
