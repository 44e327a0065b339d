import type { Stamped } from '../domain-event.js';
import { RealmRequest } from '../service-request.js';
import type { Account } from '../users/account.js';
import type { BotConfiguration } from './bots.schema.js';

/** A bot of a realm, with sealed secrets. */
export interface BotRecord {
  readonly user: Account;
  /** Null for a bot without one. */
  readonly configuration: BotConfiguration | null;
}

/**
 * Reads the bots of the realm, deactivated ones too, for a projection. `BotChanged` updates it: a change of a field of the account that
 * concerns its owner, of the key or of the configuration.
 */
export class GetRealmBots extends RealmRequest<Stamped<readonly BotRecord[]>> {
  static readonly pattern = 'users.bots.get_all';
  static readonly isRepeatable = true;
}
