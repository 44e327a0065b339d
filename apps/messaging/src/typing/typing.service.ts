import { badRequest, type Principal, type TypingChange, TypingChanged } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { Access } from '../access/access.js';
import { StreamRecipients, streamPlace } from '../messages/send/stream-recipients.js';
import { RealmProjections } from '../projections/realm-projections.js';
import { streamOf } from '../stream-records/stream-records.repository.js';

type Recipient = Parameters<typeof TypingChanged.of>[0]['recipient'];

@Injectable()
export class TypingService {
  constructor(
    private readonly database: Database,
    private readonly access: Access,
    private readonly projections: RealmProjections,
    private readonly streamRecipients: StreamRecipients,
  ) {}

  async set(actor: Principal, change: TypingChange): Promise<void> {
    const { type, op, to } = change;
    if (to.length === 0) throw badRequest("Empty 'to' list");
    const recipient = type === 'stream' ? await this.stream(actor, change) : await this.people(actor, to);
    const sender = { userId: actor.userId, email: actor.email };
    await this.database.transaction(async (tx) => {
      tx.record(actor.realmId, TypingChanged.of({ op, sender, recipient }));
    });
  }

  private async requireEnabled(
    { realmId, userId }: Principal,
    setting: 'sendStreamTypingNotifications' | 'sendPrivateTypingNotifications',
    kind: 'stream' | 'direct',
  ): Promise<void> {
    const users = await this.projections.users(realmId);
    if (users.get(userId)?.settings[setting] !== false) return;
    throw badRequest(`User has disabled typing notifications for ${kind} messages`);
  }

  private async stream(actor: Principal, { to, topic }: TypingChange): Promise<Recipient> {
    if (to.length > 1) throw badRequest('Cannot send to multiple streams');
    if (topic === undefined) throw badRequest('Missing topic');
    await this.requireEnabled(actor, 'sendStreamTypingNotifications', 'stream');
    const streamId = to[0] as number;
    await this.access.stream(actor, streamId, 'read');
    // Typing needs the permission to post.
    const realmState = await this.projections.state(actor.realmId);
    const { stream, recipient } = await this.streamRecipients.writableBy(
      actor,
      streamPlace(streamId, topic),
      realmState,
    );
    return { kind: 'stream', stream: streamOf(stream), topic: recipient.topic };
  }

  private async people(actor: Principal, to: readonly number[]): Promise<Recipient> {
    await this.requireEnabled(actor, 'sendPrivateTypingNotifications', 'direct');
    const users = await this.projections.users(actor.realmId);
    const participants = new Map([[actor.userId, { userId: actor.userId, email: actor.email }]]);
    for (const id of to) participants.set(id, { userId: id, email: users.require(id).email });
    return { kind: 'direct', participants: [...participants.values()].sort((a, b) => a.userId - b.userId) };
  }
}
