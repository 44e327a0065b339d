import { INITIAL_USER_SETTINGS } from '../settings/settings.schema.js';
import type { Account } from './account.js';

/** The user-level values of settings that are null for a stream. */
export interface InheritedNotifications {
  readonly desktopNotifications: boolean;
  readonly emailNotifications: boolean;
  readonly pushNotifications: boolean;
  readonly audibleNotifications: boolean;
  readonly wildcardMentionsNotify: boolean;
}

/** The settings of the user; those of a new account if the user is unknown, or known only from an older replica. */
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
