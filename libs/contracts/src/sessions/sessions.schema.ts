import { Bool, Id, ListOf, OneOf, Text, Timestamp } from '../kit/fields.js';

/** Sessions of one user. One more ends the least recently used. */
export const MAX_SESSIONS_PER_USER = 100;

/** The kind of client that began a session. `mobile`: the device has a key of its own instead of a cookie. */
export const SESSION_KINDS = ['web', 'mobile', 'desktop'] as const;
export type SessionKind = (typeof SESSION_KINDS)[number];

/** A sign-in that lasts until it ends, or until it is not used for some time. Keys of devices have no such time. */
export class Session {
  @Id() sessionId!: number;
  @OneOf(SESSION_KINDS) kind!: SessionKind;
  @Text({ description: '`password` or `ldap`; further ones may follow.' }) authMethod!: string;
  @Text({ description: 'Program and system: `Firefox on Linux`.' }) device!: string;
  @Text({ description: 'The network address that began the session.' }) ipAddress!: string;
  @Timestamp() createdAt!: number;
  @Timestamp({ description: 'To the minute.' }) lastUsedAt!: number;
  @Timestamp({
    nullable: true,
    description: 'The end of the session, if it is not used until then. Null for `mobile`.',
  })
  expiresAt!: number | null;
  @Bool({ description: 'The request came with this session.' }) isCurrent!: boolean;
}

/** Response of `GET /users/me/sessions`: the most recently used session first. */
export class SessionList {
  @ListOf(Session) sessions!: readonly Session[];
}
