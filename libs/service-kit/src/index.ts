/** The frame of every process: log, health, metrics, connections, orderly start and stop. See the README. */
export { AfterCommit } from './after-commit.js';
export { passedBuffer } from './buffer-garbage.js';
export {
  Actor,
  ClientAddress,
  ClientName,
  Handles,
  Parameters,
  RealmId,
  UserAgent,
} from './endpoints/handles.decorator.js';
export { HealthServer } from './health-server.js';
export { NestLogger } from './nest-logger.js';
export { PictureTransfers } from './picture-transfers.js';
export { RealmRecords } from './realm-records.js';
export { inBatches, type RepeatedJob, RepeatedJobs } from './repeated-jobs.js';
export { MICROSERVICE, type RunningService, runService, serve, startService } from './run-service.js';
export { API_KEY_PURPOSE, BOT_CONFIGURATION_PURPOSE, deriveKey, TextSeal } from './sealed-text.js';
export { type ServiceDatabase, ServiceModule, type ServiceOptions } from './service.module.js';
export { ServiceResources } from './service-resources.js';
export { runProcess, type StopReason } from './shutdown.js';
export type { TracedRequest, Tracing } from './tracing/tracing.js';
