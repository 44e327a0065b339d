import { Bool, Id } from '../kit/fields.js';
import type { Wire } from '../kit/names.js';
import { ServiceRequest } from '../service-request.js';
import type { RealmPresences } from './presence.schema.js';

/** Reads the register fields of presence. */
export class ReadPresences extends ServiceRequest<Wire<RealmPresences>> {
  static readonly pattern = 'events.presence.get_realm';
  static readonly isRepeatable = true;

  @Id() realmId!: number;
  @Bool() slimPresence!: boolean;
}
