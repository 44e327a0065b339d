import { afterAll, beforeAll, describe } from '@jest/globals';
import { type SystemUnderTest, startSystemUnderTest } from '../support/system-under-test.js';
import { frozenReplicas } from './replicas/frozen-replicas.js';
import { killedReplicas } from './replicas/killed-replicas.js';
import { truthfulOutcomes } from './replicas/outcomes.js';
import { scheduledMessages, wrongClock } from './replicas/scheduled-messages.js';
import { slowAccounts } from './replicas/slow-accounts.js';

let tested: SystemUnderTest;

beforeAll(async () => {
  tested = await startSystemUnderTest({ without: ['files', 'integrations'], replicaEnv: wrongClock });
}, 180_000);
afterAll(() => tested?.discard(), 60_000);

// One after the other on one system, each in an organization of its own.
describe('outcomes', () => truthfulOutcomes(() => tested));
describe('slow accounts', () => slowAccounts(() => tested));
describe('killed replicas', () => killedReplicas(() => tested));
describe('frozen replicas', () => frozenReplicas(() => tested));
// The last, since it leaves wrong clocks.
describe('scheduled messages', () => scheduledMessages(() => tested));
