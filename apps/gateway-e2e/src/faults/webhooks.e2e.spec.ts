import { afterAll, beforeAll, describe } from '@jest/globals';
import { startTwoGateways, type TwoGateways } from '../support/two-gateways.js';
import { eventWebhooks } from './webhooks/event-webhooks.js';
import { incomingWebhooks } from './webhooks/incoming-webhooks.js';
import { outgoingWebhooks } from './webhooks/outgoing-webhooks.js';

let started: TwoGateways;

beforeAll(async () => {
  const timeouts = { OUTGOING_WEBHOOK_TIMEOUT_SECONDS: '2', EVENT_WEBHOOK_TIMEOUT_SECONDS: '2' };
  started = await startTwoGateways(
    { EGRESS_ALLOW: '127.0.0.1', EVENT_WEBHOOK_RETRY_SECONDS: '1,1', ...timeouts },
    { scale: { gateway: 2, integrations: 2, messaging: 2, events: 2 }, without: ['files'] },
  );
}, 180_000);
afterAll(() => started?.tested.discard(), 60_000);

// One after the other on one system, each in an organization of its own.
describe('outgoing webhooks', () => outgoingWebhooks(() => started.tested));
describe('incoming webhooks', () => incomingWebhooks(() => started));
describe('event webhooks', () => eventWebhooks(() => started.tested));
