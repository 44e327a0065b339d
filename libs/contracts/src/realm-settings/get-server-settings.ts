import { IsInt, Min } from 'class-validator';
import { ServiceRequest } from '../service-request.js';

/**
 * Request: what anybody may know of the server and the realm before signing in, under the names on the wire.
 * Errors: none. Effect: none. Source: reference shapes, GET /server_settings.
 */
export class GetServerSettings extends ServiceRequest<Readonly<Record<string, unknown>>> {
  static readonly pattern = 'realm-settings.server_settings.get';
  static readonly isRepeatable = true;

  @IsInt() @Min(1) realmId!: number;
}
