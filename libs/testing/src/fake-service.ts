import type { ServiceName } from '@chat/contracts';
import { RedisTransportServer, type RequestContext, type RpcContext } from '@chat/redis-rpc';
import { from } from 'rxjs';
import { RecordingLogger } from './recording-logger.js';

/** Replies of a service outside the test, by pattern. */
export type FakeHandlers = Readonly<Record<string, (request: never, context: RequestContext) => unknown>>;

/** A service that is outside the test, played over the real transport. */
export async function startFakeService(
  redisUrl: string,
  service: ServiceName,
  handlers: FakeHandlers,
): Promise<{ close(): Promise<void> }> {
  const server = new RedisTransportServer({ redisUrl, service, instance: 'fake', logger: new RecordingLogger() });
  for (const [pattern, handler] of Object.entries(handlers)) {
    server.addHandler(pattern, async (request: unknown, context: RpcContext) =>
      from(Promise.resolve(handler(request as never, context.request))),
    );
  }
  await server.listen(() => {});
  return server;
}
