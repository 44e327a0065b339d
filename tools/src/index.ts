/**
 * Runs the system, or parts of it, on one machine: PostgreSQL and Redis of one's own, and the services under
 * supervision. For `npm start`, for the whole-system tests and for benchmarks; never for a service.
 *
 * Everything that is started here ends with the process that started it: services by their IPC channel, servers by a
 * guard (src/servers/guard.ts). What even that leaves behind is stopped at the next start in the same folder.
 * Nothing listens beyond the loopback interface unless `host` says so. Data is kept until `discard`.
 */
export { SERVICE_LIST, SERVICES, type ServiceEntry } from '../bootstrap/services.mjs';
export type { ProcessEnd, ProcessState, SupervisedProcess } from './processes/supervised-process.js';
export { freePort } from './servers/free-port.js';
export { makeTemporaryFolder } from './servers/reachable-folder.js';
export { StartFailure } from './servers/server.js';
export { type RunningPostgres, type RunningServer, startPostgres, startRedis } from './servers/start-server.js';
export type { ProcessEntry } from './supervisor/process-journal.js';
export { repositoryServices, type ServiceDefinition } from './supervisor/services.js';
export { System, startSystem } from './supervisor/system.js';
export type { SystemOptions } from './supervisor/system-options.js';
