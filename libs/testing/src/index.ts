/** What tests need: a database and a Redis of their own, services outside the test played over the real transport, waiting. */
export { type ComparableState, comparableState } from './comparable-state.js';
export { CuttableProxy } from './cuttable-proxy.js';
export { endsWithin } from './ends-within.js';
export { eventually } from './eventually.js';
export { type FakeHandlers, startFakeService } from './fake-service.js';
export { realmRecord } from './realm-record.js';
export { RecordingLogger } from './recording-logger.js';
export { schemaDifferences } from './schema-differences.js';
export {
  entityDifferences,
  messageOf,
  type Override,
  ServiceUnderTest,
  serviceUnderTest,
  startReplicaUnderTest,
} from './service-under-test.js';
export { startSlapd, type TestLdapServer } from './slapd.js';
export { createTestDatabase, type TestDatabase } from './test-database.js';
export { createTestRedis, type TestRedis } from './test-redis.js';
export { testDatabaseServerUrl, testRedisServerUrl } from './test-servers.js';
export { type CheckedCall, WireCheck } from './wire-check/wire-check.js';
