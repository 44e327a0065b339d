import {
  EVENT_EPOCH_KEY,
  EVENT_EPOCHS_CHANNEL,
  EVENT_SESSIONS_KEY,
  EVENT_SHARDS,
  EVENT_SHARDS_CHANNEL,
  eventShardLeaseKey,
} from '@chat/contracts';
import { ALL_PARTITIONS, lostTails, tailKey } from '@chat/event-log';
import { RedisScript } from '@chat/redis';
import { ServiceResources } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { EventSettings } from '../event-settings.js';

const checkEpoch = RedisScript.fromFiles(import.meta.url, 'server-history.lua', 'check-epoch.lua');

const KEYS = [
  EVENT_EPOCH_KEY,
  EVENT_SESSIONS_KEY,
  ...ALL_PARTITIONS.map(tailKey),
  ...Array.from({ length: EVENT_SHARDS }, (_, shard) => eventShardLeaseKey(shard)),
];

/** Cause of a new epoch. `first`: the data had none, and nothing is lost. */
type LossKind = 'first' | 'server' | 'rewound' | 'wiped';

const WARNINGS: Readonly<Record<Exclude<LossKind, 'first'>, string>> = {
  server: 'Redis is another server or has restarted; clients with events that it lost register again',
  rewound: 'Redis went back to older data; clients with events that it lost register again',
  wiped: 'Redis lost its data; all clients register again',
};

for (const kind of Object.keys(WARNINGS)) lostTails.inc({ kind: `redis ${kind}` }, 0);

/** A life of the data in Redis: until another server takes over, a restart, or a return to older data. */
export interface RedisEpoch {
  /** Increases, also if Redis forgot some. */
  readonly number: number;
  /** The name that the server gives to its history of data. A primary takes another one for its first replica. */
  history: string;
  /** By partition, the end of the log. */
  readonly logTails: readonly string[];
}

/** The work of this replica with the data in Redis. */
export interface EpochAudience {
  /** Versions of shards that Redis had. */
  readonly versions: () => Iterable<readonly [shard: number, version: number]>;
  /** Another epoch has begun. Everything that was read or written before may be lost. Called without waiting in between. */
  readonly onEpoch: (epoch: RedisEpoch) => void;
}

/**
 * Finds out that Redis lost its newest data, by the data themselves, and begins a new epoch. Only one of all replicas begins it, in one
 * script with the end of all leases, and logs the one warning.
 */
@Injectable()
export class RedisEpochs {
  private epoch: RedisEpoch | undefined;
  /** Number of checks in this epoch that Redis counted. */
  private checks = 0;
  private audience: EpochAudience | undefined;

  constructor(
    private readonly resources: ServiceResources,
    private readonly settings: EventSettings,
  ) {}

  get current(): RedisEpoch {
    if (this.epoch === undefined) throw new Error('The epoch was not checked yet.');
    return this.epoch;
  }

  /** To be called before the first check. */
  follow(audience: EpochAudience): void {
    this.audience = audience;
  }

  async check(): Promise<void> {
    const { redis, logger } = this.resources;
    const [number, history, checks, tails, kind] = await checkEpoch.run<
      [string, string, number, (string | null)[], LossKind | '']
    >(redis, KEYS, [
      this.epoch?.number ?? 0,
      this.checks,
      this.settings.leaseTimes.lifetimeMs,
      EVENT_SHARDS_CHANNEL,
      EVENT_EPOCHS_CHANNEL,
      ...[...(this.audience?.versions() ?? [])].flat(),
    ]);
    if (kind !== '' && kind !== 'first') {
      lostTails.inc({ kind: `redis ${kind}` });
      logger.warn({ kind, epoch: Number(number) }, WARNINGS[kind]);
    }
    this.adopt({ number: Number(number), history, logTails: tails.map((tail) => tail ?? '0-0') }, checks);
  }

  /** Replies to simultaneous checks may contain the same epoch. */
  private adopt(epoch: RedisEpoch, checks: number): void {
    const { epoch: former } = this;
    if (former?.number === epoch.number) {
      former.history = epoch.history;
      this.checks = Math.max(this.checks, checks);
      return;
    }
    if (former !== undefined && former.number > epoch.number) return;
    this.epoch = epoch;
    this.checks = checks;
    if (former !== undefined) this.audience?.onEpoch(epoch);
  }
}
