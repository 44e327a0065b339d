import { channel } from 'node:diagnostics_channel';
import { serviceUnavailable, storageFull } from '@chat/contracts';
import { ServiceResources } from '@chat/service-kit';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Counter } from 'prom-client';

const failures = new Counter({
  name: 'chat_storage_failures_total',
  help: 'Steps of the storage of files that failed or took too long, by reason: `full` or `unavailable`.',
  labelNames: ['reason'] as const,
});
const reported = channel('chat.storage.failure');

interface StorageFailure {
  readonly cause: unknown;
  readonly isFull: boolean;
}

/** The 507 or 503 for a failure of the storage. Its cause goes to the log. */
export function storageError(cause: unknown, isFull: boolean): Error {
  failures.inc({ reason: isFull ? 'full' : 'unavailable' });
  reported.publish({ cause, isFull } satisfies StorageFailure);
  return isFull ? storageFull() : serviceUnavailable('files', 'unknown');
}

/** Calls the listener with every failure of a storage in this process. */
export function onStorageFailure(listener: (failure: StorageFailure) => void): void {
  reported.subscribe((message) => listener(message as StorageFailure));
}

@Injectable()
export class StorageFailureLog implements OnModuleInit, OnModuleDestroy {
  constructor(private readonly resources: ServiceResources) {}

  onModuleInit(): void {
    reported.subscribe(this.write);
  }

  onModuleDestroy(): void {
    reported.unsubscribe(this.write);
  }

  private readonly write = (message: unknown): void => {
    const { cause, isFull } = message as StorageFailure;
    const { logger } = this.resources;
    if (isFull) logger.error({ err: cause }, 'Storage has no space; the upload gets 507');
    else logger.warn({ err: cause }, 'Storage does not do its work; the request gets 503');
  };
}
