import {
  type Account,
  type GetFanoutState,
  GetFanoutState as GetFanoutStateRequest,
  GetRealm,
  GetRealmAccounts,
  GetStreams,
  MessageSent,
  type MessageSentPayload,
  PresenceChanged,
  type Principal,
  type ServiceName,
  type Stream,
  SubscriptionsAdded,
  type SubscriptionsAddedPayload,
  SubscriptionsRemoved,
  type SubscriptionsRemovedPayload,
} from '@chat/contracts';
import { appendUnstored, DomainEventLog, LogBegan } from '@chat/event-log';
import { accountRecord, startFakeService } from '@chat/testing';
import type { Redis } from 'ioredis';

export const REALM_ID = 1;

type SequencedEvent = Parameters<DomainEventLog['append']>[2][number];

/**
 * Fake users and messaging services: like real ones, they change their state first and then publish through the real log.
 */
export class FakeOrganization {
  readonly subscriptions = new Map<number, Set<number>>();
  readonly streams = new Map<number, Stream>();
  isPresenceDisabled = false;
  private readonly users = new Map<number, Account>();
  private readonly log: DomainEventLog;
  private readonly sequences = new Map<ServiceName, number>();
  /** By service, all of its events. */
  private readonly outboxes = new Map<ServiceName, SequencedEvent[]>();
  private nextMessageId = 1;
  private closing: (() => Promise<void>)[] = [];
  /** All events of messaging, by sequence, for comparison with the queues. */
  private readonly published: { readonly sequence: number; readonly type: string; readonly payload: object }[] = [];
  /** Appends go one after another, as the outbox does it. */
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly redis: Redis) {
    this.log = new DomainEventLog(redis);
  }

  async start(redisUrl: string): Promise<void> {
    const messaging = await startFakeService(redisUrl, 'messaging', {
      [GetFanoutStateRequest.pattern]: ({ userIds }: GetFanoutState) => ({
        sequence: this.sequenceOf('messaging'),
        state: { subscriptions: Object.fromEntries(userIds.map((userId) => [userId, [...this.streamsOf(userId)]])) },
      }),
      [GetStreams.pattern]: () => ({
        sequence: this.sequenceOf('messaging'),
        state: [...this.streams.values()],
      }),
    });
    const users = await startFakeService(redisUrl, 'users', {
      [GetRealmAccounts.pattern]: () => ({
        sequence: this.sequenceOf('users'),
        state: { users: [...this.users.values()], groups: [] },
      }),
    });
    const realms = await startFakeService(redisUrl, 'realm-settings', {
      [GetRealm.pattern]: () => ({ sequence: 0, state: { presenceDisabled: this.isPresenceDisabled } }),
    });
    this.closing = [() => messaging.close(), () => users.close(), () => realms.close()];
  }

  async close(): Promise<void> {
    for (const close of this.closing) await close();
  }

  sequenceOf(service: ServiceName): number {
    return this.sequences.get(service) ?? 0;
  }

  streamsOf(userId: number): ReadonlySet<number> {
    return this.subscriptions.get(userId) ?? new Set();
  }

  user(userId: number, changes: Partial<Account> = {}): Principal {
    const user = accountRecord(userId, { joinedAtSeconds: 0, ...changes });
    this.users.set(userId, user);
    const { role, isBot, botOwnerId, email, fullName, joinedAtSeconds } = user;
    return { realmId: REALM_ID, userId, role, isBot, botOwnerId, email, fullName, joinedAtSeconds };
  }

  stream(streamId: number, isPrivate = false): Stream {
    const stream = {
      streamId,
      name: `stream ${streamId}`,
      isPrivate,
      isWebPublic: false,
      isHistoryPublicToSubscribers: !isPrivate,
    };
    this.streams.set(streamId, stream);
    return stream;
  }

  /** Changes the state and the sequence at once, so that the stamp of a snapshot always covers its content. */
  subscribe(userId: number, streamId: number): Promise<void> {
    this.subscriptions.set(userId, new Set([...this.streamsOf(userId), streamId]));
    return this.tell('messaging', SubscriptionsAdded.type, { added: [{ userId, streamId }], streams: [] });
  }

  unsubscribe(userId: number, streamId: number): Promise<void> {
    const streams = new Set(this.streamsOf(userId));
    streams.delete(streamId);
    this.subscriptions.set(userId, streams);
    return this.tell('messaging', SubscriptionsRemoved.type, { removed: [{ userId, streamId }], streams: [] });
  }

  async send(streamId: number, message: Partial<MessageSentPayload> = {}): Promise<number> {
    const messageId = this.nextMessageId++;
    const payload: MessageSentPayload = {
      messageId,
      sender: { userId: 1, email: 'user1@example.com', fullName: 'User 1', realmStr: 'test', isBot: false },
      recipient: { kind: 'stream', recipientId: 9, streamId, streamName: `stream ${streamId}`, topic: 'topic' },
      content: `message ${messageId}`,
      renderedContent: `<p>message ${messageId}</p>`,
      topicLinks: [],
      isMeMessage: false,
      clientName: 'test',
      sentAtSeconds: 1_700_000_000,
      mentionedUserIds: [],
      wildcardMentioned: false,
      alertWordUserIds: [],
      isReadBySender: false,
      localEcho: null,
      ...message,
    };
    await this.tell('messaging', MessageSent.type, payload);
    return messageId;
  }

  /** Appends an event that no outbox has, so that a loss is for ever. */
  async announcePresence(userId: number): Promise<void> {
    const change = { userId, client: 'website', status: 'active', timestampSeconds: 1_700_000_000 };
    const payload = { changes: [change], toldAtSeconds: 1_700_000_000 };
    await appendUnstored(this.redis, 'events', REALM_ID, PresenceChanged.type, payload);
  }

  /** Marks the begin of a new epoch of the log, as after a loss in PostgreSQL. */
  beginLog(): Promise<void> {
    return this.tell('messaging', LogBegan.type, { epoch: 1 });
  }

  /** Resolves when the log has all events. */
  async appended(): Promise<void> {
    await this.last;
  }

  /** Redis was wiped: the log begins anew where the services stand. */
  forgetLog(): void {
    this.published.length = 0;
    for (const [userId, streams] of this.subscriptions) {
      const added = [...streams].map((streamId) => ({ userId, streamId }));
      this.published.push({ sequence: 0, type: SubscriptionsAdded.type, payload: { added, streams: [] } });
    }
  }

  /** Ids of the messages after `covered` that the user should get, by subscriptions at the time of each message. */
  messagesFor(userId: number, covered: number): number[] {
    const streams = new Set<number>();
    const messageIds: number[] = [];
    for (const { sequence, type, payload } of this.published) {
      if (type === MessageSent.type) {
        const { messageId, recipient } = payload as MessageSentPayload;
        const isReader = recipient.kind === 'stream' && streams.has(recipient.streamId);
        if (isReader && sequence > covered) messageIds.push(messageId);
      } else if (type === SubscriptionsAdded.type) {
        const { added } = payload as SubscriptionsAddedPayload;
        for (const one of added) if (one.userId === userId) streams.add(one.streamId);
      } else if (type === SubscriptionsRemoved.type) {
        const { removed } = payload as SubscriptionsRemovedPayload;
        for (const one of removed) if (one.userId === userId) streams.delete(one.streamId);
      }
    }
    return messageIds;
  }

  /** Numbered at once, appended in that order. */
  tell(service: ServiceName, type: string, payload: object): Promise<void> {
    const sequence = this.sequenceOf(service) + 1;
    this.sequences.set(service, sequence);
    const outbox = this.outboxes.get(service) ?? [];
    this.outboxes.set(service, outbox);
    const event = { sequence, type, payload: JSON.stringify(payload) };
    outbox.push(event);
    if (service === 'messaging') this.published.push({ sequence, type, payload });
    const appended = this.last.then(() => this.append(service, [event]));
    this.last = appended;
    return appended;
  }

  /** Appends the events that a log lacks, as a sweep of the outboxes does. */
  async sweep(log = this.log): Promise<void> {
    for (const [service, outbox] of this.outboxes) {
      this.last = this.last.then(() => this.append(service, outbox, log));
      await this.last;
    }
  }

  /** Appends the event in the log's sequence: after a loss, the events before it come first. */
  private async append(service: ServiceName, events: readonly SequencedEvent[], log = this.log): Promise<void> {
    const outcome = await log.append(service, REALM_ID, events, { afterWipe: true });
    if (outcome.kind === 'appended') return;
    if (outcome.kind === 'conflict') throw new Error('Events without identities conflict with none.');
    const missing = (this.outboxes.get(service) ?? []).filter(({ sequence }) => sequence > outcome.head);
    await this.append(service, missing, log);
  }
}
