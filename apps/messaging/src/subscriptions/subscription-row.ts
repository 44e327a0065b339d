/** A subscription's own settings as they are read from the table; `u` is its alias. */
export const SETTINGS_COLUMNS = `
  u.color, u.is_muted AS "isMuted", u.pin_to_top AS "pinToTop", u.desktop_notifications AS "desktopNotifications",
  u.email_notifications AS "emailNotifications", u.push_notifications AS "pushNotifications",
  u.audible_notifications AS "audibleNotifications", u.wildcard_mentions_notify AS "wildcardMentionsNotify"`;
