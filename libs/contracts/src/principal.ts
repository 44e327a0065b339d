import { Bool, Id, OneOf, Text, Timestamp } from './kit/fields.js';
import { ROLES, type Role } from './roles.js';

/**
 * Who makes a request: established by the gateway from the credentials, fresh as of the request's `asOf`, and carried by
 * every request that acts for somebody. Services decide by it; they do not look the actor up again.
 */
export class Principal {
  @Id() realmId!: number;
  @Id() userId!: number;
  @OneOf(ROLES) role!: Role;
  @Bool() isBot!: boolean;
  /** Present for bots that a user owns. */
  @Id({ optional: true, nullable: true }) botOwnerId?: number | null;
  /** Present for bots whose key is given to other services, which shall only send messages with it. */
  @Bool({ optional: true }) isIncomingWebhook?: boolean;
  /** API email address. */
  @Text({ controlCharacters: 'allowed' }) email!: string;
  @Text({ controlCharacters: 'allowed' }) fullName!: string;
  /** UTC seconds; full members are those who joined longer ago than the realm's waiting period. */
  @Timestamp() joinedAtSeconds!: number;
}
