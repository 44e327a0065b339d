import type { Account, Principal, StreamRecord } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import {
  MAX_MEMBERSHIP_NOTICES,
  type Notice,
  Notices,
  quoted,
  STREAM_EVENTS_TOPIC,
  silentMention,
} from '../messages/notices/notices.js';
import type { RealmState } from '../projections/realm-projections.js';
import { readStream } from '../stream-records/read-streams.js';
import type { Subscribed } from '../stream-records/subscribers.js';
import { policyName } from '../streams/stream-properties.js';

const NEW_STREAMS_TOPIC = 'new streams';

/** Loud, as people expect it here: nobody but the one who is told sees the message. */
const mention = ({ fullName, userId }: Principal): string => `@**${fullName}|${userId}**`;

export interface SubscribeSummary {
  readonly actor: Principal;
  readonly realmState: RealmState;
  readonly users: readonly Account[];
  readonly added: readonly Subscribed[];
  readonly streams: readonly StreamRecord[];
  readonly created: readonly StreamRecord[];
  readonly announce: boolean;
}

/** What people are told about new streams, and about having been subscribed by somebody else. */
@Injectable()
export class SubscriptionNotices {
  constructor(private readonly notices: Notices) {}

  async send(tx: Transaction, summary: SubscribeSummary): Promise<void> {
    const linkable = summary.streams.map(({ streamId, name }) => ({ id: streamId, name }));
    const notices = [
      ...this.toSubscribed(summary),
      ...(await this.announcement(tx, summary)),
      ...summary.created.map((stream) => createdNotice(summary.actor, stream)),
    ];
    await this.notices.send(tx, summary.realmState, notices, linkable, summary.actor.userId);
  }

  private toSubscribed({ actor, users, added, streams, created }: SubscribeSummary): Notice[] {
    const isNew = new Set(created.map((stream) => stream.streamId));
    const byId = new Map(streams.map((stream) => [stream.streamId, stream]));
    const told = users.filter((user) => user.userId !== actor.userId && !user.isBot);
    if (told.length > MAX_MEMBERSHIP_NOTICES) return [];
    return told.flatMap((user): Notice[] => {
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

  private async announcement(tx: Transaction, { actor, realmState, created, announce }: SubscribeSummary) {
    const streamId = realmState.realm.notificationsStreamId;
    const told = created.filter((stream) => !stream.isPrivate);
    if (!announce || streamId === null || told.length === 0) return [];
    const stream = await readStream(tx, realmState.realm.realmId, streamId);
    if (!stream) return [];
    const names = told.map(({ name }) => `#**${name}**`).join(', ');
    const what = told.length === 1 ? `a new stream ${names}` : `the following streams: ${names}`;
    return [{ stream, topic: NEW_STREAMS_TOPIC, content: `${silentMention(actor)} created ${what}.` }];
  }
}

function createdNotice(actor: Principal, stream: StreamRecord): Notice {
  const description = stream.description === '' ? '*No description.*' : stream.description;
  const content = `**${policyName(stream)}** stream created by ${silentMention(actor)}. **Description:**\n${quoted(description)}`;
  return { stream, topic: STREAM_EVENTS_TOPIC, content };
}
