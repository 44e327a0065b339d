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
import { SubscriptionEntity } from '../stream-records/subscription.entity.js';
import { readSubscribedStreams } from './subscribed-streams.js';

/** Settings by their names on the wire. */
const PROPERTIES: Readonly<Record<string, keyof SubscriptionSettings>> = {
  color: 'color',
  is_muted: 'isMuted',
  in_home_view: 'isMuted',
  pin_to_top: 'pinToTop',
  desktop_notifications: 'desktopNotifications',
  email_notifications: 'emailNotifications',
  push_notifications: 'pushNotifications',
  audible_notifications: 'audibleNotifications',
  wildcard_mentions_notify: 'wildcardMentionsNotify',
};

interface CheckedChange {
  readonly streamId: number;
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
      const subscriptions = tx.getRepository(SubscriptionEntity);
      for (const { streamId, name, value } of checked) {
        await subscriptions.update({ userId: actor.userId, streamId }, { [name]: value });
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
  const name = Object.hasOwn(PROPERTIES, property) ? PROPERTIES[property] : undefined;
  if (!name) throw badRequest(`Unknown subscription property: ${property}`);
  if (name === 'color') {
    if (typeof value !== 'string') throw badRequest('color is not a string');
    if (!isColor(value)) throw badRequest('color is not a valid hex color code');
    return { streamId, name, value };
  }
  if (typeof value !== 'boolean') throw badRequest(`${property} is not a boolean`);
  return { streamId, name, value: property === 'in_home_view' ? !value : value };
}
