import { Bool, Id, Nested, OneOf, Text, Timestamp } from './kit/fields.js';
import { ROLES, type Role } from './roles.js';

/** Defaults of the event queues of a bot. */
export class QueueDefaults {
  /** The name of the stream that queues without a narrow are about. */
  @Text({ nullable: true, controlCharacters: 'allowed' }) stream!: string | null;
  @Bool() allPublicStreams!: boolean;
}

/** The caller of a request. The gateway authenticates it as of the request's `asOf`, and services trust it without a look-up. */
export class Principal {
  @Id() realmId!: number;
  @Id() userId!: number;
  @OneOf(ROLES) role!: Role;
  @Bool() isBot!: boolean;
  /** For bots with an owner. */
  @Id({ optional: true, nullable: true }) botOwnerId?: number | null;
  /** For bots with an API key that only sends messages. */
  @Bool({ optional: true }) isIncomingWebhook?: boolean;
  /** For bots with a default for their event queues. */
  @Nested(QueueDefaults, { optional: true }) queueDefaults?: QueueDefaults;
  /** For requests with a session. Services of 0.1.0 ignore it. */
  @Id({ optional: true }) sessionId?: number;
  /** For sessions of people without the second factor that their realm requires. The gateway lets them set it up only. */
  @Bool({ optional: true }) needsSecondFactor?: boolean;
  /** API email address. */
  @Text({ controlCharacters: 'allowed' }) email!: string;
  @Text({ controlCharacters: 'allowed' }) fullName!: string;
  /** UTC seconds. A full member joined longer ago than the realm's waiting period. */
  @Timestamp() joinedAtSeconds!: number;
}
