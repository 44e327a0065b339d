import { Bool } from '../kit/fields.js';
import type { Wire } from '../kit/names.js';
import { RealmRequest, repeatable } from '../service-request.js';
import type { RealmPresences } from './presence.schema.js';

/** Reads the register fields of presence. */
export class ReadPresences extends repeatable(RealmRequest<Wire<RealmPresences>>, 'events.presence.get_realm') {
  @Bool() slimPresence!: boolean;
}
