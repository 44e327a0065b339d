import { hostname } from 'node:os';
import { setting } from '@chat/configuration';
import type { ServiceName } from '@chat/contracts';

/** What every process of the system is told by its environment. */
export interface ProcessSettings {
  readonly service: ServiceName | 'gateway';
  /** Number of this replica, for people. */
  readonly instanceNumber: number;
  /** Names this process among all that ever ran; requests can be addressed to it. */
  readonly instance: string;
  readonly redisUrl: string;
  readonly logLevel: string;
  /** Where liveness, readiness and metrics are served; 0 = nowhere. */
  readonly healthPort: number;
  readonly healthHost: string;
}

export function readProcessSettings(service: ProcessSettings['service']): ProcessSettings {
  const instanceNumber = setting('INSTANCE');
  return {
    service,
    instanceNumber,
    instance: `${service}-${instanceNumber}-${hostname()}-${process.pid}-${Date.now().toString(36)}`,
    redisUrl: setting('REDIS_URL'),
    logLevel: setting('LOG_LEVEL'),
    healthPort: setting('HEALTH_PORT'),
    healthHost: setting('HEALTH_HOST'),
  };
}
