import { ShownSubscriptionSettings, type SubscriptionSettings, withInherited, writerOf } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';

/** A present or, unless `isActive`, former subscription of the reader. */
export interface OwnSubscription {
  readonly isActive: boolean;
  readonly settings: PackedSettings;
}

/** Settings as one text, the key of their cached JSON, so that a registration does not parse eight columns of hundreds of rows. */
export type PackedSettings = string;

/** Columns in the order in which `unpacked` reads them. */
const PACKED = `ROW(u.stream_id, u.is_active, u.is_muted, u.pin_to_top, u.desktop_notifications, u.email_notifications,
  u.push_notifications, u.audible_notifications, u.wildcard_mentions_notify, u.color)`;
/** No stored value has a control character. */
const SEPARATOR = '\u001f';

/** Present and former subscriptions of a user by stream. The statement returns one row. */
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

function unpacked(settings: PackedSettings): SubscriptionSettings {
  const fields = settings.split(',');
  const isSet = (text: string) => (text === '' ? null : text === 't');
  const [muted, pinned, desktop, email, push, audible, wildcard] = fields.map(isSet);
  return {
    color: fields.at(-1) as string,
    isMuted: muted === true,
    pinToTop: pinned === true,
    desktopNotifications: desktop ?? null,
    emailNotifications: email ?? null,
    pushNotifications: push ?? null,
    audibleNotifications: audible ?? null,
    wildcardMentionsNotify: wildcard ?? null,
  };
}

const writeSettings = writerOf(ShownSubscriptionSettings);

/** Cached texts of different settings. Most users share few of them. */
const MAX_CACHED_TEXTS = 10_000;
const texts = new Map<string, string>();

/** JSON members of the settings. `inherited` replaces nulls. */
export function settingsMembers(
  settings: PackedSettings,
  inherited: Parameters<typeof withInherited>[1] | null,
): string {
  const key = inherited === null ? settings : `${Object.values(inherited).map(Number).join('')}${settings}`;
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
