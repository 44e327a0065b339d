import { CONNECTION_SCENARIOS } from './connection-scenarios.js';
import { POSTGRES_SCENARIOS } from './postgres-scenarios.js';
import { REDIS_SCENARIOS } from './redis-scenarios.js';
import { REPLICA_SCENARIOS } from './replica-scenarios.js';
import type { Scenario } from './scenario.js';
import { STAGE_SCENARIOS } from './stage-scenarios.js';

export const SCENARIOS: readonly Scenario[] = [
  ...REDIS_SCENARIOS,
  ...POSTGRES_SCENARIOS,
  ...CONNECTION_SCENARIOS,
  ...REPLICA_SCENARIOS,
  ...STAGE_SCENARIOS,
];
