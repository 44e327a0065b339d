import { Bool } from '../kit/fields.js';
import { INITIAL_USER_SETTINGS } from '../settings/settings.schema.js';
import type { Account } from './account.js';

/** The user-level values of settings that are null for a stream. */
export class InheritedNotifications {
  @Bool() desktopNotifications!: boolean;
  @Bool() emailNotifications!: boolean;
  @Bool() pushNotifications!: boolean;
  @Bool() audibleNotifications!: boolean;
  @Bool() wildcardMentionsNotify!: boolean;
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
