import { readFileSync } from 'node:fs';
import { eventually, RogueProvider } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SAML_PROVIDERS } from '../providers/saml.js';
import { MailServer } from '../support/mail-server.js';
import { Organization } from '../support/organization.js';
import { startSystemUnderTest } from '../support/system-under-test.js';
import { TraceReceiver } from '../support/trace-receiver.js';
import { insight } from './insight.js';
import { SecretRecord } from './secret-record.js';
import { textsInPostgres, textsInRedis } from './stored-texts.js';
import { type SecretWorld, WaysIn } from './ways-in.js';

const SPANS_WITHIN_MS = 30_000;
const MAILS_SENT_WITHIN_MS = 30_000;

let world: SecretWorld;
let traces: TraceReceiver;

beforeAll(async () => {
  traces = await TraceReceiver.start();
  const [mails, rogue, record] = [await MailServer.start(), await RogueProvider.start(), new SecretRecord()];
  const secret = record.add('secret of a client', 'client-secret-6c9f24d1b8');
  const provider = { client_id: 'chat', secret, auto_signup: true, oidc_url: rogue.issuer };
  const tested = await startSystemUnderTest({
    scale: {},
    without: ['integrations'],
    env: {
      ...{ SMTP_URL: mails.url, LOG_LEVEL: 'info' },
      ...{ OIDC_PROVIDERS: JSON.stringify({ rogue: provider }), SAML_PROVIDERS },
      ...{ OTEL_EXPORTER_OTLP_ENDPOINT: traces.endpoint, OTEL_BSP_SCHEDULE_DELAY: '100' },
    },
  });
  const organization = await Organization.create(tested.system);
  world = { tested, mails, rogue, organization, record };
  await organization.owner.client.patch('/realm', { invite_required: false });
  await goEveryWayIn();
}, 240_000);
afterAll(async () => {
  await world?.organization.close();
  await world?.tested.discard();
  await world?.rogue.close();
  await world?.mails.close();
  await traces?.close();
}, 60_000);

async function goEveryWayIn(): Promise<void> {
  const { organization } = world;
  const ways = new WaysIn(world);
  await ways.password(await organization.addUser('Ana Password'));
  await ways.secondFactor(await organization.addUser('Ben Factor'));
  await ways.mailedLinks(await organization.addUser('Cleo Links'));
  await ways.apps(await organization.addUser('Dan Apps'));
  await ways.signUp();
  await ways.newOrganization();
  await ways.openIdConnect();
  await ways.saml();
}

const logs = () => world.tested.system.list().map(({ log }) => readFileSync(log, 'utf8'));

/** Traces that reach to the last request. */
async function sentTraces(): Promise<readonly string[]> {
  const routes = ['POST /accounts/login', 'GET /complete/saml'];
  const hasAll = () => routes.every((route) => traces.spans.some(({ name }) => name.startsWith(route)));
  await eventually(hasAll, { withinMs: SPANS_WITHIN_MS, what: `spans of ${routes.join(' and ')}` });
  return traces.texts;
}

/** Rows without mails on their way. */
async function storedRows(): Promise<string[]> {
  const { databaseUrl } = world.tested.system;
  const sent = async () => {
    const rows = await textsInPostgres(databaseUrl);
    return rows.some((row) => row.startsWith('users.outgoing_mail ')) ? undefined : rows;
  };
  return eventually(sent, { withinMs: MAILS_SENT_WITHIN_MS, what: 'an empty outbox of mails' });
}

describe('passwords, keys, tokens, codes and cookies of every way in', () => {
  it('are more than twenty', () => {
    expect(world.record.count).toBeGreaterThan(20);
  });

  it.each<[string, string, () => readonly string[] | Promise<readonly string[]>]>([
    ['logs', '"level":"info"', logs],
    ['traces', 'POST /accounts/login', sentTraces],
    ['domain events and all else in Redis', 'users.user_created', () => textsInRedis(world.tested.system.redisUrl)],
    ['PostgreSQL', 'ana-password', storedRows],
    ['pages, errors and addresses after their use', 'A link works once.', () => world.record.afterUse],
  ])('are absent from %s', async (_, usual, read) => {
    const texts = await read();

    expect(texts.some((text) => text.includes(usual))).toBe(true);
    expect(world.record.foundIn(texts)).toEqual([]);
  });
});

describe('insight', () => insight(() => ({ tested: world.tested, traces })));
