import type { LoggedEvent } from '@chat/contracts';
import type { RedisTransportServer } from '@chat/redis-rpc';
import { isObservable, lastValueFrom } from 'rxjs';
import { consumeEvents } from './consume-events.js';
import type { ServiceResources } from './service-resources.js';

type EventHandler = (event: LoggedEvent) => Promise<void>;

/** Consumes the log for the `@EventPattern` methods of the controllers, as one consumer group named like the service. */
export function eventHandlersOf(server: RedisTransportServer, resources: ServiceResources): void {
  const handlers = [...server.getHandlers()]
    .filter(([, handler]) => handler.isEventHandler === true)
    .map(([type, handler]): readonly [string, EventHandler] => [
      type,
      async (event) => {
        const result: unknown = await handler(event);
        if (isObservable(result)) await lastValueFrom(result, { defaultValue: undefined });
      },
    ]);
  if (handlers.length > 0) consumeEvents(resources, resources.settings.service, ...handlers);
}
