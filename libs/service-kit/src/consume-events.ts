import type { DomainEventType, LoggedEvent } from '@chat/contracts';
import { DomainEventConsumer } from '@chat/event-log';
import { measureConsumer } from './metrics.js';
import type { ServiceResources } from './service-resources.js';

type HandlerByType = readonly [type: string, handle: (event: LoggedEvent) => Promise<void>];

/** What is done for each event of a type. */
export const on = <Payload>(
  { type }: DomainEventType<string, Payload>,
  handle: (event: LoggedEvent<Payload>) => Promise<void>,
): HandlerByType => [type, (event) => handle(event as LoggedEvent<Payload>)];

/**
 * Acts on domain events in the name of `group`, on this replica's part, from before the first request until the process begins to
 * stop, which waits for what is being handled. Its backlog is measured. Call it while Nest makes the providers.
 */
export function consumeEvents(resources: ServiceResources, group: string, ...byType: HandlerByType[]): void {
  const { settings, logger } = resources;
  const handlers = new Map(byType);
  const consumer = new DomainEventConsumer(settings.redisUrl, { group, consumer: settings.instance, logger, handlers });
  measureConsumer(resources, group, consumer);
  resources.beforeStart(() => consumer.start());
  resources.beforeStop(() => consumer.close());
}
