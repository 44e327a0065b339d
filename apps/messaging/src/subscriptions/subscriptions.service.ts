import {
  badRequest,
  fieldsOf,
  isColor,
  type Principal,
  type ShownSubscriptionSettings,
  type StreamRecord,
  type SubscriptionSelection,
  type SubscriptionSettingChange,
  SubscriptionSettings,
  SubscriptionSettingsChanged,
  subscriptionForClients,
  type Wire,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { Access } from '../access/access.js';
import { RealmProjections } from '../projections/realm-projections.js';
import { readSubscribers, STREAM_COLUMNS } from '../stream-records/stream-records.repository.js';
import { SETTINGS_COLUMNS, SubscriptionEntity } from '../stream-records/subscription.entity.js';

const IN_HOME_VIEW: keyof Wire<ShownSubscriptionSettings> = 'in_home_view';
/** Settings by wire name; the deprecated `in_home_view` negates `is_muted`. */
const PROPERTIES = new Map(
  fieldsOf(SubscriptionSettings).map(({ wireName, property }) => [wireName, property as keyof SubscriptionSettings]),
).set(IN_HOME_VIEW, 'isMuted');

@Injectable()
export class SubscriptionsService {
  constructor(
    private readonly database: Database,
    private readonly access: Access,
    private readonly projections: RealmProjections,
  ) {}

  async list(actor: Principal, includeSubscribers: boolean) {
    const own = await this.database.query<StreamRecord & { settings: SubscriptionSettings }>(
      `SELECT ${STREAM_COLUMNS}, (SELECT row_to_json(own) FROM (SELECT ${SETTINGS_COLUMNS}) AS own) AS settings
       FROM subscriptions u JOIN streams s ON s.id = u.stream_id
       WHERE u.user_id = $1 AND u.is_active AND s.realm_id = $2 AND s.archived_at IS NULL ORDER BY s.name_key, s.id`,
      [actor.userId, actor.realmId],
    );
    const streamIds = own.map(({ streamId }) => streamId);
    const subscribers = includeSubscribers
      ? await readSubscribers(this.database, streamIds, await this.projections.users(actor.realmId))
      : undefined;
    return {
      subscriptions: own.map(({ settings, ...stream }) =>
        subscriptionForClients(stream, settings, subscribers && (subscribers.get(stream.streamId) ?? [])),
      ),
    };
  }

  async status(actor: Principal, { userId, streamId }: SubscriptionSelection) {
    const user = (await this.projections.users(actor.realmId)).get(userId);
    if (!user || user.isSystemBot) throw badRequest('No such user');
    if (!user.isActive) throw badRequest('User is deactivated');
    await this.access.stream(actor, streamId, 'see');
    const subscribed = await this.access.subscribedAmong(userId, [streamId]);
    return { isSubscribed: subscribed.has(streamId) };
  }

  /** Applies all changes or none. */
  async changeSettings(actor: Principal, changes: readonly SubscriptionSettingChange[]): Promise<void> {
    if (changes.length === 0) return;
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

function checkedChange({ streamId, property, value }: SubscriptionSettingChange) {
  const name = PROPERTIES.get(property);
  if (!name) throw badRequest(`Unknown subscription property: ${property}`);
  if (name === 'color') {
    if (typeof value !== 'string') throw badRequest('color is not a string');
    if (!isColor(value)) throw badRequest('color is not a valid hex color code');
    return { streamId, name, value };
  }
  if (typeof value !== 'boolean') throw badRequest(`${property} is not a boolean`);
  return { streamId, name, value: property === IN_HOME_VIEW ? !value : value };
}
