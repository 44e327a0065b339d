import { setting } from '@chat/configuration';
import {
  ApiKeyChanged,
  EVENT_EPOCHS_CHANNEL,
  EVENT_SHARDS,
  eventShardChannel,
  type LoggedEvent,
  RealmUpdated,
  SecondFactorChanged,
  SessionsEnded,
  UserUpdated,
} from '@chat/contracts';
import { disconnect, untilAnswered } from '@chat/redis';
import { ServiceResources } from '@chat/service-kit';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { Gauge } from 'prom-client';
import { RegistrationRoom } from '../admission/registration-room.js';
import { PollRegistry } from './poll-registry.js';
import { QueueRegistrar } from './register-queue.js';
import { ShardHolders } from './shard-holders.js';

const CHANNELS = [
  EVENT_EPOCHS_CHANNEL,
  ...Array.from({ length: EVENT_SHARDS }, (_, shard) => eventShardChannel(shard)),
];

const ENDS = [ApiKeyChanged, SessionsEnded, SecondFactorChanged];

const openPolls = new Gauge({ name: 'chat_open_polls', help: 'GET /events requests that are open at this gateway.' });

/** The open polls and registrations of this gateway, and its subscription to the notices of all shards. */
@Injectable()
export class LongPolls implements OnModuleInit, OnModuleDestroy {
  readonly polls: PollRegistry;
  readonly registrar: QueueRegistrar;
  readonly holders: ShardHolders;
  private readonly notices: Redis;

  constructor(resources: ServiceResources, room: RegistrationRoom) {
    const { client, redis, reader, health } = resources;
    // The heartbeats keep the queue of a waiting client alive.
    const maxHeartbeatMs = (setting('EVENT_QUEUE_LIFETIME') * 1_000) / 2;
    this.polls = new PollRegistry(client, Math.min(setting('EVENT_HEARTBEAT_MS'), maxHeartbeatMs));
    this.holders = new ShardHolders(redis, client);
    this.registrar = new QueueRegistrar(client, this.holders, room);
    this.notices = resources.connect('event-news');
    reader.onEvent((event) => this.onEvent(event));
    resources.beforeStop(async () => this.polls.stop());
    health.addMeasurement('open polls', async () => openPolls.set(this.polls.openCount));
  }

  /** Ends the polls with credentials that the event ends or restricts. Not of a deactivated realm: its clients get an event first. */
  private onEvent(event: LoggedEvent): void {
    if (RealmUpdated.matches(event)) {
      if (event.payload.previous.secondFactorPolicy !== undefined) this.polls.recheckPollsIn(event.realmId);
    } else if (UserUpdated.matches(event)) {
      const { userId, user, previous } = event.payload;
      if (!user.isActive || previous.role !== undefined) this.polls.recheckPollsOf(userId);
    } else if (ENDS.some((ending) => ending.matches(event))) {
      this.polls.recheckPollsOf((event.payload as { readonly userId: number }).userId);
    }
  }

  async onModuleInit(): Promise<void> {
    const { notices, polls } = this;
    notices.on('message', polls.onMessage);
    await untilAnswered(notices, () => notices.subscribe(...CHANNELS));
    // Notices between the break of a connection and the new subscription are lost.
    notices.on('ready', () => {
      notices.subscribe(...CHANNELS).then(
        () => polls.fetchAll(),
        () => {},
      );
    });
    polls.start();
  }

  onModuleDestroy(): void {
    this.polls.stop();
    disconnect(this.notices);
  }
}
