import { isFullMember } from '@chat/auth';
import {
  isAdministrator,
  isGuest,
  isModerator,
  type Principal,
  type RealmRecord,
  WildcardMentionPolicy,
} from '@chat/contracts';

/** Every sender may use wildcard mentions in streams with at most this many subscribers. Source: reference limits. */
export const WILDCARD_MENTION_THRESHOLD = 15;

/** Whether the sender may use a wildcard mention in a large stream. */
export function mayMentionAll(
  realm: Pick<RealmRecord, 'wildcardMentionPolicy' | 'waitingPeriodThreshold'>,
  sender: Pick<Principal, 'role' | 'joinedAtSeconds'>,
  nowSeconds: number,
): boolean {
  switch (realm.wildcardMentionPolicy) {
    case WildcardMentionPolicy.Everyone:
      return true;
    case WildcardMentionPolicy.Members:
      return !isGuest(sender.role);
    case WildcardMentionPolicy.FullMembers:
      return isFullMember(sender, realm.waitingPeriodThreshold, nowSeconds);
    case WildcardMentionPolicy.Moderators:
      return isModerator(sender.role);
    case WildcardMentionPolicy.Administrators:
      return isAdministrator(sender.role);
    default:
      return false;
  }
}
