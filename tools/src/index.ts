/**
 * Runs the system, or parts of it, on one machine: private PostgreSQL and Redis, and the services under
 * supervision. For `npm start`, for the whole-system tests and for benchmarks; never for a service.
 *
 * All started processes end with the process that started them: services by their IPC channel, servers by a guard
 * (src/servers/guard.ts). The next start in the same folder stops any remaining process. Nothing listens beyond the
 * loopback interface unless `host` says so. Data stays until `discard`.
 */
export { PERMANENT_SERVICES, SERVICE_LIST, SERVICES } from '../bootstrap/services.mjs';
export { seedDemo } from './demo/seed-demo.js';
export { type MailSink, startMailSink } from './mail-sink/mail-sink.js';
export { smtpReceiver } from './mail-sink/smtp-receiver.js';
export { requestsOf } from './operator/population/plan-streams.js';
export { freePort } from './servers/free-port.js';
export { findNewerServers, type NewerProgram } from './servers/newer-redis.js';
export { makeTemporaryFolder } from './servers/reachable-folder.js';
export { findRedis, userCacheFolder } from './servers/redis-program.js';
export { type RunningPostgres, type RunningServer, startPostgres, startRedis } from './servers/start-server.js';
export type { ProcessEntry } from './supervisor/process-journal.js';
export type { ServiceDefinition } from './supervisor/services.js';
export { System, startSystem } from './supervisor/system.js';
export type { SystemOptions } from './supervisor/system-options.js';
