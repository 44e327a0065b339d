import { type DomainEventConsumer, millisecondsBehind, readLogEpoch, stateEventsKey } from '@chat/event-log';
import type { RedisTransportServer } from '@chat/redis-rpc';
import { Counter, Gauge } from 'prom-client';
import type { ServiceResources } from './service-resources.js';

const depth = new Gauge({
  name: 'chat_transport_depth',
  help: 'Requests that this process may take: in the service’s list, which all replicas see alike, and in that of its own realms.',
});
const age = new Gauge({
  name: 'chat_transport_oldest_seconds',
  help: 'How long the oldest request that this process may take has waited.',
});
const inFlight = new Gauge({
  name: 'chat_transport_in_flight',
  help: 'Requests of other services that this process executes.',
});
const pendingReplies = new Gauge({
  name: 'chat_transport_pending_replies',
  help: 'Requests to other services without a reply so far.',
});
const unanswered = new Counter({
  name: 'chat_transport_unanswered_total',
  help: 'Requests to a service that got no reply in time, or were not sent because too many wait.',
  labelNames: ['to'] as const,
});
const logBehind = new Gauge({
  name: 'chat_log_behind_seconds',
  help: 'Age of the oldest state event (a domain event that services follow) that this process has not read yet.',
});
const logEpoch = new Gauge({
  name: 'chat_log_epoch',
  help: 'The last epoch that the log of a realm began: its time in ms by the clock of Redis; 0 if no log ever began anew.',
});

const consumerBacklog = new Gauge({
  name: 'chat_consumer_backlog_events',
  help: 'Domain events that a group of the service has yet to act on; all its replicas see the same number.',
  labelNames: ['group'] as const,
});

/** Measures the requests of a process to services, and its position in the log. */
export function measureClient({ health, client, reader, redis }: ServiceResources): void {
  health.addMeasurement('transport client', async () => {
    pendingReplies.set(client.pendingReplies);
    unanswered.reset();
    for (const [to, count] of client.unansweredByService) unanswered.inc({ to }, count);
  });
  health.addMeasurement('log reader', async () => {
    const positions = reader.readPositions();
    logBehind.set((await millisecondsBehind(redis, stateEventsKey, positions, client.clock.nowMs())) / 1000);
    logEpoch.set(await readLogEpoch(redis));
  });
}

/** Measures the requests that a process executes. */
export function measureServer({ health }: ServiceResources, server: RedisTransportServer): void {
  health.addMeasurement('transport server', async () => {
    inFlight.set(server.requestsInFlight);
    const backlog = await server.backlog();
    depth.set(backlog.depth);
    age.set(backlog.oldestMs / 1000);
  });
}

/** Measures the backlog of a consumer group. */
export function measureConsumer(
  { health }: ServiceResources,
  group: string,
  consumer: Pick<DomainEventConsumer, 'backlog'>,
): void {
  health.addMeasurement(`consumer ${group}`, async () => consumerBacklog.set({ group }, await consumer.backlog()));
}
