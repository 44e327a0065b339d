import { Bool } from '../kit/fields.js';
import type { Wire } from '../kit/names.js';
import { RealmRequest } from '../service-request.js';
import type { RealmPresences } from './presence.schema.js';

/** Reads the register fields of presence. */
export class ReadPresences extends RealmRequest<Wire<RealmPresences>> {
  static readonly pattern = 'events.presence.get_realm';
  static readonly isRepeatable = true;

  @Bool() slimPresence!: boolean;
}
