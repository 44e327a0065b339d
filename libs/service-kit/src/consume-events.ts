import type { LoggedEvent } from '@chat/contracts';
import { DomainEventConsumer } from '@chat/event-log';
import type { RedisTransportServer } from '@chat/redis-rpc';
import { isObservable, lastValueFrom } from 'rxjs';
import { measureConsumer } from './metrics.js';
import type { ServiceResources } from './service-resources.js';

type Handlers = Map<string, (event: LoggedEvent) => Promise<void>>;

/**
 * Calls the `@EventPattern` methods of the controllers for domain events, from before the first request until the process begins to stop. The
 * stop waits for the handlers. Each consumer group has a position in the log and a measured backlog.
 */
export function consumeEvents(server: RedisTransportServer, resources: ServiceResources): void {
  const { settings, logger, redis } = resources;
  const consumers = [...handlersByGroup(server, settings.service)].map(([group, handlers]) => {
    const consumer = new DomainEventConsumer(settings.redisUrl, {
      ...{ redis, group, consumer: settings.instance, logger, handlers },
    });
    measureConsumer(resources, group, consumer);
    return consumer;
  });
  resources.beforeStart(async () => void (await Promise.all(consumers.map((consumer) => consumer.start()))));
  resources.beforeStop(async () => void (await Promise.all(consumers.map((consumer) => consumer.close()))));
}

function handlersByGroup({ eventHandlers }: RedisTransportServer, service: string): ReadonlyMap<string, Handlers> {
  const groups = new Map<string, Handlers>();
  for (const { type, group = service, handle } of eventHandlers) {
    const handlers: Handlers = groups.get(group) ?? new Map();
    if (handlers.has(type)) throw new Error(`The consumer group ${group} has two handlers of ${type}.`);
    handlers.set(type, async (event) => {
      const result: unknown = await handle(event);
      if (isObservable(result)) await lastValueFrom(result, { defaultValue: undefined });
    });
    groups.set(group, handlers);
  }
  return groups;
}
