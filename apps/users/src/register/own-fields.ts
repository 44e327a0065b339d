import { isAllowedBy, Policy } from '@chat/auth';
import { avatarUrl, isAdministrator, isGuest, type OwnRegisterFields, type RealmRecord, Role } from '@chat/contracts';
import { type AccountRow, toAccount } from '../accounts/account.row.js';

/** Fields of `realm_user` in register that concern the user's own account. */
export function ownFields(account: AccountRow, realm: RealmRecord): OwnRegisterFields {
  const user = toAccount(account);
  const nowSeconds = Date.now() / 1000;
  const may = (policy: number): boolean =>
    isAllowedBy(policy as Policy, account, realm.waitingPeriodThreshold, nowSeconds);
  const mayCreatePublic = may(realm.createPublicStreamPolicy);
  const mayCreatePrivate = may(realm.createPrivateStreamPolicy);
  return {
    avatarSource: account.avatarSource,
    avatarUrlMedium: avatarUrl(account, user, 'medium'),
    avatarUrl: avatarUrl(account, user),
    canCreateStreams: mayCreatePublic || mayCreatePrivate,
    canCreatePublicStreams: mayCreatePublic,
    canCreatePrivateStreams: mayCreatePrivate,
    canCreateWebPublicStreams: realm.webPublicStreamsEnabled && may(realm.createWebPublicStreamPolicy),
    canSubscribeOtherUsers: may(realm.inviteToStreamPolicy),
    canInviteOthersToRealm: may(realm.inviteToRealmPolicy),
    isAdmin: isAdministrator(account.role),
    isOwner: account.role === Role.Owner,
    isBillingAdmin: account.isBillingAdmin,
    isModerator: account.role === Role.Moderator,
    isGuest: isGuest(account.role),
    userId: account.userId,
    email: account.email,
    deliveryEmail: account.deliveryEmail,
    fullName: account.fullName,
  };
}

/** Fields of a spectator: no rights, and an id that no user has. */
export const SPECTATOR_FIELDS: OwnRegisterFields = {
  avatarSource: 'G',
  avatarUrlMedium: '',
  avatarUrl: '',
  canCreateStreams: false,
  canCreatePublicStreams: false,
  canCreatePrivateStreams: false,
  canCreateWebPublicStreams: false,
  canSubscribeOtherUsers: false,
  canInviteOthersToRealm: false,
  isAdmin: false,
  isOwner: false,
  isBillingAdmin: false,
  isModerator: false,
  isGuest: true,
  userId: 0,
  email: '',
  deliveryEmail: '',
  fullName: '',
};
