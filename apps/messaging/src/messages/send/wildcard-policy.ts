import { isFullMember } from '@chat/auth';
import {
  isAdministrator,
  isGuest,
  isModerator,
  type Principal,
  type RealmRecord,
  WildcardMentionPolicy,
} from '@chat/contracts';

/** Streams up to this many subscribers may be mentioned as a whole by everybody. Source: reference limits. */
export const WILDCARD_MENTION_THRESHOLD = 15;

/** Whether the sender may mention everybody in a large stream. */
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
