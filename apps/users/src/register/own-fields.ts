import { isAllowedBy, Policy } from '@chat/auth';
import { avatarUrl, isAdministrator, isGuest, type OwnRegisterFields, type RealmRecord, Role } from '@chat/contracts';
import { type AccountRow, toAccount } from '../accounts/account.row.js';

/** What register tells a user of themselves, under `realm_user`. */
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

/** The same for somebody who is not signed in: rights to nothing, and an id that nobody has. */
export function spectatorFields(): OwnRegisterFields {
  return {
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
}
