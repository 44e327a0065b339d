import 'reflect-metadata';
import type { ServiceName } from '@chat/contracts';
import { PassErrorsFilter, RedisTransportServer, RequestValidationPipe } from '@chat/redis-rpc';
import type { DynamicModule, INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestMicroservice } from '@nestjs/microservices';
import { NestLogger } from './logger.js';
import { countRequest, measureClient, measureServer } from './metrics.js';
import { ServiceResources } from './service-resources.js';
import { exitWithParent, stopOrderly } from './shutdown.js';

/** A service that runs in this process; for tests, and for `runService`. */
export interface RunningService {
  readonly app: INestMicroservice;
  readonly resources: ServiceResources;
  /** Stops taking work, finishes what was taken, closes everything. */
  stop(): Promise<void>;
}

export interface ServiceOptions {
  /** Whether the service answers requests with realm affinity: each replica is home to some of the realms then. */
  readonly hasHomes?: boolean;
}

const GIVE_UP_EVERY_MS = 1_000;

/**
 * Starts a service: Nest's module (made with the process's resources), the transport server, the log reader, health. The
 * module's `onModuleInit`/`onApplicationBootstrap` hooks run before the first request is read; its `onModuleDestroy` hooks after
 * the last one was answered.
 */
export async function startService(
  service: ServiceName,
  makeModule: (resources: ServiceResources) => DynamicModule | Promise<DynamicModule>,
  options: ServiceOptions = {},
): Promise<RunningService> {
  const resources = new ServiceResources(service);
  const { settings, logger, health } = resources;
  // Alive before ready: a slow start must not look like a dead process.
  if (settings.healthPort > 0) await health.listen(settings.healthPort, settings.healthHost, service);
  await resources.startTracing();
  const server = new RedisTransportServer({
    redisUrl: settings.redisUrl,
    service,
    instance: settings.instance,
    logger,
    isHome: options.hasHomes,
    waitUntilApplied: (realmId, asOf) => resources.reader.waitUntilApplied(realmId, asOf),
    onExecuted: countRequest,
    tracing: resources.tracing,
  });
  measureClient(resources);
  measureServer(resources, server);
  const app = await NestFactory.createMicroservice(await makeModule(resources), {
    strategy: server,
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  app.useGlobalPipes(new RequestValidationPipe());
  app.useGlobalFilters(new PassErrorsFilter());
  await resources.client.connect();
  // Projections and listeners register while Nest makes its providers; then the log is followed, then requests are read.
  // Nest's microservice would otherwise run the modules' start hooks a second time.
  (app as NestMicroservice).setIsInitHookCalled(true);
  await app.init();
  await resources.prepareStart();
  await app.listen();
  health.setReady(true);
  logger.info({ instance: settings.instance }, 'Ready');
  return {
    app,
    resources,
    stop: async () => {
      health.setReady(false);
      // Also what is prepared, and what is finished, may wait for a Redis that is away; a moment of that is nothing.
      const givingUp = setInterval(() => resources.giveUpWaiting(), GIVE_UP_EVERY_MS);
      try {
        await resources.prepareStop();
        resources.giveUpWaiting();
        await app.close();
      } finally {
        clearInterval(givingUp);
      }
      await resources.close();
      await health.close();
    },
  };
}

/** The whole `main.ts` of a service: starts it, stops it orderly on a signal, exits with 1 and a message when it can't start. */
export async function runService(
  service: ServiceName,
  makeModule: (resources: ServiceResources) => DynamicModule | Promise<DynamicModule>,
  options?: ServiceOptions,
): Promise<void> {
  const started = exitWithParent();
  try {
    const running = await startService(service, makeModule, options);
    started();
    stopOrderly(running.resources.logger, () => running.stop());
  } catch (error) {
    process.stderr.write(`${service} cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
