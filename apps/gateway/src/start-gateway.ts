import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { ResolveRealm } from '@chat/contracts';
import { NestLogger, ServiceResources, type StopReason } from '@chat/service-kit';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuthenticationGuard } from './admission/authentication.guard.js';
import { CredentialCache } from './admission/credential-cache.js';
import { FilesOrigin } from './admission/files-origin.js';
import { LogTail } from './admission/log-tail.js';
import { RateLimiter } from './admission/rate-limit.guard.js';
import { RealmsByHost } from './admission/realms-by-host.js';
import { RegistrationRoom } from './admission/registration-room.js';
import { CompatNames } from './compat/compat-names.js';
import { ZULIP_NAMES } from './compat/names.js';
import { TransferTurns } from './file-transfers/transfer-turns.js';
import { GatewayModule, type ServedParts } from './gateway.module.js';
import type { GatewaySettings } from './gateway-settings.js';
import { EndpointFinder } from './http/endpoints.js';
import { HttpServer } from './routes/http-server.js';
import { WebClientController, WebClientModule } from './web-client/web-client.controller.js';

/** A gateway that runs in this process. */
export interface RunningGateway {
  readonly app: INestApplicationContext;
  readonly resources: ServiceResources;
  readonly port: number;
  /** Finishes open calls, then closes everything. If the gateway is `replaced`, clients have time to move to another one. */
  stop(reason?: StopReason): Promise<void>;
}

/** Starts a gateway, the HTTP server last. `parts` limits the served parts of the API, for tests. */
export async function startGateway(settings: GatewaySettings, parts?: ServedParts): Promise<RunningGateway> {
  // No logger until that of the gateway is open.
  const options = { logger: false, abortOnError: false } as const;
  const app = await NestFactory.createApplicationContext(GatewayModule.with(parts), options);
  const resources = app.get(ServiceResources);
  const { logger, health, client } = resources;
  app.useLogger(new NestLogger(logger));
  await client.connect();
  const server = createServer(app, resources, settings);
  await resources.prepareStart();
  if (servesClient(parts)) await app.get(WebClientController, { strict: false }).share();
  const port = await server.listen();
  health.setReady(true);
  logger.info({ port }, 'Ready');
  return {
    app,
    resources,
    port,
    stop: async (reason = 'all') => {
      health.setReady(false);
      await server.stop(reason);
      await app.close();
      await resources.close();
      await health.close();
    },
  };
}

const servesClient = (parts?: ServedParts): boolean => parts?.features.includes(WebClientModule) ?? true;

function createServer(
  app: INestApplicationContext,
  resources: ServiceResources,
  settings: GatewaySettings,
): HttpServer {
  const { client: transport, reader, redis } = resources;
  const credentials = new CredentialCache();
  reader.onEvent((event) => credentials.onEvent(event));
  reader.onDiscard('users', (isConcerned) => credentials.forgetRealms(isConcerned));
  const limiter = new RateLimiter(redis, settings.rateLimits);
  const realms = new RealmsByHost((host) =>
    transport.request(ResolveRealm, { host }, { realmId: 0, requestId: randomUUID() }),
  );
  reader.onEvent((event) => realms.onEvent(event));
  reader.onDiscard('realm-settings', (isConcerned) => realms.forgetRealms(isConcerned));
  const authentication = new AuthenticationGuard(realms, new LogTail(redis, reader), credentials, limiter, transport);
  const compat = settings.clientCompat === 'zulip' ? new CompatNames(ZULIP_NAMES) : undefined;
  const registrations = app.get(RegistrationRoom);
  const files = app.get(FilesOrigin);
  const filesOrigin = files.isConfigured ? files : undefined;
  const turns = app.get(TransferTurns);
  const parts = { settings, resources, authentication, limiter, registrations, turns, filesOrigin, compat };
  return new HttpServer(parts, app.get(EndpointFinder).find());
}
