import { isAllowedBy, type Policy } from '@chat/auth';
import {
  badRequest,
  FindReadableStreams,
  insufficientPermission,
  invitationFailed,
  isAdministrator,
  organizationAdministratorRequired,
  organizationOwnerRequired,
  type Principal,
  type RealmRecord,
  Role,
} from '@chat/contracts';
import type { RedisTransportClient, RequestContext } from '@chat/redis-rpc';

const DAY_SECONDS = 86_400;
/** As in the reference server: new members of an open realm cannot use it to send mail to strangers. */
const MIN_AGE_IN_OPEN_REALM_SECONDS = 3 * DAY_SECONDS;

/** Throws unless the realm lets the actor invite people with this role. */
export function requireMayInvite(actor: Principal, role: Role, realm: RealmRecord): void {
  if (!isAllowed(realm.inviteToRealmPolicy, actor, realm)) throw insufficientPermission();
  if (role === Role.Owner && actor.role !== Role.Owner) throw organizationOwnerRequired();
  if (role < Role.Member && !isAdministrator(actor.role)) throw organizationAdministratorRequired();
}

/** Throws INVITATION_FAILED for a new member of a realm that anyone may join. */
export function requireOldEnough(actor: Principal, realm: RealmRecord): void {
  if (realm.inviteRequired || isAdministrator(actor.role)) return;
  if (Date.now() / 1_000 - actor.joinedAtSeconds >= MIN_AGE_IN_OPEN_REALM_SECONDS) return;
  throw invitationFailed('Your account is too new to invite others. Ask an administrator.');
}

/** Throws unless the actor made the invitation or is an administrator. Only owners change invitations of owners. */
export function requireMayChange(actor: Principal, invitation: { readonly inviterId: number; readonly role: Role }) {
  if (invitation.role === Role.Owner && actor.role !== Role.Owner) throw organizationOwnerRequired();
  if (invitation.inviterId !== actor.userId && !isAdministrator(actor.role)) throw organizationAdministratorRequired();
}

/**
 * Throws `unknown` for a stream that the actor may not read, and an error of the policy if the realm does not let the actor subscribe
 * others. The messaging service decides about streams. Returns each id once.
 */
export async function requireInvitableStreams(
  client: RedisTransportClient,
  { actor, realm, context }: { actor: Principal; realm: RealmRecord; context: RequestContext },
  given: readonly number[],
  unknown: (streamId: number) => string,
): Promise<number[]> {
  const streamIds = [...new Set(given)];
  if (streamIds.length === 0) return [];
  const { realmId, requestId, asOf, traceparent, deadlineMs } = context;
  const { streamIds: readable } = await client.request(
    FindReadableStreams,
    { realmId: actor.realmId, actor, streamIds },
    { realmId, requestId, asOf, traceparent, deadlineMs },
  );
  const known = new Set(readable);
  const missing = streamIds.find((streamId) => !known.has(streamId));
  if (missing !== undefined) throw badRequest(unknown(missing));
  if (!isAllowed(realm.inviteToStreamPolicy, actor, realm)) {
    throw badRequest('You do not have permission to subscribe other users to streams.');
  }
  return streamIds;
}

const isAllowed = (policy: number, actor: Principal, { waitingPeriodThreshold }: RealmRecord): boolean =>
  isAllowedBy(policy as Policy, actor, waitingPeriodThreshold, Date.now() / 1_000);
