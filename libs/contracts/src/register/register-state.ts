import { ClientCapabilities } from '../client-capabilities.js';
import type { Stamped } from '../domain-event.js';
import { Bool, ListOf, Nested } from '../kit/fields.js';
import { text } from '../kit/types/index.js';
import { Principal } from '../principal.js';
import { request, ServiceRequest } from '../service-request.js';
import type { RegisterResponse } from './register-response.js';

/** A service's part of the register response. A value may be JSON text. */
export type RegisterFields = { -readonly [Name in keyof RegisterResponse]?: unknown };

export const MAX_KNOWN_BLOCKS = 1_000;

/**
 * Lists that many readers share, such as the accounts of the realm, in blocks. The elements of a list are those of its blocks in
 * order. The name of a block is a hash of its elements, so blocks of one name are equal, and a changed list consists of other
 * blocks.
 */
export interface SharedLists {
  /** Names of blocks by field. A block that is not shared stands here with its elements. */
  readonly lists: Readonly<Record<string, readonly (string | readonly unknown[])[]>>;
  /** Elements by name of the blocks in `lists` that the gateway does not have. */
  readonly blocks: Readonly<Record<string, readonly unknown[]>>;
}

/** `shared` has fields that are not in `state`. It is present only if the request has `knownBlocks`. */
export interface RegisterState extends Stamped<Readonly<RegisterFields>> {
  readonly shared?: SharedLists;
  /** From messaging, on request: the reader's subscriptions without archived streams. */
  readonly subscribedStreamIds?: readonly number[];
}

/**
 * Reads a service's part of the register response, stamped with its sequence: the state includes events up to it. Each service
 * has a subclass (`<service>.register.get_state`) and computes only the fields of the requested fetch types that it knows.
 */
export abstract class GetRegisterState extends ServiceRequest<RegisterState> {
  static readonly isRepeatable = true;

  /** Null for a spectator. */
  @Nested(Principal, { nullable: true }) actor!: Principal | null;
  /** Null: every type. */
  @ListOf(text({ controlCharacters: 'allowed' }), { nullable: true }) fetchEventTypes!: readonly string[] | null;
  @Bool() clientExtavatar!: boolean;
  @Bool() includeSubscribers!: boolean;
  @Bool() slimPresence!: boolean;
  @Nested(ClientCapabilities) capabilities!: ClientCapabilities;
  /** Names of blocks that the gateway has. Absent: all fields stand in `state`. */
  @ListOf(text(), { max: MAX_KNOWN_BLOCKS, optional: true }) knownBlocks?: readonly string[];
}

/** Reads the part of the users service, such as accounts, user groups and personal settings. */
export class GetUsersRegisterState extends request(GetRegisterState, 'users.register.get_state') {}
/** Reads the part of the realm-settings service, such as settings of the realm and of the server. */
export class GetRealmRegisterState extends request(GetRegisterState, 'realm-settings.register.get_state') {}
/** Reads the part of the messaging service, such as streams, subscriptions and unread messages. */
export class GetMessagingRegisterState extends request(GetRegisterState, 'messaging.register.get_state') {
  /** Requests `subscribedStreamIds`. */
  @Bool({ optional: true }) withSubscribedStreamIds?: boolean;
}

/** Whether the reader requested the state of `type`. */
export const wantsState = (request: Pick<GetRegisterState, 'fetchEventTypes'>, type: string): boolean =>
  request.fetchEventTypes === null || request.fetchEventTypes.includes(type);
