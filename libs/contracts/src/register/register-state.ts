import { ClientCapabilities } from '../client-capabilities.js';
import type { Stamped } from '../domain-event.js';
import { Bool, ListOf, Nested } from '../kit/fields.js';
import { text } from '../kit/types/index.js';
import { Principal } from '../principal.js';
import { ServiceRequest } from '../service-request.js';
import type { RegisterResponse } from './register-response.js';

/** A service's part of the register response, under the names that stand on the wire. A value may be JSON text already. */
export type RegisterFields = { -readonly [Name in keyof RegisterResponse]?: unknown };

/** Blocks that one request may say are known. */
export const MAX_KNOWN_BLOCKS = 1_000;

/**
 * Fields whose values are lists that many readers share, such as everybody's accounts. A list is the elements of its blocks, one
 * block after the other. A block is named by a hash of what is in it, so whoever has a block of that name has the same one; nothing
 * needs to be told when a list changes, which then is other blocks.
 */
export interface SharedLists {
  /** Names of blocks by field; a block that nobody shares is here itself, as its elements. */
  readonly lists: Readonly<Record<string, readonly (string | readonly unknown[])[]>>;
  /** Elements, by name, of those blocks in `lists` that the asker did not say it has. */
  readonly blocks: Readonly<Record<string, readonly unknown[]>>;
}

/** `shared` has fields that are not in `state` then, and is there only if the asker said which blocks it has. */
export interface RegisterState extends Stamped<Readonly<RegisterFields>> {
  readonly shared?: SharedLists;
  /** Messaging's, if it was asked: the streams that the reader is subscribed to, archived ones left out. */
  readonly subscribedStreamIds?: readonly number[];
}

/**
 * A service's part of the register response, stamped with its sequence: events up to it are in the state already. Each
 * service has a request of its own (`<service>.register.get_state`) that extends this one and answers the fields that
 * belong to the fetch types it knows; it ignores the others and computes only what was asked for.
 */
export abstract class GetRegisterState extends ServiceRequest<RegisterState> {
  /** Null: an unauthenticated reader (spectator), who sees web-public things only. */
  @Nested(Principal, { nullable: true }) actor!: Principal | null;
  /** Null: every type. */
  @ListOf(text({ controlCharacters: 'allowed' }), { nullable: true }) fetchEventTypes!: readonly string[] | null;
  @Bool() clientExtavatar!: boolean;
  @Bool() includeSubscribers!: boolean;
  @Bool() slimPresence!: boolean;
  @Nested(ClientCapabilities) capabilities!: ClientCapabilities;
  /** Names of blocks that need not be sent again. Absent: the asker knows nothing of blocks, and gets all fields in `state`. */
  @ListOf(text(), { max: MAX_KNOWN_BLOCKS, optional: true }) knownBlocks?: readonly string[];
}

export class GetUsersRegisterState extends GetRegisterState {
  static readonly pattern = 'users.register.get_state';
  static readonly isRepeatable = true;
}
export class GetRealmRegisterState extends GetRegisterState {
  static readonly pattern = 'realm-settings.register.get_state';
  static readonly isRepeatable = true;
}
export class GetMessagingRegisterState extends GetRegisterState {
  static readonly pattern = 'messaging.register.get_state';
  static readonly isRepeatable = true;

  /** Whether `subscribedStreamIds` is wanted. */
  @Bool({ optional: true }) withSubscribedStreamIds?: boolean;
}

/** Whether the reader asked for the state behind `type`. */
export const wantsState = (request: Pick<GetRegisterState, 'fetchEventTypes'>, type: string): boolean =>
  request.fetchEventTypes === null || request.fetchEventTypes.includes(type);
