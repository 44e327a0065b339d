import { Redis, type RedisOptions } from 'ioredis';

/** Logs connection trouble; a pino logger fits. */
export interface ConnectionLogger {
  warn(details: object, message: string): void;
  info(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface ConnectOptions {
  /** Shown by `CLIENT LIST`. */
  readonly name: string;
  readonly logger?: ConnectionLogger;
  /**
   * False if a repeated command after a lost connection could take effect twice. The effect of the first is then unknown, and its
   * promise never settles (ioredis 5.11): wait for it with `untilAnswered` or a deadline.
   */
  readonly resendAfterReconnect?: boolean;
  /** The commands of one tick leave in one write. Never for a connection with blocking commands. */
  readonly pipeline?: boolean;
}

/**
 * Opens a connection that reconnects for ever, at most two seconds apart. Commands wait meanwhile: a caller that must not wait sets a
 * deadline.
 */
export function connectRedis(url: string, options: ConnectOptions): Redis {
  const settings: RedisOptions = {
    connectionName: options.name,
    maxRetriesPerRequest: null,
    enableAutoPipelining: options.pipeline ?? false,
    autoResendUnfulfilledCommands: options.resendAfterReconnect ?? true,
    retryStrategy: (attempt) => Math.min(50 * attempt, 2_000),
    connectTimeout: 5_000,
  };
  const redis = new Redis(url, settings);
  let isAway = false;
  // Without a listener ioredis prints every failed attempt to the console.
  redis.on('error', (error: Error) => {
    if (!isAway) {
      isAway = true;
      options.logger?.warn({ connection: options.name, cause: error.message }, 'Redis connection lost; reconnecting');
    }
  });
  redis.on('ready', () => {
    if (isAway) {
      isAway = false;
      options.logger?.info({ connection: options.name }, 'Redis connection is back');
    }
  });
  return redis;
}
