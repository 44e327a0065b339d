/** What every process has in common: settings from the environment, a JSON log, health, metrics, orderly start and stop. */
export { AfterCommit } from './after-commit.js';
export { Actor, ClientAddress, ClientName, Handles, Parameters, RealmId } from './endpoints/handles.decorator.js';
export { HealthServer, type Measurement, type ReadinessCheck } from './health-server.js';
export { createLogger, NestLogger } from './logger.js';
export { migrateService } from './migrate-service.js';
export { type ProcessSettings, readProcessSettings } from './process-settings.js';
export { MICROSERVICE, type RunningService, runService, serve, startService } from './run-service.js';
export { API_KEY_PURPOSE, TextSeal } from './sealed-text.js';
export { deriveKey } from './secret-keys.js';
export { type ServiceDatabase, ServiceModule, type ServiceOptions } from './service.module.js';
export { ServiceResources } from './service-resources.js';
export { exitWithParent, type StopReason, stopOrderly } from './shutdown.js';
export type { AnsweredRequest, TracedRequest, Tracing } from './tracing/tracing.js';
