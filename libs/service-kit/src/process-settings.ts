import { hostname } from 'node:os';
import type { ServiceName } from '@chat/contracts';
import { integerSetting, stringSetting } from './settings.js';

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
  const instanceNumber = integerSetting('INSTANCE', 0);
  return {
    service,
    instanceNumber,
    instance: `${service}-${instanceNumber}-${hostname()}-${process.pid}-${Date.now().toString(36)}`,
    redisUrl: stringSetting('REDIS_URL'),
    logLevel: stringSetting('LOG_LEVEL', 'info'),
    healthPort: integerSetting('HEALTH_PORT', 0, { max: 65_535 }),
    healthHost: stringSetting('HEALTH_HOST', '127.0.0.1'),
  };
}
