import {
  type InheritedNotifications,
  ShownSubscriptionSettings,
  type SubscriptionSettings,
  withInherited,
  writerOf,
} from '@chat/contracts';
import type { Transaction } from '@chat/persistence';

/** How a user stands to a stream. */
export interface OwnSubscription {
  /** False: not any more. */
  readonly isActive: boolean;
  /** Not read until it is needed: most users' are the same. */
  readonly settings: PackedSettings;
}

/** A subscription's settings as one text, so that a registration need not read eight columns of hundreds of rows. */
export type PackedSettings = string;

/** Columns in the order in which `unpacked` reads them; the color, the only text, is the last. */
const PACKED = `ROW(u.stream_id, u.is_active, u.is_muted, u.pin_to_top, u.desktop_notifications, u.email_notifications,
  u.push_notifications, u.audible_notifications, u.wildcard_mentions_notify, u.color)`;
/** Nothing that is stored has a control character. */
const SEPARATOR = '\u001f';

/** A user's subscriptions, former ones too, by stream; one row. */
export async function readOwnSubscriptions(tx: Transaction, userId: number): Promise<Map<number, OwnSubscription>> {
  const [row] = await tx.queryPrepared<{ packed: string | null }>(
    `SELECT string_agg(${PACKED}::text, E'\\x1f') AS packed FROM subscriptions u WHERE u.user_id = $1`,
    [userId],
  );
  const own = new Map<number, OwnSubscription>();
  if (!row?.packed) return own;
  for (const text of row.packed.split(SEPARATOR)) {
    // (17,t,f,f,,,,,,#c2c2c2)
    const end = text.indexOf(',');
    own.set(Number(text.slice(1, end)), { isActive: text[end + 1] === 't', settings: text.slice(end + 3, -1) });
  }
  return own;
}

export const isMuted = (settings: PackedSettings): boolean => settings.startsWith('t');

/** The settings of one subscription. */
export function unpacked(settings: PackedSettings): SubscriptionSettings {
  const fields = settings.split(',');
  const [muted, pinned, desktop, email, push, audible, wildcard] = fields
    .slice(0, 7)
    .map((text) => (text === '' ? null : text === 't'));
  return {
    color: unquoted(fields.slice(7).join(',')),
    isMuted: muted === true,
    pinToTop: pinned === true,
    desktopNotifications: desktop ?? null,
    emailNotifications: email ?? null,
    pushNotifications: push ?? null,
    audibleNotifications: audible ?? null,
    wildcardMentionsNotify: wildcard ?? null,
  };
}

/** PostgreSQL quotes what would be read as part of the row. */
const unquoted = (text: string): string =>
  text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"').replaceAll('\\\\', '\\') : text;

const writeSettings = writerOf(ShownSubscriptionSettings);

/** Different settings whose texts are cached; there are few that many have. */
const MAX_CACHED_TEXTS = 10_000;
const texts = new Map<string, string>();

/** The settings as members of a JSON object; what they do not say is as `inherited`. */
export function settingsMembers(settings: PackedSettings, inherited: InheritedNotifications | null): string {
  const key = inherited === null ? settings : `${bitsOf(inherited)}${settings}`;
  let text = texts.get(key);
  if (text === undefined) {
    const own = unpacked(settings);
    const shown = inherited === null ? own : withInherited(own, inherited);
    text = JSON.stringify(writeSettings({ ...shown, inHomeView: !own.isMuted })).slice(1, -1);
    if (texts.size >= MAX_CACHED_TEXTS) texts.clear();
    texts.set(key, text);
  }
  return text;
}

const bitsOf = (inherited: InheritedNotifications): string =>
  [
    inherited.desktopNotifications,
    inherited.emailNotifications,
    inherited.pushNotifications,
    inherited.audibleNotifications,
    inherited.wildcardMentionsNotify,
  ]
    .map(Number)
    .join('');
