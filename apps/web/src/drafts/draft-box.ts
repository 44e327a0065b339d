import { type Destination, destinationKey } from '../sending/index.js';

/** A text that has not been sent, with the only conversation to which it may go. */
export interface LocalDraft {
  readonly destination: Destination;
  readonly content: string;
  readonly editedAtMs: number;
  /** A message that stood in the conversation when the text was begun. */
  readonly seenId?: number | undefined;
  /** The server's copy, if it has one. */
  readonly serverId?: number | undefined;
  /** The text that the server had last, as far as is known here. */
  readonly serverContent?: string | undefined;
  /** The server has this text, so it may replace it by a later one of another device. */
  readonly isSynced: boolean;
}

export interface ServerDraft {
  readonly id?: number;
  readonly type: string;
  readonly to: readonly number[];
  readonly topic: string;
  readonly content: string;
  /** Seconds. */
  readonly timestamp?: number;
}

/** Texts of this browser, by `destinationKey`. A write is kept before it returns, so neither a reload nor a crash loses it. */
export interface DraftStorage {
  readonly all: () => ReadonlyMap<string, LocalDraft>;
  readonly get: (key: string) => LocalDraft | undefined;
  readonly put: (key: string, draft: LocalDraft) => void;
  readonly remove: (key: string) => void;
}

export interface DraftServer {
  readonly create: (draft: ServerDraft) => Promise<number>;
  /** False: the server has it no longer. */
  readonly replace: (id: number, draft: ServerDraft) => Promise<boolean>;
  /** Also resolves if the server has it no longer. */
  readonly remove: (id: number) => Promise<void>;
}

type Places = ReadonlyMap<number, readonly string[]>;

/**
 * One text for each conversation. The browser's storage comes first, the server's copies follow: `sync` sends changed texts, and
 * `takeServerDrafts` takes over those of other devices. A text of this device that the server does not have is never replaced.
 */
export class DraftBox {
  /** Another number after each change. */
  version = 0;
  private readonly listeners = new Map<string, Set<() => void>>();
  private readonly listenersOfAll = new Set<() => void>();
  private readonly syncing = new Map<string, Promise<void>>();
  /** Texts on their way to the server, by conversation. Its events may come before its responses. */
  private readonly sent = new Map<string, string>();
  /** Copies of sent or emptied texts that the server may still have. */
  private readonly left = new Set<number>();
  /** All copies that ended here. The known drafts may show them for a while. */
  private readonly ended = new Set<number>();
  /** Copies that stood among the server's drafts. */
  private readonly seen = new Set<number>();

  constructor(
    private readonly storage: DraftStorage,
    private readonly server: DraftServer,
    private readonly nowMs: () => number,
    /** A message of the conversation that the writer sees. */
    private readonly seenIn: (destination: Destination) => number | undefined,
  ) {}

  get(destination: Destination): string {
    return this.storage.get(destinationKey(destination))?.content ?? '';
  }

  /** Keeps the text at once. An empty text ends the draft. */
  set(destination: Destination, content: string): void {
    const key = destinationKey(destination);
    const known = this.storage.get(key);
    if ((known?.content ?? '') === content) return;
    if (content === '' && known?.serverId === undefined) this.storage.remove(key);
    else {
      const { serverId, serverContent } = known ?? {};
      this.storage.put(key, {
        destination,
        content,
        editedAtMs: this.nowMs(),
        seenId: this.seenId(destination, known),
        serverId,
        serverContent,
        isSynced: false,
      });
    }
    this.report(key);
  }

  /** The text goes on in another conversation, below the text that stands there. Another tab may have moved it already. */
  move(from: Destination, to: Destination): void {
    const [fromKey, toKey] = [destinationKey(from), destinationKey(to)];
    const moved = this.storage.get(fromKey);
    if (moved === undefined || moved.content === '') return;
    if (fromKey !== toKey && this.storage.get(toKey) !== undefined) {
      const texts = new Set([this.get(to), moved.content].filter((text) => text !== ''));
      this.set(to, [...texts].join('\n'));
      this.set(from, '');
      return;
    }
    // With its copy at the server: other devices of the person move the same one.
    this.storage.remove(fromKey);
    this.storage.put(toKey, { ...moved, destination: to, editedAtMs: this.nowMs(), isSynced: false });
    for (const key of new Set([fromKey, toKey])) this.report(key);
  }

  subscribe(destination: Destination, listener: () => void): () => void {
    const key = destinationKey(destination);
    const listeners = this.listeners.get(key) ?? new Set();
    this.listeners.set(key, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** The texts of all conversations. */
  all(): readonly LocalDraft[] {
    return [...this.storage.all().values()].filter(({ content }) => content.trim() !== '');
  }

  /** Copies at the server of texts that were sent or deleted here. The known drafts show them for a while. */
  over(): ReadonlySet<number> {
    const emptied = [...this.storage.all().values()].filter(({ content }) => content.trim() === '');
    return new Set([...this.ended, ...emptied.flatMap(({ serverId }) => serverId ?? [])]);
  }

  readonly subscribeAll = (listener: () => void): (() => void) => {
    this.listenersOfAll.add(listener);
    return () => this.listenersOfAll.delete(listener);
  };

  /** Another tab changed its text. */
  report(key: string): void {
    this.version++;
    for (const listener of this.listenersOfAll) listener();
    for (const listener of this.listeners.get(key) ?? []) listener();
  }

  /** Sends changed texts to the server. Texts that cannot be sent now are sent by the next call. */
  async sync(): Promise<void> {
    const unsynced = [...this.storage.all()].filter(([, { isSynced }]) => !isSynced);
    await Promise.all(unsynced.map(([key]) => this.syncOne(key)));
    await Promise.all([...this.left].map((id) => this.removeCopy(id)));
  }

  /** Takes over the drafts of the server; the later text of a conversation counts. */
  takeServerDrafts(drafts: Iterable<ServerDraft>): void {
    const ids = new Set<number>();
    const places = this.placesOfCopies();
    for (const draft of drafts) {
      if (draft.id !== undefined) {
        ids.add(draft.id);
        this.seen.add(draft.id);
      }
      this.takeOne(draft, places);
    }
    // A copy that was deleted elsewhere, because its text was sent there. A new copy may not stand in the list yet.
    for (const [key, { serverId, isSynced }] of this.storage.all()) {
      if (!isSynced || serverId === undefined || ids.has(serverId) || !this.seen.has(serverId)) continue;
      this.storage.remove(key);
      this.report(key);
    }
  }

  /** That of the begun text: the topic may have moved since, and messages that came later may have its former name. */
  private seenId(destination: Destination, known: LocalDraft | undefined): number | undefined {
    return (known?.content ? known.seenId : undefined) ?? this.seenIn(destination);
  }

  /** The conversations of texts, by their copies at the server. */
  private placesOfCopies(): Places {
    const places = new Map<number, string[]>();
    for (const [key, { serverId }] of this.storage.all()) {
      if (serverId !== undefined) places.set(serverId, [...(places.get(serverId) ?? []), key]);
    }
    return places;
  }

  private takeOne({ id, type, to, topic, content, timestamp = 0 }: ServerDraft, places: Places): void {
    const destination = destinationOfDraft(type, to, topic);
    if (id === undefined || destination === undefined || this.ended.has(id)) return;
    const key = destinationKey(destination);
    if (this.hasLaterElsewhere(id, key, timestamp, places)) return;
    const known = this.storage.get(key);
    if (known !== undefined && !known.isSynced) {
      this.joinOther(key, known, id, content);
      return;
    }
    // The server may return the own text in another form, without blanks at its end: that is no later text.
    if (known !== undefined && 1_000 * timestamp <= known.editedAtMs) return;
    const server = { serverId: id, serverContent: content, isSynced: true };
    const seenId = this.seenId(destination, known);
    this.storage.put(key, { destination, content, editedAtMs: 1_000 * timestamp, seenId, ...server });
    this.report(key);
  }

  /** Whether the text of the copy moved on to another conversation here. If it moved at the server, its former place is emptied. */
  private hasLaterElsewhere(id: number, key: string, timestamp: number, places: Places): boolean {
    const isPlace = (other: string) => other !== key && this.storage.get(other)?.serverId === id;
    const formerKey = places.get(id)?.find(isPlace);
    const own = formerKey === undefined ? undefined : this.storage.get(formerKey);
    if (formerKey === undefined || own === undefined) return false;
    const { isSynced, editedAtMs } = own;
    if (!isSynced || 1_000 * timestamp <= editedAtMs) return true;
    this.storage.remove(formerKey);
    this.report(formerKey);
    return false;
  }

  /** Both texts stay if two devices wrote at the same time. */
  private joinOther(key: string, known: LocalDraft, serverId: number, content: string): void {
    const other = content.trim();
    const isOwn = [known.serverContent, this.sent.get(key)].some((own) => own?.trim() === other);
    // A text that an earlier release stored comes without the text of the server.
    const isUnknown = known.serverId !== undefined && known.serverContent === undefined;
    if (isOwn || isUnknown || known.content.trim() === '' || known.content.includes(other)) return;
    const joined = `${other}\n\n${known.content}`;
    this.storage.put(key, { ...known, content: joined, serverId, serverContent: content });
    this.report(key);
  }

  /** One request at a time for each text, so that a slow one does not overwrite a later one. */
  private syncOne(key: string): Promise<void> {
    const running = this.syncing.get(key);
    if (running !== undefined) return running;
    const sync = this.send(key)
      .catch(() => undefined)
      .finally(() => this.syncing.delete(key));
    this.syncing.set(key, sync);
    return sync;
  }

  private async send(key: string): Promise<void> {
    for (let draft = this.storage.get(key); draft !== undefined && !draft.isSynced; draft = this.storage.get(key)) {
      const sent = draft;
      if (sent.content.trim() === '') {
        this.storage.remove(key);
        return this.endCopy(sent.serverId);
      }
      this.sent.set(key, sent.content);
      const serverId = await this.store(sent);
      const now = this.storage.get(key);
      if (now === undefined) return this.endCopy(serverId);
      this.sent.delete(key);
      const isSynced = now.content === sent.content;
      this.storage.put(key, { ...now, serverId, serverContent: sent.content, isSynced });
    }
  }

  private async store({ destination, content, editedAtMs, serverId }: LocalDraft): Promise<number> {
    const draft = serverDraftOf(destination, content, Math.floor(editedAtMs / 1_000));
    const isReplaced = serverId !== undefined && (await this.server.replace(serverId, draft));
    return isReplaced ? serverId : this.server.create(draft);
  }

  /** Unless the text moved to another conversation and took its copy along. */
  private endCopy(id: number | undefined): void {
    if (id === undefined || [...this.storage.all().values()].some(({ serverId }) => serverId === id)) return;
    this.ended.add(id);
    this.left.add(id);
  }

  /** A copy that cannot be removed now is removed by the next `sync`. */
  private async removeCopy(id: number): Promise<void> {
    this.left.delete(id);
    await this.server.remove(id).catch(() => this.left.add(id));
  }
}

const serverDraftOf = (destination: Destination, content: string, timestamp: number): ServerDraft =>
  destination.type === 'direct'
    ? { type: 'private', to: destination.userIds, topic: '', content, timestamp }
    : { type: 'stream', to: [destination.streamId], topic: destination.topic, content, timestamp };

function destinationOfDraft(type: string, to: readonly number[], topic: string): Destination | undefined {
  if (type === 'stream') {
    const [streamId] = to;
    return streamId === undefined ? undefined : { type: 'stream', streamId, topic };
  }
  // Without people: a text for a conversation that is not chosen yet.
  return { type: 'direct', userIds: [...to].sort((a, b) => a - b) };
}
