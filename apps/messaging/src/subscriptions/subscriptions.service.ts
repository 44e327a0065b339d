import {
  badRequest,
  type ChangeSubscriptionSettings,
  type GetSubscriptionStatus,
  type GetSubscriptions,
  isColor,
  type SubscriptionSettingChange,
  type SubscriptionSettings,
  SubscriptionSettingsChanged,
  subscriptionOnWire,
  type WireSubscription,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { Access } from '../access/access.js';
import { RealmProjections } from '../projections/realm-projections.js';
import { readSubscribers } from '../stream-records/subscribers.js';
import { readSubscribedStreams } from './subscribed-streams.js';

type Column = 'color' | 'is_muted' | 'pin_to_top' | `${string}_notifications` | 'wildcard_mentions_notify';

/** Settings by their names on the wire. */
const PROPERTIES: Readonly<Record<string, { readonly column: Column; readonly name: keyof SubscriptionSettings }>> = {
  color: { column: 'color', name: 'color' },
  is_muted: { column: 'is_muted', name: 'isMuted' },
  in_home_view: { column: 'is_muted', name: 'isMuted' },
  pin_to_top: { column: 'pin_to_top', name: 'pinToTop' },
  desktop_notifications: { column: 'desktop_notifications', name: 'desktopNotifications' },
  email_notifications: { column: 'email_notifications', name: 'emailNotifications' },
  push_notifications: { column: 'push_notifications', name: 'pushNotifications' },
  audible_notifications: { column: 'audible_notifications', name: 'audibleNotifications' },
  wildcard_mentions_notify: { column: 'wildcard_mentions_notify', name: 'wildcardMentionsNotify' },
};

interface CheckedChange {
  readonly streamId: number;
  readonly column: Column;
  readonly name: keyof SubscriptionSettings;
  readonly value: string | boolean;
}

/** Subscriptions of users and their settings. */
@Injectable()
export class SubscriptionsService {
  constructor(
    private readonly database: Database,
    private readonly access: Access,
    private readonly projections: RealmProjections,
  ) {}

  async list({ actor, includeSubscribers }: GetSubscriptions): Promise<{ subscriptions: WireSubscription[] }> {
    const own = await readSubscribedStreams(this.database, actor.realmId, actor.userId);
    const streamIds = own.map(({ stream }) => stream.streamId);
    const subscribers = includeSubscribers
      ? await readSubscribers(this.database, streamIds, await this.projections.users(actor.realmId))
      : undefined;
    return {
      subscriptions: own.map(({ stream, settings }) =>
        subscriptionOnWire(stream, settings, null, subscribers && (subscribers.get(stream.streamId) ?? [])),
      ),
    };
  }

  async status({ actor, userId, streamId }: GetSubscriptionStatus): Promise<{ isSubscribed: boolean }> {
    const user = (await this.projections.users(actor.realmId)).get(userId);
    if (!user || user.isSystemBot) throw badRequest('No such user');
    if (!user.isActive) throw badRequest('User is deactivated');
    await this.access.stream(actor, streamId, 'see');
    const subscribed = await this.access.subscribedAmong(userId, [streamId]);
    return { isSubscribed: subscribed.has(streamId) };
  }

  /** Changes all of the settings, or none. */
  async changeSettings({ actor, changes }: ChangeSubscriptionSettings): Promise<void> {
    const checked = changes.map(checkedChange);
    const streamIds = [...new Set(checked.map(({ streamId }) => streamId))];
    await this.database.transaction(async (tx) => {
      const subscribed = await this.access.subscribedAmong(actor.userId, streamIds, tx);
      for (const streamId of streamIds) {
        if (subscribed.has(streamId)) continue;
        await this.access.stream(actor, streamId, 'read');
        throw badRequest(`Not subscribed to stream id ${streamId}`);
      }
      for (const { streamId, column, value } of checked) {
        await tx.query(`UPDATE subscriptions SET ${column} = $3 WHERE user_id = $1 AND stream_id = $2`, [
          actor.userId,
          streamId,
          value,
        ]);
      }
      tx.record(
        actor.realmId,
        SubscriptionSettingsChanged.of({
          userId: actor.userId,
          changes: checked.map(({ streamId, name, value }) => ({ streamId, property: name, value })),
        }),
      );
    });
  }
}

function checkedChange({ streamId, property, value }: SubscriptionSettingChange): CheckedChange {
  const known = Object.hasOwn(PROPERTIES, property) ? PROPERTIES[property] : undefined;
  if (!known) throw badRequest(`Unknown subscription property: ${property}`);
  if (known.column === 'color') {
    if (typeof value !== 'string') throw badRequest('color is not a string');
    if (!isColor(value)) throw badRequest('color is not a valid hex color code');
    return { streamId, ...known, value };
  }
  if (typeof value !== 'boolean') throw badRequest(`${property} is not a boolean`);
  return { streamId, ...known, value: property === 'in_home_view' ? !value : value };
}
