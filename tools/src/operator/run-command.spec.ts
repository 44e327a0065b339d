import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  ChangeUserAsOperator,
  CreateRealm,
  CreateUserAsOperator,
  GetRealmAccounts,
  ListRealms,
  SetStandbyReads,
} from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import { COMMANDS } from './commands/index.js';
import type { Operator } from './operator.js';
import { runCommand } from './run-command.js';

const REALM = {
  realmId: 4,
  str: 'acme',
  host: null,
  name: 'Acme',
  url: 'http://127.0.0.1:9991',
  isDefault: true,
  isDeactivated: false,
};

/** Runs a command line against fake services. Returns the requests and the output. */
async function run(...args: string[]) {
  const asked: [string, object, number][] = [];
  const printed: string[] = [];
  let closed = 0;
  const operator = {
    request: async (type: { pattern: string }, fields: object, realmId: number) => {
      asked.push([type.pattern, fields, realmId]);
      if (type.pattern === ListRealms.pattern) return [REALM];
      if (type.pattern === CreateRealm.pattern) return { ...REALM, ...fields, realmId: 5 };
      if (type.pattern === GetRealmAccounts.pattern) {
        return { sequence: 1, state: { users: [{ userId: 8, deliveryEmail: 'owner@b.org' }] } };
      }
      return { userId: 9, apiKey: 'k' };
    },
    close: async () => {
      closed++;
    },
  } as unknown as Operator & { close(): Promise<void> };
  const outcome = await runCommand(
    { calledAs: 'chat', commands: COMMANDS },
    args,
    async () => operator,
    (line) => printed.push(line),
  ).catch((error: Error) => error.message.split('\n')[0]);
  return { asked, printed, closed, outcome };
}

describe('the command line', () => {
  it('lists every command in its help without a request', async () => {
    const { printed, asked } = await run('--help');

    for (const { name } of COMMANDS) expect(printed.join('\n')).toContain(`  ${name} `);
    expect(asked).toEqual([]);
  });

  it('says how it was called: by npm, or as the script that it is, as in an image', () => {
    const script = fileURLToPath(new URL('./chat.mjs', import.meta.url));
    const { npm_lifecycle_event: _, ...env } = process.env;
    const help = (cwd: string, script: string, more: NodeJS.ProcessEnv = {}) =>
      execFileSync(process.execPath, [script, 'create-realm', '--help'], { cwd, env: { ...env, ...more } }).toString();

    expect(help(dirname(script), 'chat.mjs')).toMatch(/^node chat\.mjs create-realm /);
    expect(help('/', script)).toMatch(`node ${script.slice(1)} create-realm `);
    expect(help('/', script, { npm_lifecycle_event: 'chat' })).toMatch(/^npm run chat -- create-realm /);
  });

  it.each([
    [['create-realm', '--help'], undefined],
    [['create-realm'], 'Give --name.'],
    [['make-coffee'], 'There is no command "make-coffee".'],
    [
      ['change-role', '--email', 'a@b.org', '--role', 'king'],
      '--role is one of: owner, administrator, moderator, member, guest',
    ],
    [['list-users', '--realm', 'nowhere'], 'There is no realm "nowhere". There are: acme'],
    [['change-rights', '--email', 'a@b.org'], 'Give --create-users, --billing, or both.'],
    [['change-rights', '--email', 'a@b.org', '--billing', 'perhaps'], '--billing is yes or no.'],
    [
      ['create-bot', '--email', 'a@b.org', '--name', 'B', '--owner', 'c@d.org', '--type', 'odd'],
      '--type is one of: generic, incoming-webhook, outgoing-webhook',
    ],
    [
      ['create-bot', '--email', 'a@b.org', '--name', 'B', '--owner', 'x@y.org'],
      'There is no account with the address <x@y.org>.',
    ],
    [['populate', '--users', 'many'], '--users is a whole number from 1 up.'],
  ])('%j', async (args, outcome) => {
    expect((await run(...args)).outcome).toBe(outcome);
  });

  it('makes a realm outside of any realm', async () => {
    const { asked, printed, closed } = await run('create-realm', '--name', 'Beta', '--str', 'beta', '--default');

    expect(asked).toEqual([[CreateRealm.pattern, { name: 'Beta', str: 'beta', host: null, isDefault: true }, 0]]);
    expect(printed[0]).toBe('Realm 5 "Beta" is at http://127.0.0.1:9991');
    // Without the realm's name it would be the owner of another realm.
    expect(printed[1]).toContain('create-user --realm beta --role owner');
    expect(closed).toBe(1);
  });

  it('changes an account of the default realm, or of the one that is named', async () => {
    for (const realm of [[], ['--realm', 'acme']]) {
      const { asked } = await run('change-role', '--email', 'a@b.org', '--role', 'guest', ...realm);
      expect(asked[1]).toEqual([ChangeUserAsOperator.pattern, { realmId: 4, email: 'a@b.org', role: 600 }, 4]);
    }
  });

  it('lets standbys serve the reads of a realm, and stops that', async () => {
    for (const [verb, isOn] of [['enable', true] as const, ['disable', false] as const]) {
      const { asked } = await run(`${verb}-standby-reads`, '--realm', 'acme');
      expect(asked[1]).toEqual([SetStandbyReads.pattern, { realmId: 4, isOn }, 4]);
    }
  });

  it('creates a bot, shows its key, and changes its owner', async () => {
    const bot = ['--email', 'bot@b.org', '--owner', 'Owner@b.org'];

    const made = await run('create-bot', ...bot, '--name', 'Robot');
    const given = await run('change-bot-owner', ...bot);

    const fields = { email: 'bot@b.org', fullName: 'Robot', role: 400, isBot: true, botType: 1, botOwnerId: 8 };
    expect(made.asked[2]).toEqual([CreateUserAsOperator.pattern, { realmId: 4, ...fields }, 4]);
    expect(made.printed).toEqual(['Bot 9 <bot@b.org> belongs to <Owner@b.org>.', 'API key: k']);
    const change = { realmId: 4, email: 'bot@b.org', botOwnerId: 8 };
    expect(given.asked[2]).toEqual([ChangeUserAsOperator.pattern, change, 4]);
  });

  it('gives and takes rights', async () => {
    const { asked } = await run('change-rights', '--email', 'a@b.org', '--create-users', 'yes', '--billing', 'no');

    const rights = { canCreateUsers: true, isBillingAdmin: false };
    expect(asked[1]).toEqual([ChangeUserAsOperator.pattern, { realmId: 4, email: 'a@b.org', ...rights }, 4]);
  });

  it('makes up a password where none is given, and shows only that', async () => {
    const madeUp = await run('reset-password', '--email', 'a@b.org');
    const { password } = (madeUp.asked[1] as [string, { password: string }, number])[1];
    expect(password).toMatch(/^[\w-]{16}$/);
    expect(madeUp.printed).toContain(`Password: ${password}`);

    const given = await run('reset-password', '--email', 'a@b.org', '--password', 'correct horse');
    expect(given.printed.join()).not.toContain('horse');
  });
});
