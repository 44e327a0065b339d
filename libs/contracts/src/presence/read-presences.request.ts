import { IsBoolean, IsInt, Min } from 'class-validator';
import type { Wire } from '../kit/names.js';
import { ServiceRequest } from '../service-request.js';
import type { RealmPresences } from './presence.schema.js';

/** The register fields of presence. Errors: none. Effect: none. */
export class ReadPresences extends ServiceRequest<Wire<RealmPresences>> {
  static readonly pattern = 'events.presence.get_realm';
  static readonly isRepeatable = true;

  @IsInt() @Min(1) realmId!: number;
  @IsBoolean() slimPresence!: boolean;
}
