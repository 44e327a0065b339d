import { IsArray, IsBoolean, IsOptional, IsString } from 'class-validator';
import type { Stamped } from '../domain-event.js';
import { Principal } from '../principal.js';
import { ServiceRequest } from '../service-request.js';

/** What a client said of itself when it registered. Source: API contract, POST /register. */
export interface ClientCapabilities {
  readonly notificationSettingsNull: boolean;
  readonly bulkMessageDeletion: boolean;
  readonly userAvatarUrlFieldOptional: boolean;
  readonly streamTypingNotifications: boolean;
  readonly userSettingsObject: boolean;
  readonly linkifierUrlTemplate: boolean;
}

/** A service's part of the register response, under the names that stand on the wire. */
export type RegisterFields = Readonly<Record<string, unknown>>;

/**
 * A service's part of the register response, stamped with its sequence: events up to it are in the state already. Each
 * service has a request of its own (`<service>.register.get_state`) that extends this one and answers the fields that
 * belong to the fetch types it knows; it ignores the others and computes only what was asked for.
 */
export abstract class GetRegisterState extends ServiceRequest<Stamped<RegisterFields>> {
  /** Null: an unauthenticated reader (spectator), who sees web-public things only. */
  @IsOptional() actor!: Principal | null;
  /** Null: every type. */
  @IsOptional() @IsArray() @IsString({ each: true }) fetchEventTypes!: string[] | null;
  @IsBoolean() clientExtavatar!: boolean;
  @IsBoolean() includeSubscribers!: boolean;
  @IsBoolean() slimPresence!: boolean;
  capabilities!: ClientCapabilities;
}

export class GetUsersRegisterState extends GetRegisterState {
  static readonly pattern = 'users.register.get_state';
}
export class GetRealmRegisterState extends GetRegisterState {
  static readonly pattern = 'realm-settings.register.get_state';
}
export class GetMessagingRegisterState extends GetRegisterState {
  static readonly pattern = 'messaging.register.get_state';
}

/** Whether the reader asked for the state behind `type`. */
export const wantsState = (request: Pick<GetRegisterState, 'fetchEventTypes'>, type: string): boolean =>
  request.fetchEventTypes === null || request.fetchEventTypes.includes(type);
