import 'reflect-metadata';
import type { ServiceName } from '@chat/contracts';
import { PassErrorsFilter, RedisTransportServer, RequestValidationPipe } from '@chat/redis-rpc';
import type { DynamicModule, INestMicroservice, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { AsyncMicroserviceOptions, NestMicroservice } from '@nestjs/microservices';
import { eventHandlersOf } from './event-handlers.js';
import { NestLogger } from './logger.js';
import { requireHandlers } from './request-patterns.js';
import { openServer } from './service.module.js';
import { ServiceResources } from './service-resources.js';
import { exitWithParent, stopOrderly } from './shutdown.js';

/** A service that runs in this process. */
export interface RunningService {
  readonly app: INestMicroservice;
  readonly resources: ServiceResources;
  /** Stops reading requests, finishes those that it has read, closes everything. */
  stop(): Promise<void>;
}

type ServiceClass = Type | DynamicModule;
type ModuleMaker = (resources: ServiceResources) => DynamicModule | Promise<DynamicModule>;

const GIVE_UP_EVERY_MS = 1_000;

/**
 * Starts the service whose root module imports `ServiceModule.forRoot(…)`. Throws a message for the operator if a request pattern
 * of the service has no handler, a variable has no meaning, or a migration has not run.
 */
export async function startService(module: ServiceClass): Promise<RunningService> {
  const app = await NestFactory.createMicroservice<AsyncMicroserviceOptions>(module, {
    inject: [RedisTransportServer],
    useFactory: (strategy: RedisTransportServer) => ({ strategy }),
    // Off until the service's own log is open. If the start fails, `run` prints the cause; Nest would print it as well, with a stack.
    logger: false,
    abortOnError: false,
  });
  const resources = app.get(ServiceResources);
  app.useLogger(new NestLogger(resources.logger));
  return listen(app, resources, app.get(RedisTransportServer), (server) =>
    requireHandlers(resources.settings.service as ServiceName, server.getHandlers()),
  );
}

/** Starts a service whose module is made of opened resources. Only for services that do not import `ServiceModule` yet. */
export async function startServiceFrom(
  service: ServiceName,
  makeModule: ModuleMaker,
  options: { readonly hasPreferredReplicas?: boolean } = {},
): Promise<RunningService> {
  const resources = await ServiceResources.open(service);
  const server = openServer(resources, options.hasPreferredReplicas);
  const app = await NestFactory.createMicroservice(await makeModule(resources), {
    strategy: server,
    logger: new NestLogger(resources.logger),
    abortOnError: false,
  });
  return listen(app, resources, server);
}

/**
 * Runs the modules' `onModuleInit` and `onApplicationBootstrap` hooks, follows the log, then reads requests. Projections and
 * consumers register in the constructors of providers.
 */
export async function listen(
  app: INestMicroservice,
  resources: ServiceResources,
  server: RedisTransportServer,
  check: (server: RedisTransportServer) => void = () => {},
): Promise<RunningService> {
  const { settings, logger, health } = resources;
  app.useGlobalPipes(new RequestValidationPipe());
  app.useGlobalFilters(new PassErrorsFilter());
  await resources.client.connect();
  // Nest's microservice would otherwise run the modules' start hooks a second time.
  (app as NestMicroservice).setIsInitHookCalled(true);
  await app.init();
  check(server);
  eventHandlersOf(server, resources);
  await resources.prepareStart();
  await app.listen();
  health.setReady(true);
  logger.info({ instance: settings.instance }, 'Ready');
  return { app, resources, stop: () => stop(app, resources) };
}

async function stop(app: INestMicroservice, resources: ServiceResources): Promise<void> {
  resources.health.setReady(false);
  // Steps of the stop may wait for a Redis that is away. Its clients reconnect by themselves, so this runs again and again.
  const givingUp = setInterval(() => resources.giveUpWaiting(), GIVE_UP_EVERY_MS);
  try {
    await resources.prepareStop();
    resources.giveUpWaiting();
    await app.close();
  } finally {
    clearInterval(givingUp);
  }
  await resources.close();
  await resources.health.close();
}

/** The whole `main.ts` of a service: starts it, stops it orderly on a signal, exits with 1 and a message if it cannot start. */
export const runService = (service: ServiceName, module: ServiceClass): Promise<void> =>
  run(service, () => startService(module));

/** {@link runService} for {@link startServiceFrom}. */
export const runServiceFrom = (
  service: ServiceName,
  makeModule: ModuleMaker,
  options?: { readonly hasPreferredReplicas?: boolean },
): Promise<void> => run(service, () => startServiceFrom(service, makeModule, options));

async function run(service: ServiceName, start: () => Promise<RunningService>): Promise<void> {
  const started = exitWithParent();
  try {
    const running = await start();
    started();
    stopOrderly(running.resources.logger, () => running.stop());
  } catch (error) {
    process.stderr.write(`${service} cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
