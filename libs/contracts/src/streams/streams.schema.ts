import { badValue } from '../errors/api-errors.js';
import { RenamedOnWire } from '../kit/described-class.js';
import { Bool, Field, Id, Integer, Text, Timestamp } from '../kit/fields.js';
import { anyOf, integer, mapped, oneOf, text } from '../kit/types/index.js';

/** The roles that may write in a stream. */
export const StreamPostPolicy = { Everyone: 1, Administrators: 2, FullMembers: 3, Moderators: 4 } as const;
export const STREAM_POST_POLICIES: readonly number[] = Object.values(StreamPostPolicy);

/** The fields of a stream that decide about its visibility. */
export interface Stream {
  readonly streamId: number;
  readonly name: string;
  readonly isPrivate: boolean;
  readonly isWebPublic: boolean;
  readonly isHistoryPublicToSubscribers: boolean;
}

/** A stream in services and domain events, without the settings of subscribers. */
export interface StreamRecord extends Stream {
  readonly recipientId: number;
  readonly description: string;
  readonly renderedDescription: string;
  readonly createdAtSeconds: number;
  readonly postPolicy: number;
  /** Null: as the realm; -1: for ever. */
  readonly messageRetentionDays: number | null;
  readonly firstMessageId: number | null;
  readonly weeklyTraffic: number | null;
  readonly canRemoveSubscribersGroupId: number;
  /** The address for mail to the stream. */
  readonly emailAddress: string;
}

/** A stream as clients read it. */
export class ClientStream {
  @Id() streamId!: number;
  @Text() name!: string;
  @Text({ description: 'Markdown.' }) description!: string;
  @Text({ description: 'HTML.' }) renderedDescription!: string;
  @Timestamp() dateCreated!: number;
  @Bool() inviteOnly!: boolean;
  @Bool() isWebPublic!: boolean;
  @Field(oneOf(STREAM_POST_POLICIES), { description: '1 everyone, 2 administrators, 3 full members, 4 moderators.' })
  streamPostPolicy!: number;
  @Integer({ nullable: true, description: 'Null: as the organization; -1: for ever.' })
  messageRetentionDays!: number | null;
  @Bool() historyPublicToSubscribers!: boolean;
  @Id({ nullable: true }) firstMessageId!: number | null;
  @Bool({ deprecated: true }) isAnnouncementOnly!: boolean;
  @Id() canRemoveSubscribersGroupId!: number;
}

/** The spread is last: V8 takes 20 times as long for properties after a spread. */
export const streamForClients = (stream: StreamRecord): ClientStream => ({
  dateCreated: stream.createdAtSeconds,
  inviteOnly: stream.isPrivate,
  streamPostPolicy: stream.postPolicy,
  isAnnouncementOnly: stream.postPolicy === StreamPostPolicy.Administrators,
  historyPublicToSubscribers: stream.isHistoryPublicToSubscribers,
  ...stream,
});

/** Days, or a word. */
export type RetentionChoice = number | 'realm_default' | 'unlimited';

/** Plain text or JSON; a number may be quoted. The error quotes other values. */
export const retentionChoice = mapped(
  anyOf([integer(), text()], { orPlainText: true, what: 'a string or integer' }),
  (value, name): RetentionChoice => {
    if (value === 'realm_default' || value === 'unlimited') return value;
    const days = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
    if (typeof days === 'string' || days < 1) throw badValue(name, String(value));
    return days;
  },
);

/** Properties of new and changed streams. An absent property has its initial value, or does not change. */
export class StreamProperties extends RenamedOnWire({
  isHistoryPublicToSubscribers: 'history_public_to_subscribers',
  postPolicy: 'stream_post_policy',
}) {
  @Bool({ optional: true }) isPrivate?: boolean;
  @Bool({ optional: true }) isWebPublic?: boolean;
  @Bool({ optional: true }) isHistoryPublicToSubscribers?: boolean;
  @Field(oneOf(STREAM_POST_POLICIES), { optional: true }) postPolicy?: number;
  @Field(retentionChoice, { optional: true }) messageRetentionDays?: RetentionChoice;
  @Id({ optional: true }) canRemoveSubscribersGroupId?: number;
}
