/**
 * Tools for tests: databases and Redis of their own, fake services over the real transport, and waits for conditions.
 */
export { accountRecord } from './account-record.js';
export { makeCertificate } from './certificates.js';
export { type ComparableState, comparableState } from './comparable-state.js';
export { CuttableProxy } from './cuttable-proxy.js';
export { endsWithin } from './ends-within.js';
export { eventually } from './eventually.js';
export { FakeImages, NEW_TOKEN } from './fake-images.js';
export { type FakeHandlers, startFakeService } from './fake-service.js';
export { startPostgresServer, type TestPostgresServer } from './postgres-servers.js';
export { realmRecord } from './realm-record.js';
export { RecordingLogger } from './recording-logger.js';
export { SentinelSystem, startRedisServer, type TestRedisServer } from './redis-servers.js';
export { KEY_ID, type Misbehaviour, RogueProvider } from './rogue-provider.js';
export {
  at,
  newSamlKeys,
  type SamlKeys,
  type SamlRequest,
  type SamlResponseOptions,
  SamlTestProvider,
} from './saml-provider.js';
export { type SavedData, savePostgres, saveRedis } from './saved-data.js';
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
export { type ResponseChanges, SoftwareAuthenticator } from './software-authenticator.js';
export { endWhole, startWhole } from './start-whole.js';
export { startSwift, type TestBucket } from './swift.js';
export { createTestDatabase, type TestDatabase } from './test-database.js';
export { createTestRedis, type TestRedis } from './test-redis.js';
export { testDatabaseServerUrl, testRedisServerUrl } from './test-servers.js';
export { type CheckedCall, WireCheck } from './wire-check/wire-check.js';
