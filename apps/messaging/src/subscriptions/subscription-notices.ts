import type { Account, Principal, StreamRecord } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import {
  MAX_MEMBERSHIP_NOTICES,
  type Notice,
  quoted,
  STREAM_EVENTS_TOPIC,
  silentMention,
} from '../messages/notices/notices.js';
import type { RealmState } from '../projections/realm-projections.js';
import { readStream, type Subscribed } from '../stream-records/stream-records.repository.js';
import { policyName } from '../streams/stream-properties.js';

const NEW_STREAMS_TOPIC = 'new streams';

/** With a notification: the notice goes to the mentioned user's conversation with the notification bot. */
const mention = ({ fullName, userId }: Principal): string => `@**${fullName}|${userId}**`;

interface SubscribeSummary {
  readonly actor: Principal;
  readonly realmState: RealmState;
  readonly users: readonly Account[];
  readonly added: readonly Subscribed[];
  readonly streams: readonly StreamRecord[];
  readonly created: readonly StreamRecord[];
  readonly announce: boolean;
}

/** Notices about a request to subscribe: to users that the actor subscribed, to the realm's stream for news, and to new streams. */
export const subscriptionNotices = async (tx: Transaction, summary: SubscribeSummary): Promise<Notice[]> => [
  ...toSubscribed(summary),
  ...(await announcement(tx, summary)),
  ...summary.created.map((stream) => createdNotice(summary.actor, stream)),
];

function toSubscribed({ actor, users, added, streams, created }: SubscribeSummary): Notice[] {
  const isNew = new Set(created.map((stream) => stream.streamId));
  const byId = new Map(streams.map((stream) => [stream.streamId, stream]));
  const receivers = users.filter((user) => user.userId !== actor.userId && !user.isBot);
  if (receivers.length > MAX_MEMBERSHIP_NOTICES) return [];
  return receivers.flatMap((user): Notice[] => {
    const names = added
      .filter(({ userId, streamId }) => userId === user.userId && !isNew.has(streamId))
      .map(({ streamId }) => byId.get(streamId)?.name)
      .sort()
      .map((name) => `#**${name}**`);
    if (names.length === 0) return [];
    const content =
      names.length === 1
        ? `${mention(actor)} subscribed you to the stream ${names[0]}.`
        : `${mention(actor)} subscribed you to the following streams:\n\n${names.map((n) => `* ${n}`).join('\n')}`;
    return [{ user, content }];
  });
}

async function announcement(tx: Transaction, { actor, realmState, created, announce }: SubscribeSummary) {
  const streamId = realmState.realm.notificationsStreamId;
  const announced = created.filter((stream) => !stream.isPrivate);
  if (!announce || streamId === null || announced.length === 0) return [];
  const stream = await readStream(tx, realmState.realm.realmId, streamId);
  if (!stream) return [];
  const names = announced.map(({ name }) => `#**${name}**`).join(', ');
  const what = announced.length === 1 ? `a new stream ${names}` : `the following streams: ${names}`;
  return [{ stream, topic: NEW_STREAMS_TOPIC, content: `${silentMention(actor)} created ${what}.` }];
}

function createdNotice(actor: Principal, stream: StreamRecord): Notice {
  const description = stream.description === '' ? '*No description.*' : stream.description;
  const content = `**${policyName(stream)}** stream created by ${silentMention(actor)}. **Description:**\n${quoted(description)}`;
  return { stream, topic: STREAM_EVENTS_TOPIC, content };
}
