import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { nodeTransport } from './support/api-client.js';
import { Organization, type TestUser } from './support/organization.js';
import { type SharedSystem, sharedSystem } from './support/shared-system.js';

/** Less than the limit of 25 MiB. Its transfer and its parts keep a replica of integrations busy for longer than a lease lasts. */
const BODY_BYTES = 20 * 1024 * 1024;
const DELIVERIES = ['first', 'second', 'third'];
const STREAM = 'exports';

const transport = nodeTransport();
let system: SharedSystem;
let organization: Organization;
let owner: TestUser;

beforeAll(async () => {
  system = await sharedSystem();
  organization = await Organization.create(system);
  [owner] = (await organization.addSubscribers(STREAM, 1)) as [TestUser];
}, 180_000);

afterAll(async () => {
  transport.close?.();
  await organization?.close();
}, 60_000);

it('large deliveries of a webhook are each received once', async () => {
  const bot = await owner.client.post('/bots', { full_name: 'Exports', short_name: 'exports', bot_type: 2 });
  const deliver = async (topic: string): Promise<number> => {
    const query = new URLSearchParams({ api_key: bot.api_key, stream: STREAM, topic });
    const { status } = await transport.send({
      method: 'POST',
      url: `${system.baseUrl}/api/v1/external/json?${query}`,
      headers: { host: organization.host, 'content-type': 'application/json' },
      body: JSON.stringify({ lines: 'x'.repeat(BODY_BYTES) }),
      signal: undefined,
    });
    return status;
  };

  const statuses: number[] = [];
  for (const topic of DELIVERIES) statuses.push(await deliver(topic));
  const narrow = [{ operator: 'sender', operand: bot.user_id }];
  const found = { narrow, anchor: 'newest', num_before: 20, num_after: 0 };
  const { messages } = await owner.client.get('/messages', found);

  expect(statuses).toEqual([200, 200, 200]);
  expect(messages.map(({ subject }: { subject: string }) => subject)).toEqual(DELIVERIES);
}, 120_000);
