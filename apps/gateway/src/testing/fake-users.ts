import { randomBytes } from 'node:crypto';
import {
  type Principal,
  type Stamped,
  unauthorized,
  type VerifiedSession,
  type VerifyCredentials,
  type VerifySession,
} from '@chat/contracts';
import type { DomainEventLog } from '@chat/event-log';
import { hashOfToken } from '../admission/verify-credentials.js';

export interface FakeUser extends Principal {
  apiKey: string;
  isActive: boolean;
}

export const TEST_REALM_ID = 1;

/** A users service in memory, as far as a gateway needs it. It appends its changes to the real log. */
export class FakeUsers {
  /** Runs before the reply to a lookup: to delay it. */
  beforeReply: () => Promise<void> = async () => {};
  lookups = 0;
  /** Time for which a gateway may use a verified session. */
  sessionsUsableForMs = 60_000;
  private readonly sessions = new Map<string, { readonly user: FakeUser; readonly sessionId: number }>();
  private readonly users: FakeUser[] = [];
  private sequence = 0;

  constructor(private readonly log: DomainEventLog) {}

  add(user: Partial<FakeUser> = {}): FakeUser {
    const userId = this.users.length + 1;
    const added: FakeUser = {
      realmId: TEST_REALM_ID,
      userId,
      role: 400,
      isBot: false,
      email: `user${userId}@example.com`,
      fullName: `User ${userId}`,
      joinedAtSeconds: 0,
      apiKey: `${userId}`.padStart(32, 'k'),
      isActive: true,
      ...user,
    };
    this.users.push(added);
    return added;
  }

  /** Changes a user like the real service: first the state, then the event. */
  async change(user: FakeUser, change: Partial<FakeUser>): Promise<void> {
    const previous = Object.fromEntries(Object.keys(change).map((name) => [name, user[name as keyof FakeUser]]));
    Object.assign(user, change);
    const type = change.apiKey === undefined ? 'users.user_updated' : 'users.api_key_changed';
    await this.append(type, { userId: user.userId, user: { isActive: user.isActive }, previous });
  }

  /** The realm requires a second factor, and the user has none; with the event of the realm. */
  async requireSecondFactor(user: FakeUser): Promise<void> {
    Object.assign(user, { needsSecondFactor: true });
    await this.append(
      'realm-settings.realm_updated',
      { realm: {}, previous: { secondFactorPolicy: 1 } },
      'realm-settings',
    );
  }

  /** Begins a session and returns its cookie. */
  session(user: FakeUser): string {
    const token = randomBytes(32).toString('base64url');
    this.sessions.set(hashOfToken(token), { user, sessionId: this.sessions.size + 1 });
    return `sessionid=${token}`;
  }

  /** Ends all sessions of a user, with the event. */
  async endSessions({ userId }: FakeUser): Promise<void> {
    const ended = [...this.sessions].filter(([, { user }]) => user.userId === userId);
    for (const [tokenHash] of ended) this.sessions.delete(tokenHash);
    await this.append('users.sessions_ended', { userId, sessionIds: ended.map(([, { sessionId }]) => sessionId) });
  }

  async verifySession({ tokenHash }: VerifySession): Promise<VerifiedSession> {
    this.lookups++;
    const found = this.sessions.get(tokenHash);
    const { sequence, sessionsUsableForMs: usableForMs } = this;
    await this.beforeReply();
    if (!found?.user.isActive) throw unauthorized('Not logged in: API authentication or user session required');
    return { sequence, state: { ...principalOf(found.user), sessionId: found.sessionId }, usableForMs };
  }

  private async append(type: string, payload: object, service: 'users' | 'realm-settings' = 'users'): Promise<void> {
    const events = [{ sequence: ++this.sequence, type, payload: JSON.stringify(payload) }];
    await this.log.append(service, TEST_REALM_ID, events, { afterWipe: true });
  }

  async verify({ email, apiKey }: VerifyCredentials): Promise<Stamped<Principal>> {
    this.lookups++;
    const found = this.users.find(
      (user) => user.apiKey === apiKey && (email === undefined || user.email === email.toLowerCase()),
    );
    const reply = found && { sequence: this.sequence, state: principalOf(found) };
    const isActive = found?.isActive;
    await this.beforeReply();
    if (reply === undefined) throw unauthorized('Invalid API key');
    if (!isActive) throw unauthorized('Account is deactivated');
    return reply;
  }
}

function principalOf({ apiKey: _, isActive: __, ...principal }: FakeUser): Principal {
  return principal;
}
