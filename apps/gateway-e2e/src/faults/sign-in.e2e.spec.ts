import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MailServer } from '../support/mail-server.js';
import { Organization } from '../support/organization.js';
import { startSystemUnderTest } from '../support/system-under-test.js';
import { killedInvitations } from './sign-in/killed-invitations.js';
import { killedSignUps } from './sign-in/killed-sign-ups.js';
import { lostServers } from './sign-in/lost-servers.js';
import type { SignInWorld } from './sign-in/sign-in-world.js';
import { signInsWithWrongClocks, wrongClock } from './sign-in/wrong-clocks.js';

let world: SignInWorld;

beforeAll(async () => {
  const mails = await MailServer.start();
  const tested = await startSystemUnderTest({
    scale: { users: 2, gateway: 2 },
    without: ['files', 'integrations', 'identity-providers'],
    env: { SMTP_URL: mails.url, OPEN_REALM_CREATION: 'true', INVITES_PER_DAY: '1000', LOG_LEVEL: 'info' },
    replicaEnv: wrongClock,
  });
  world = { mails, tested, organization: await Organization.create(tested.system), secrets: new Set() };
}, 180_000);
afterAll(async () => {
  await world?.organization.close();
  await world?.tested.discard();
  await world?.mails.close();
}, 60_000);

// One after the other on one system.
describe('replicas killed during a sign-up', () => killedSignUps(() => world));
describe('replicas killed between invitation and mail', () => killedInvitations(() => world));
describe('without the data or the answers of a server', () => lostServers(() => world));
// The last, since it leaves wrong clocks.
describe('one replica with another clock', () => signInsWithWrongClocks(() => world));

it('no log contains a password, the key of a link, the secret of a second factor or a login token', () => {
  const logs = world.tested.system.list().map(({ log }) => readFileSync(log, 'utf8'));

  expect(logs.join()).toContain('"level":"info"');
  expect(world.secrets.size).toBeGreaterThan(10);
  for (const secret of world.secrets) for (const log of logs) expect(log.includes(secret)).toBe(false);
});
