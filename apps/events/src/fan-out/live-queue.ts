import {
  type ClientCapabilities,
  type ClientTraits,
  type EventQueueOptions,
  type LoggedEvent,
  type ServiceName,
} from '@chat/contracts';
import { type Narrow, parseQueueNarrow } from '@chat/narrow';
import type { LiveUser } from './live-user.js';

/** By service, the sequence up to which a snapshot told the client already. */
export type Stamps = Readonly<Partial<Record<ServiceName, number>>>;

/** What is stored of a queue's registration. */
export interface QueueMeta {
  readonly userId: number;
  readonly realmId: number;
  readonly options: EventQueueOptions;
  readonly stamps: Stamps;
}

/** A client's event queue as its holder keeps it: what decides which events it gets. The events themselves are in Redis. */
export class LiveQueue {
  readonly traits: ClientTraits;
  readonly allPublicStreams: boolean;
  readonly narrow: Narrow;
  /** A narrow on a stream yields nothing unless the user is subscribed. */
  readonly needsSubscription: boolean;
  private readonly types: ReadonlySet<string> | null;
  /** Who names the newer type does not want the older one, as at registration. */
  private readonly wantsMutedTopics: boolean;
  private readonly stamps: Stamps;

  constructor(
    readonly queueId: string,
    readonly user: LiveUser,
    { options, stamps }: QueueMeta,
  ) {
    const { applyMarkdown, clientExtavatar, slimPresence, includeSubscribers } = options;
    this.traits = {
      applyMarkdown,
      clientExtavatar,
      slimPresence,
      includeSubscribers,
      capabilities: capabilitiesOf(options.capabilities),
    };
    this.allPublicStreams = options.allPublicStreams;
    this.types = options.eventTypes === null ? null : new Set(options.eventTypes);
    this.wantsMutedTopics = !(this.types?.has('user_topic') ?? false);
    this.narrow = parseQueueNarrow(options.narrow);
    this.needsSubscription = this.narrow.some(({ operator, isNegated }) => operator === 'stream' && !isNegated);
    this.stamps = stamps;
  }

  wants(type: string): boolean {
    if (type === 'muted_topics' && !this.wantsMutedTopics) return false;
    return this.types === null || this.types.has(type);
  }

  /** Whether the state that the client got when it registered has the event in it. */
  hasInState({ service, sequence }: LoggedEvent): boolean {
    return sequence <= (this.stamps[service] ?? 0);
  }
}

/** A client that declares nothing has nothing. */
const capabilitiesOf = (declared: Partial<ClientCapabilities>): ClientCapabilities => ({
  notificationSettingsNull: declared.notificationSettingsNull ?? false,
  bulkMessageDeletion: declared.bulkMessageDeletion ?? false,
  userAvatarUrlFieldOptional: declared.userAvatarUrlFieldOptional ?? false,
  streamTypingNotifications: declared.streamTypingNotifications ?? false,
  userSettingsObject: declared.userSettingsObject ?? false,
  linkifierUrlTemplate: declared.linkifierUrlTemplate ?? false,
});
