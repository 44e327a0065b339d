import { badRequest } from '../errors/api-errors.js';
import { fieldsOf } from '../kit/described-class.js';
import { Bool, Field, Integer, ListOf, Text } from '../kit/fields.js';
import { IntersectionType, OmitType } from '../kit/mapped-classes.js';
import { id, refined, text } from '../kit/types/index.js';
import { MAX_STREAM_DESCRIPTION_LENGTH } from '../limits.js';
import { ClientStream, type StreamRecord, streamForClients } from '../streams/streams.schema.js';
import { InheritedNotifications } from '../users/inherited-notifications.js';

/** Users per request. */
export const MAX_PRINCIPALS = 10_000;
/** Users times streams per request. */
export const MAX_SUBSCRIPTIONS_PER_REQUEST = 50_000;
export const MAX_SETTINGS_PER_REQUEST = 1_000;
export const MAX_SUBSCRIPTIONS_PER_EVENT = 1_000;

const COLOR = /^#(?:[0-9a-f]{3}){1,2}$/i;
/** `#rgb` or `#rrggbb`. */
export const isColor = (value: unknown): value is string => typeof value === 'string' && COLOR.test(value);
const color = refined(text(), (value, name) => {
  if (!isColor(value)) throw badRequest(`${name} is not a valid hex color code`);
});

/** A stream by name; a missing one is created if the caller may do so. */
export class StreamToSubscribe {
  @Text({ controlCharacters: 'allowed' }) name!: string;
  /** For a new stream. */
  @Text({ controlCharacters: 'allowed', max: MAX_STREAM_DESCRIPTION_LENGTH, optional: true }) description?: string;
  /** Chosen by the server if absent. */
  @Field(color, { optional: true }) color?: string;
}

const INHERITABLE = { nullable: true, description: 'Null: as the user-level setting of this kind.' } as const;

/** The settings of one user for a stream. */
export class SubscriptionSettings {
  @Bool(INHERITABLE) desktopNotifications!: boolean | null;
  @Bool(INHERITABLE) emailNotifications!: boolean | null;
  @Bool(INHERITABLE) pushNotifications!: boolean | null;
  @Bool(INHERITABLE) audibleNotifications!: boolean | null;
  @Bool(INHERITABLE) wildcardMentionsNotify!: boolean | null;
  @Bool() pinToTop!: boolean;
  @Bool() isMuted!: boolean;
  @Text() color!: string;
}

/** The settings in the form for clients, with the deprecated negation of `is_muted`. */
export class ShownSubscriptionSettings extends SubscriptionSettings {
  @Bool({ deprecated: true, description: 'The negation of `is_muted`.' }) inHomeView!: boolean;
}

/** A stream as clients see it that are not subscribed to it. */
export class StreamWithTraffic extends ClientStream {
  @Integer({ nullable: true, description: 'Null: too new to tell.' }) streamWeeklyTraffic!: number | null;
  @ListOf(id(), { optional: true, description: 'Only with `include_subscribers`.' }) subscribers?: readonly number[];
}

/** A stream with the settings of the user. */
export class Subscription extends IntersectionType(StreamWithTraffic, ShownSubscriptionSettings) {
  @Text({ description: 'Its address at a mail gateway; none is part of this server.' }) emailAddress!: string;
}

const INHERITABLE_SETTINGS = fieldsOf(InheritedNotifications).map(
  ({ property }) => property as keyof InheritedNotifications,
);

/** For clients without `notification_settings_null`. */
export class SubscriptionWithoutNull extends IntersectionType(
  OmitType(Subscription, INHERITABLE_SETTINGS),
  InheritedNotifications,
) {}

/** The same settings with the values of the user-level settings instead of nulls. */
export const withInherited = (settings: SubscriptionSettings, inherited: InheritedNotifications) => ({
  color: settings.color,
  isMuted: settings.isMuted,
  pinToTop: settings.pinToTop,
  desktopNotifications: settings.desktopNotifications ?? inherited.desktopNotifications,
  emailNotifications: settings.emailNotifications ?? inherited.emailNotifications,
  pushNotifications: settings.pushNotifications ?? inherited.pushNotifications,
  audibleNotifications: settings.audibleNotifications ?? inherited.audibleNotifications,
  wildcardMentionsNotify: settings.wildcardMentionsNotify ?? inherited.wildcardMentionsNotify,
});

/** The spreads are last, as in `streamForClients`. */
export const subscriptionForClients = <Settings extends SubscriptionSettings>(
  stream: StreamRecord,
  settings: Settings,
  subscribers: readonly number[] | undefined,
) => ({
  streamWeeklyTraffic: stream.weeklyTraffic,
  emailAddress: stream.emailAddress,
  inHomeView: !settings.isMuted,
  subscribers,
  ...settings,
  ...streamForClients(stream),
});
