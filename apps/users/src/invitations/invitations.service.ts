import { setting } from '@chat/configuration';
import {
  badRequest,
  type InvitationResent,
  InvitationsChanged,
  invitationFailed,
  MAX_INVITEES,
  type NewInvitations,
  type Principal,
  type RealmRecord,
  type RefusedInvitee,
} from '@chat/contracts';
import { Database, lockRealm, type Transaction } from '@chat/persistence';
import { RedisTransportClient, type RequestContext } from '@chat/redis-rpc';
import { RealmRecords } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { lockActiveAccount } from '../accounts/find-account.js';
import { type Mail, Mailer } from '../mail/mailer.js';
import { createKey, hashOf } from '../mailed-links/link-key.js';
import { requireInvitableStreams, requireMayChange, requireMayInvite, requireOldEnough } from './invitation-rights.js';
import { InvitationEntity } from './invitations.entity.js';
import {
  accountsAmong,
  countInvitationMails,
  insertInvitations,
  lockUnexpired,
  renewInvitation,
  requireRoomFor,
} from './invitations.repository.js';
import { type Invitee, parseInvitees, refusedAmong } from './invitees.js';

/** Invitations by mail. The mail alone contains the key; the database has its hash. */
@Injectable()
export class InvitationsService {
  // Read at start-up, so that a wrong value stops the service.
  private readonly mailsPerDay = setting('OPEN_REALM_CREATION') ? setting('INVITES_PER_DAY') : Number.POSITIVE_INFINITY;

  constructor(
    private readonly database: Database,
    private readonly realms: RealmRecords,
    private readonly mailer: Mailer,
    private readonly client: RedisTransportClient,
  ) {}

  async create(actor: Principal, request: NewInvitations, context: RequestContext): Promise<void> {
    const realm = await this.realms.get(actor.realmId);
    requireMayInvite(actor, request.inviteAs, realm);
    const invitees = parseInvitees(request.inviteeEmails);
    if (invitees.length === 0) throw badRequest('You must specify at least one email address.');
    if (invitees.length > MAX_INVITEES) throw badRequest(`Too many addresses (limit: ${MAX_INVITEES})`);
    const streamIds = await requireInvitableStreams(
      this.client,
      { actor, realm, context },
      request.streamIds,
      (streamId) => `Stream does not exist with id: ${streamId}. No invites were sent.`,
    );
    requireOldEnough(actor, realm);
    const skipped = await this.database.transaction((tx) =>
      this.createIn(tx, actor, realm, request, invitees, streamIds),
    );
    this.mailer.hurry();
    if (skipped.length > 0) {
      const message = 'Some of the addresses have accounts already. The others were invited.';
      throw invitationFailed(message, { errors: skipped, sentInvitations: true });
    }
  }

  /** Returns the addresses that were skipped. */
  private async createIn(
    tx: Transaction,
    actor: Principal,
    realm: RealmRecord,
    { inviteAs: role, inviteExpiresInMinutes: lifetimeMinutes }: NewInvitations,
    invitees: readonly Invitee[],
    streamIds: number[],
  ): Promise<RefusedInvitee[]> {
    const { realmId, userId: inviterId } = actor;
    // The deactivation of the inviter comes before this transaction and prevents it, or after it and ends the invitations.
    const inviter = await lockActiveAccount(tx, realmId, inviterId);
    // Simultaneous requests together respect the limits.
    await lockRealm(tx, realmId);
    const refused = refusedAmong(invitees, realm);
    const unusable = new Set(refused.map(([email]) => email));
    const usable = invitees.filter(({ email }) => !unusable.has(email));
    const skipped = await accountsAmong(tx, realmId, usable);
    if (refused.length > 0) {
      throw invitationFailed('Some addresses are not valid. No invitations were sent.', {
        errors: [...refused, ...skipped],
      });
    }
    const taken = new Set(skipped.map(([email]) => email));
    const keys = invitees
      .filter(({ email }) => !taken.has(email))
      .map((invitee) => ({ ...invitee, secret: createKey() }));
    if (keys.length === 0) throw invitationFailed('All of the addresses have accounts already.', { errors: skipped });
    await this.countMails(tx, realmId, keys.length);
    await requireRoomFor(tx, realmId, keys.length);
    const rows = keys.map(({ email, key, secret }) => ({ email, key, keyHash: hashOf(secret) }));
    await insertInvitations(tx, { realmId, inviterId, role, streamIds, lifetimeMinutes }, rows);
    const mails = keys.map(({ email, secret }) =>
      invitationMail(realm, inviter.fullName, email, secret, lifetimeMinutes),
    );
    await this.mailer.write(tx, realm, ...mails);
    tx.record(realmId, InvitationsChanged.of({}));
    return skipped;
  }

  async resend(actor: Principal, id: number): Promise<InvitationResent> {
    const { realmId } = actor;
    const realm = await this.realms.get(realmId);
    const timestamp = await this.database.transaction(async (tx) => {
      const inviter = await lockActiveAccount(tx, realmId, actor.userId);
      const invitation = await lockUnexpired(tx, InvitationEntity, realmId, id);
      requireMayChange(actor, invitation);
      requireMayInvite(actor, invitation.role, realm);
      await lockRealm(tx, realmId);
      await this.countMails(tx, realmId, 1);
      const secret = createKey();
      const { email, lifetimeMinutes } = invitation;
      await this.mailer.write(tx, realm, invitationMail(realm, inviter.fullName, email, secret, lifetimeMinutes));
      return renewInvitation(tx, id, hashOf(secret));
    });
    this.mailer.hurry();
    return { timestamp };
  }

  async revoke(actor: Principal, id: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      const invitation = await lockUnexpired(tx, InvitationEntity, actor.realmId, id);
      requireMayChange(actor, invitation);
      await tx.getRepository(InvitationEntity).delete({ id });
      tx.record(actor.realmId, InvitationsChanged.of({}));
    });
  }

  private async countMails(tx: Transaction, realmId: number, mails: number): Promise<void> {
    if (this.mailsPerDay === Number.POSITIVE_INFINITY) return;
    if (await countInvitationMails(tx, realmId, mails, this.mailsPerDay)) return;
    const message = `The organization can send ${this.mailsPerDay} invitations a day. No invitations were sent.`;
    throw invitationFailed(message, { dailyLimitReached: true });
  }
}

function invitationMail(
  realm: RealmRecord,
  inviterName: string,
  to: string,
  key: string,
  lifetimeMinutes: number | null,
): Mail {
  return {
    to,
    subject: `${inviterName} invites you to ${realm.name}`,
    body:
      'Hello,\n\n' +
      `${inviterName} invites you to join ${realm.name} (${realm.url}). To create your account, follow this link:\n\n` +
      `${realm.url}/accounts/do_confirm/${key}\n\n` +
      `It works once${lifetimeMinutes === null ? '' : ` and for ${durationOf(lifetimeMinutes)}`}.\n`,
  };
}

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

/** The largest unit that gives a whole number. */
function durationOf(minutes: number): string {
  const [unit, length] = (
    [
      ['day', DAY_MINUTES],
      ['hour', HOUR_MINUTES],
      ['minute', 1],
    ] as const
  ).find(([, size]) => minutes % size === 0) as readonly [string, number];
  const count = minutes / length;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
