import { afterAll, beforeAll, describe } from '@jest/globals';
import { startTwoGateways, type TwoGateways } from '../support/two-gateways.js';
import { incomingWebhooks } from './webhook-bots/incoming-webhooks.js';
import { outgoingWebhooks } from './webhook-bots/outgoing-webhooks.js';

let started: TwoGateways;

beforeAll(async () => {
  started = await startTwoGateways({ EGRESS_ALLOW: '127.0.0.1', OUTGOING_WEBHOOK_TIMEOUT_SECONDS: '2' }, []);
}, 180_000);
afterAll(() => started?.tested.discard(), 60_000);

// One after the other on one system, each in an organization of its own.
describe('outgoing webhooks', () => outgoingWebhooks(() => started.tested));
describe('incoming webhooks', () => incomingWebhooks(() => started));
