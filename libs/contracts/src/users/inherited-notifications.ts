import { INITIAL_USER_SETTINGS } from '../settings/settings.schema.js';
import type { Account } from './account.js';

/** A user's settings for all streams: what nulls in the settings for one stream stand for. Source: API contract, "Stream". */
export interface InheritedNotifications {
  readonly desktopNotifications: boolean;
  readonly emailNotifications: boolean;
  readonly pushNotifications: boolean;
  readonly audibleNotifications: boolean;
  readonly wildcardMentionsNotify: boolean;
}

/** Those of the user; of somebody who is not known, or known by an older replica, those of a new account. */
export function inheritedNotifications(user: Pick<Account, 'settings'> | undefined): InheritedNotifications {
  const own = { ...INITIAL_USER_SETTINGS, ...user?.settings };
  return {
    desktopNotifications: own.enableStreamDesktopNotifications,
    emailNotifications: own.enableStreamEmailNotifications,
    pushNotifications: own.enableStreamPushNotifications,
    audibleNotifications: own.enableStreamAudibleNotifications,
    wildcardMentionsNotify: own.wildcardMentionsNotify,
  };
}
