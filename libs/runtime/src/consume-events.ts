import { DomainEventConsumer, type DomainEventConsumerOptions } from '@chat/transport';
import { measureConsumer } from './metrics.js';
import type { ServiceResources } from './service-resources.js';

/** What acts on domain events in the name of `group`, on this replica's part; its backlog is measured. Whoever makes it starts it. */
export function consumeEvents(
  resources: ServiceResources,
  group: string,
  handlers: DomainEventConsumerOptions['handlers'],
): DomainEventConsumer {
  const { settings, logger } = resources;
  const consumer = new DomainEventConsumer(settings.redisUrl, { group, consumer: settings.instance, logger, handlers });
  measureConsumer(resources, group, consumer);
  return consumer;
}
