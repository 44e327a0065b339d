import type { WireEvent } from '../event-reader.js';
import { type EventFields, type EventKind, kindOf } from '../state/client-events.js';
import type { ClientState } from '../state/client-state.js';
import { inTopic } from '../state/unread-messages.js';
import { edited, extended, flagged, reacted } from './changed-message.js';
import { forReader, inPlace, type Message, streamOf } from './message.js';
import type { MessageView } from './message-view.js';

type Applied = { readonly [Kind in EventKind]?: (fields: EventFields<Kind>) => void };

type FlagChange = Pick<EventFields<'update_message_flags.add'>, 'flag' | 'messages' | 'all'>;

/** Applies events to the held messages and to every view of them. */
export class ViewChanges {
  private changed = new Set<number>();

  constructor(
    private readonly messages: Map<number, Message>,
    private readonly views: ReadonlyMap<string, MessageView>,
    private readonly state: () => ClientState,
  ) {}

  /** Returns the ids of changed messages. The state has the event already. */
  apply({ id: _, type, op, ...fields }: WireEvent): ReadonlySet<number> {
    this.changed = new Set();
    const change = this.kinds[kindOf({ type, op })] as ((fields: unknown) => void) | undefined;
    change?.(fields);
    return this.changed;
  }

  private readonly kinds: Applied = {
    message: ({ message, flags }) => this.enter({ ...message, flags }),
    update_message: (event) => this.wasEdited(event),
    delete_message: (event) => this.gone('message_ids' in event ? event.message_ids : [event.message_id]),
    'update_message_flags.add': (event) => this.flagsChanged(event, true),
    'update_message_flags.remove': (event) => this.flagsChanged(event, false),
    'reaction.add': (event) => this.change(event.message_id, (message) => reacted(message, event, true)),
    'reaction.remove': (event) => this.change(event.message_id, (message) => reacted(message, event, false)),
    submessage: (event) => this.change(event.message_id, (message) => extended(message, event)),
    'subscription.add': () => this.expire(() => true),
    'subscription.remove': () => this.expire(() => true),
    'stream.delete': () => this.expire(() => true),
    'subscription.update': () => this.expire((view) => view.terms.dependsOnMuting),
    user_topic: () => this.expire((view) => view.terms.dependsOnMuting),
  };

  private wasEdited(event: EventFields<'update_message'>): void {
    const streamName =
      event.new_stream_id === undefined ? undefined : streamOf(this.state(), event.new_stream_id)?.name;
    const ids = new Set([event.message_id, ...event.message_ids]);
    const strange: number[] = [];
    for (const id of ids) {
      if (this.messages.has(id)) this.change(id, (message) => edited(message, event, streamName));
      else strange.push(id);
    }
    const isMove = event.subject !== undefined || event.new_stream_id !== undefined;
    if (strange.length > 0)
      this.expire((view) => strange.some((id) => view.covers(id)) && this.mayEnter(view, event, isMove));
  }

  /** Whether messages that the client does not hold may be in the view after the event. */
  private mayEnter(view: MessageView, event: EventFields<'update_message'>, isMove: boolean): boolean {
    if (!isMove) return view.terms.dependsOnContent;
    const topic = event.subject ?? event.orig_subject ?? '';
    return view.terms.mayMatchIn(inPlace(this.state(), inTopic(event.new_stream_id ?? event.stream_id ?? 0, topic)));
  }

  private gone(ids: readonly number[]): void {
    for (const id of ids) {
      for (const view of this.views.values()) view.remove(id);
      if (this.messages.delete(id)) this.changed.add(id);
    }
  }

  private flagsChanged({ flag, messages, all }: FlagChange, isSet: boolean): void {
    const ids = all ? [...this.messages.keys()] : messages;
    for (const id of ids) this.change(id, (message) => flagged(message, flag, isSet));
    const strange = messages.filter((id) => !this.messages.has(id));
    this.expire((view) => view.terms.dependsOn(flag) && (all || strange.some((id) => view.covers(id))));
  }

  private change(id: number, change: (message: Message) => Message): void {
    const message = this.messages.get(id);
    if (message === undefined) return;
    const now = change(message);
    if (now !== message) this.set(now);
    // A page may have brought the change earlier, to another view.
    this.enter(now);
  }

  private set(message: Message): void {
    this.messages.set(message.id, message);
    this.changed.add(message.id);
  }

  /** Puts the message into every view that it matches, and takes it from the others. */
  enter(message: Message): void {
    const seen = forReader(this.state(), message);
    for (const view of this.views.values()) {
      if (!view.covers(message.id)) continue;
      if (view.terms.isSearch) view.expire();
      else if (!view.terms.matches(seen)) view.remove(message.id);
      else {
        // Listeners of the view look for the message at once.
        if (!this.messages.has(message.id)) this.set(message);
        view.insert(message.id);
      }
    }
  }

  private expire(isConcerned: (view: MessageView) => boolean): void {
    for (const view of this.views.values()) if (isConcerned(view)) view.expire();
  }
}
