import { avatarUrl, isAllowedBy, Policy } from '@chat/auth';
import { isAdministrator, isGuest, type RealmRecord, Role } from '@chat/contracts';
import { type AccountRow, toDirectoryUser } from '../accounts/account.row.js';

/** What register tells a user of themselves, under `realm_user`. */
export function ownFields(account: AccountRow, realm: RealmRecord): Record<string, unknown> {
  const user = toDirectoryUser(account);
  const nowSeconds = Date.now() / 1000;
  const may = (policy: number): boolean =>
    isAllowedBy(policy as Policy, account, realm.waitingPeriodThreshold, nowSeconds);
  const mayCreatePublic = may(realm.createPublicStreamPolicy);
  const mayCreatePrivate = may(realm.createPrivateStreamPolicy);
  return {
    avatar_source: account.avatarSource,
    avatar_url_medium: avatarUrl(account, user, 'medium'),
    avatar_url: avatarUrl(account, user),
    can_create_streams: mayCreatePublic || mayCreatePrivate,
    can_create_public_streams: mayCreatePublic,
    can_create_private_streams: mayCreatePrivate,
    can_create_web_public_streams: realm.webPublicStreamsEnabled && may(realm.createWebPublicStreamPolicy),
    can_subscribe_other_users: may(realm.inviteToStreamPolicy),
    can_invite_others_to_realm: may(realm.inviteToRealmPolicy),
    is_admin: isAdministrator(account.role),
    is_owner: account.role === Role.Owner,
    is_billing_admin: account.isBillingAdmin,
    is_moderator: account.role === Role.Moderator,
    is_guest: isGuest(account.role),
    user_id: account.userId,
    email: account.email,
    delivery_email: account.deliveryEmail,
    full_name: account.fullName,
  };
}

/** The same for somebody who is not signed in: rights to nothing, and an id that nobody has. */
export function spectatorFields(): Record<string, unknown> {
  return {
    avatar_source: 'G',
    avatar_url_medium: '',
    avatar_url: '',
    can_create_streams: false,
    can_create_public_streams: false,
    can_create_private_streams: false,
    can_create_web_public_streams: false,
    can_subscribe_other_users: false,
    can_invite_others_to_realm: false,
    is_admin: false,
    is_owner: false,
    is_billing_admin: false,
    is_moderator: false,
    is_guest: true,
    user_id: 0,
    email: '',
    delivery_email: '',
    full_name: '',
  };
}
