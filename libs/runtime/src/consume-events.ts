import { DomainEventConsumer, type DomainEventConsumerOptions } from '@chat/transport';
import { measureConsumer } from './metrics.js';
import type { ServiceResources } from './service-resources.js';

/**
 * Acts on domain events in the name of `group`, on this replica's part, from before the first request until the process begins to
 * stop, which waits for what is being handled. Its backlog is measured. Call it while Nest makes the providers.
 */
export function consumeEvents(
  resources: ServiceResources,
  group: string,
  handlers: DomainEventConsumerOptions['handlers'],
): void {
  const { settings, logger } = resources;
  const consumer = new DomainEventConsumer(settings.redisUrl, { group, consumer: settings.instance, logger, handlers });
  measureConsumer(resources, group, consumer);
  resources.beforeStart(() => consumer.start());
  resources.beforeStop(() => consumer.close());
}
