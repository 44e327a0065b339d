import type { GetMessagingRegisterState, RegisterFields, Stamped } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { Directories } from '../directory/directories.js';
import { REGISTER_PARTS } from './register-parts.js';

/** This service's part of POST /register: all of it from one snapshot. */
@Injectable()
export class RegisterStateHandler {
  constructor(
    private readonly database: Database,
    private readonly directories: Directories,
  ) {}

  async handle(request: GetMessagingRegisterState, realmId: number): Promise<Stamped<RegisterFields>> {
    const users = await this.directories.users(realmId);
    return this.database.snapshot(realmId, async (tx) => {
      const fields: Record<string, unknown> = {};
      for (const part of REGISTER_PARTS) Object.assign(fields, await part(tx, { request, realmId, users }));
      return fields;
    });
  }
}
