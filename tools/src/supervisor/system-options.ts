import type { LogListener } from './process-journal.js';
import type { ServiceDefinition } from './services.js';

/** How to run a whole system. */
export interface SystemOptions {
  /** Root of the repository, with the bundles of the services in `dist/services`. */
  root: string;
  /** Absolute path of the folder for data, logs and `processes.json`; `.local` in `npm start`. */
  folder: string;
  /** Replicas by service; the default of services.json where nothing is said. */
  scale?: Record<string, number>;
  /** Where the entrance listens. Default 127.0.0.1, on a free port. */
  host?: string;
  port?: number;
  /** False for tests: an acknowledged commit then survives killed processes but not a power cut. Default true. */
  isDurable?: boolean;
  /** Use these servers instead of private ones. */
  databaseUrl?: string;
  redisUrl?: string;
  /** Folder of a stopped system of this release: the new one begins with its PostgreSQL and runs no migration. For tests. */
  copyOf?: string | undefined;
  /** Further environment of all services, such as LOG_LEVEL or SMTP_URL. */
  env?: Record<string, string>;
  /** Further environment of one replica, for tests with different replicas. Called at each of its starts. */
  replicaEnv?: (service: string, instance: number) => Record<string, string>;
  /** Ends the start, which then rejects. Without effect on a running system. */
  signal?: AbortSignal;
  /** Default: those of the repository. */
  services?: ServiceDefinition[];
  /** Called before each step that takes time. */
  onProgress?: (text: string) => void;
  onLogLine?: LogListener;
}
