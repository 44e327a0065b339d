import type { GetMessagingRegisterState, RegisterFields, Stamped } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { Directories } from '../directory/directories.js';
import { KeptSubscribers } from '../subscriptions/kept-subscribers.js';
import { REGISTER_PARTS } from './register-parts.js';
import { type RegisterStream, readRegisterStreams } from './register-streams.js';

/** This service's part of POST /register: all of it from one snapshot. */
@Injectable()
export class RegisterStateHandler {
  constructor(
    private readonly database: Database,
    private readonly directories: Directories,
    private readonly subscribers: KeptSubscribers,
  ) {}

  async handle(request: GetMessagingRegisterState, realmId: number): Promise<Stamped<RegisterFields>> {
    const users = await this.directories.users(realmId);
    return this.database.snapshot(realmId, async (tx) => {
      let reading: Promise<readonly RegisterStream[]> | undefined;
      const streams = () => {
        reading ??= readRegisterStreams(tx, realmId, request.actor?.userId);
        return reading;
      };
      // All at once: their statements go out together and are answered in one round trip or two.
      const context = { request, realmId, users, streams, subscribers: this.subscribers };
      const parts = await Promise.all(REGISTER_PARTS.map((part) => part(tx, context)));
      return Object.assign({}, ...parts) as RegisterFields;
    });
  }
}
