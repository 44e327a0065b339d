import {
  badRequest,
  type Invitation,
  type InvitationLink,
  type InvitationList,
  InvitationsChanged,
  isAdministrator,
  type NewInvitationLink,
  organizationOwnerRequired,
  type Principal,
  type RealmRecord,
  Role,
} from '@chat/contracts';
import { Database, lockRealm } from '@chat/persistence';
import { RedisTransportClient, type RequestContext } from '@chat/redis-rpc';
import { RealmRecords, TextSeal } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { lockActiveAccount } from '../accounts/find-account.js';
import { createKey, hashOf } from '../mailed-links/link-key.js';
import { requireInvitableStreams, requireMayInvite } from './invitation-rights.js';
import { InvitationEntity, InvitationLinkEntity } from './invitations.entity.js';
import { findInvitations, findLinks, insertLink, lockUnexpired, requireRoomFor } from './invitations.repository.js';

/** Links for any number of people, and the list of invitations, which shows them. */
@Injectable()
export class InvitationLinksService {
  private readonly seal = new TextSeal('invitation link encryption');

  constructor(
    private readonly database: Database,
    private readonly realms: RealmRecords,
    private readonly client: RedisTransportClient,
  ) {}

  async create(actor: Principal, request: NewInvitationLink, context: RequestContext): Promise<InvitationLink> {
    const { realmId, userId: inviterId } = actor;
    const { inviteAs: role, inviteExpiresInMinutes: lifetimeMinutes } = request;
    const realm = await this.realms.get(realmId);
    requireMayInvite(actor, role, realm);
    const streamIds = await requireInvitableStreams(
      this.client,
      { actor, realm, context },
      request.streamIds,
      (streamId) => `Invalid stream ID ${streamId}. No invites were sent.`,
    );
    const key = createKey();
    await this.database.transaction(async (tx) => {
      await lockActiveAccount(tx, realmId, inviterId);
      await lockRealm(tx, realmId);
      await requireRoomFor(tx, realmId, 1);
      const keys = { keyHash: hashOf(key), keySealed: this.seal.seal(key) };
      await insertLink(tx, { realmId, inviterId, role, streamIds, lifetimeMinutes }, keys);
      tx.record(realmId, InvitationsChanged.of({}));
    });
    return { inviteLink: urlOf(realm, key) };
  }

  /** Own invitations; for administrators all invitations, and the links. */
  async list({ realmId, userId, role }: Principal): Promise<InvitationList> {
    const realm = await this.realms.get(realmId);
    if (!isAdministrator(role)) return { invites: (await findInvitations(this.database, realmId, userId)).map(shown) };
    const links = (await findLinks(this.database, realmId)).map((link) => ({
      ...shown(link),
      linkUrl: urlOf(realm, this.seal.openOrEmpty(link.keySealed)),
      isMultiuse: true,
    }));
    return { invites: [...(await findInvitations(this.database, realmId)).map(shown), ...links] };
  }

  async revoke({ realmId, role }: Principal, id: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      const link = await lockUnexpired(tx, InvitationLinkEntity, realmId, id);
      if (link.role === Role.Owner && role !== Role.Owner) throw organizationOwnerRequired();
      if (link.isRevoked) throw badRequest('Invitation has already been revoked');
      await tx.getRepository(InvitationLinkEntity).update({ id }, { isRevoked: true });
      tx.record(realmId, InvitationsChanged.of({}));
    });
  }
}

const urlOf = ({ url }: RealmRecord, key: string): string => `${url}/join/${key}/`;

const shown = (invitation: InvitationEntity | InvitationLinkEntity): Invitation => ({
  id: invitation.id,
  email: 'email' in invitation ? invitation.email : undefined,
  invitedByUserId: invitation.inviterId,
  invited: secondsOf(invitation.invitedAt),
  expiryDate: invitation.expiresAt && secondsOf(invitation.expiresAt),
  invitedAs: invitation.role,
  isMultiuse: false,
});

const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1_000);
