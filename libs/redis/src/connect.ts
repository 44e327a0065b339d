import { Redis, type RedisOptions } from 'ioredis';
import { closeSilent } from './close-silent.js';
import { keepConnecting } from './keep-connecting.js';
import { logLosses } from './lost-connections.js';
import { followPrimary } from './primary-watch.js';
import { redisOptions } from './redis-address.js';
import { SentinelsConnector } from './sentinels-connector.js';

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

/** A request waits for the last of several connections that were lost together. */
const MAX_RECONNECT_MS = 250;
/** After this time the next attempt begins, which asks the next Sentinel. Long enough for a second packet if the first one is lost. */
const CONNECT_TIMEOUT_MS = 3_000;
/** If a new connection refuses a write within this time, the address still names a replica, and another attempt would not help. */
const RECONNECT_AGAIN_AFTER_MS = 1_000;
/** A server that has become a replica refuses writes, and ends the blocking commands of its clients. */
const NO_LONGER_PRIMARY = /^(READONLY|UNBLOCKED) /;

/**
 * Opens a connection that reconnects for ever, at most 250 ms apart. Commands wait meanwhile: a caller that must not wait sets a
 * deadline. A command that a former primary refuses is sent again to the server that the address, or the Sentinels, name now. Throws for
 * a wrong address.
 */
export function connectRedis(url: string, options: ConnectOptions): Redis {
  return open(
    {
      ...redisOptions(url),
      connectionName: options.name,
      // Otherwise a start reads the version of ioredis from its files, and each connection sends two commands more.
      disableClientInfo: true,
      maxRetriesPerRequest: null,
      enableAutoPipelining: options.pipeline ?? false,
      autoResendUnfulfilledCommands: options.resendAfterReconnect ?? true,
      retryStrategy: (attempt) => Math.min(50 * attempt, MAX_RECONNECT_MS),
      connectTimeout: CONNECT_TIMEOUT_MS,
      // By default a connection to a server that loads its data waits for the estimate of the server: one second, or ten.
      maxLoadingRetryTime: MAX_RECONNECT_MS,
    },
    url,
    options,
  );
}

function open(settings: RedisOptions, url: string, options: ConnectOptions): Redis {
  let readyAtMs = Number.NEGATIVE_INFINITY;
  let connector: SentinelsConnector | undefined;
  const Connector = class extends SentinelsConnector {
    constructor() {
      super(settings);
      connector ??= this;
    }
  };
  const redis = new Redis({
    ...settings,
    ...(settings.sentinels && { Connector }),
    // The command had no effect, so it can be sent again (2) even without `resendAfterReconnect`.
    reconnectOnError: (error: Error) =>
      NO_LONGER_PRIMARY.test(error.message) && performance.now() - readyAtMs > RECONNECT_AGAIN_AFTER_MS ? 2 : false,
  });
  redis.on('ready', () => {
    readyAtMs = performance.now();
  });
  // Without a listener ioredis prints every failed attempt to the console.
  redis.on('error', () => {});
  if (options.logger) logLosses(redis, options.name, options.logger);
  keepConnecting(redis);
  closeSilent(redis);
  if (connector) followPrimary(redis, connector, url, settings);
  // For BullMQ, which makes its blocking connection of another one.
  redis.duplicate = (changes) => open({ ...settings, ...changes }, url, options);
  return redis;
}
