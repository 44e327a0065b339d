import 'reflect-metadata';
import { allEndpoints, requestPatterns, type ServiceName } from '@chat/contracts';
import { RedisTransportServer, RequestValidationPipe } from '@chat/redis-rpc';
import { Catch, type ExceptionFilter, type INestMicroservice, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { AsyncMicroserviceOptions, NestMicroservice } from '@nestjs/microservices';
import { type Observable, throwError } from 'rxjs';
import { consumeEvents } from './consume-events.js';
import { NestLogger } from './nest-logger.js';
import { ServiceResources } from './service-resources.js';
import { runProcess } from './shutdown.js';

/** A service that runs in this process. */
export interface RunningService {
  readonly app: INestMicroservice;
  readonly resources: ServiceResources;
  /** Finishes the requests that were taken, then closes everything. */
  stop(): Promise<void>;
}

/** Passes every error to the transport. Nest would replace all but its own errors by "Internal server error". */
@Catch()
class PassErrorsFilter implements ExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

const GIVE_UP_EVERY_MS = 1_000;

/** Options for Nest's `createMicroservice` with a module that imports `ServiceModule.forRoot(…)`. */
export const MICROSERVICE = {
  inject: [RedisTransportServer],
  useFactory: (strategy: RedisTransportServer) => ({ strategy }),
  // No logger until that of the service is open. `runService` prints the cause of a failed start; Nest would print it, too, with a stack.
  logger: false,
  abortOnError: false,
} satisfies AsyncMicroserviceOptions & { logger: false; abortOnError: false };

/**
 * Starts the service. Throws a message for the operator if a request pattern of the service has no handler, a variable has no
 * meaning, or a migration has not run.
 */
export const startService = async (module: Type): Promise<RunningService> =>
  serve(await NestFactory.createMicroservice<AsyncMicroserviceOptions>(module, MICROSERVICE));

/**
 * Runs the modules' `onModuleInit` and `onApplicationBootstrap` hooks, follows the log, then reads requests. Projections register in
 * the constructors of providers. `isPartial`: the service handles only some of its requests, for tests.
 */
export async function serve(app: INestMicroservice, { isPartial = false } = {}): Promise<RunningService> {
  const resources = app.get(ServiceResources);
  const server = app.get(RedisTransportServer);
  const { settings, logger, health } = resources;
  app.useLogger(new NestLogger(logger));
  app.useGlobalPipes(new RequestValidationPipe());
  app.useGlobalFilters(new PassErrorsFilter());
  await resources.client.connect();
  // Nest's microservice would otherwise run the modules' start hooks a second time.
  (app as NestMicroservice).setIsInitHookCalled(true);
  await app.init();
  if (!isPartial) requireHandlers(settings.service as ServiceName, server.getHandlers());
  consumeEvents(server, resources);
  await resources.prepareStart();
  await app.listen();
  health.setReady(true);
  logger.info({ instance: settings.instance }, 'Ready');
  return { app, resources, stop: () => stop(app, resources) };
}

async function stop(app: INestMicroservice, resources: ServiceResources): Promise<void> {
  resources.health.setReady(false);
  // Steps of the stop may wait for a Redis that is away. Its clients reconnect, so this is repeated.
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

/** The whole `main.ts` of a service; see {@link runProcess}. */
export const runService = (service: ServiceName, module: Type): Promise<void> =>
  runProcess(service, async () => {
    const { resources, stop } = await startService(module);
    return { logger: resources.logger, stop };
  });

/** Patterns of the requests in libs/contracts that the service handles. */
export function requestPatternsOf(service: ServiceName): string[] {
  const patterns = [...allEndpoints().map(({ pattern }) => pattern), ...requestPatterns()];
  return patterns.filter((pattern) => pattern.startsWith(`${service}.`));
}

/** Throws, with the names, if a request pattern of the service has no handler. */
export function requireHandlers(service: ServiceName, handled: ReadonlyMap<string, unknown>): void {
  const missing = requestPatternsOf(service).filter((pattern) => !handled.has(pattern));
  if (missing.length === 0) return;
  throw new Error(`No handler for ${missing.join(', ')}: add a @MessagePattern method to a controller of the service.`);
}
