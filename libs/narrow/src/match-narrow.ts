import { foldName } from '@chat/text';
import type { HasPart, Narrow, NarrowTerm, UserReference } from './narrow.js';

/** A message as one reader sees it, with the properties that narrows test. */
export interface MessageForReader {
  readonly messageId: number;
  readonly sender: NarrowUser;
  readonly recipient:
    | {
        readonly kind: 'stream';
        readonly streamId: number;
        readonly streamName: string;
        readonly topic: string;
        readonly isPublic: boolean;
        readonly isWebPublic: boolean;
      }
    /** All participants, the reader too. */
    | { readonly kind: 'direct'; readonly participants: readonly NarrowUser[] };
  readonly readerId: number;
  /** The reader's flags under wire names: `read`, `starred`, `mentioned`, `wildcard_mentioned`, `has_alert_word` … */
  readonly flags: readonly string[];
  readonly renderedContent: string;
  /** Whether the message gives access to an uploaded file. */
  readonly hasAttachment: boolean;
  /** Markdown, searched by `search`. */
  readonly content: string;
  /** Whether the reader muted the stream or the topic. */
  readonly isMuted: boolean;
}

export interface NarrowUser {
  readonly id: number;
  /** API email. */
  readonly email: string;
}

/** Prefix of resolved topics. */
export const RESOLVED_TOPIC_PREFIX = '✔ ';

/** Whether the message matches every term, with the same meaning as the SQL of the history. */
export const matchesNarrow = (narrow: Narrow, message: MessageForReader): boolean =>
  narrow.every(
    (term) => meets(term, message) !== (term.isNegated && term.operator !== 'near' && term.operator !== 'in'),
  );

function meets(term: NarrowTerm, message: MessageForReader): boolean {
  const { recipient } = message;
  switch (term.operator) {
    case 'stream':
      if (recipient.kind !== 'stream') return false;
      return typeof term.stream === 'number'
        ? recipient.streamId === term.stream
        : isNamed(recipient.streamName, term.stream);
    case 'streams':
      if (recipient.kind !== 'stream') return false;
      return term.streams === 'public' ? recipient.isPublic : recipient.isWebPublic;
    case 'topic':
      return recipient.kind === 'stream' && isNamed(recipient.topic, term.topic);
    case 'sender':
      return isUser(message.sender, term.user);
    case 'dm':
      return recipient.kind === 'direct' && isConversationOf(recipient.participants, term.users, message.readerId);
    case 'dm-including':
      return (
        recipient.kind === 'direct' &&
        (!term.groupsOnly || recipient.participants.length > 2) &&
        recipient.participants.some((participant) => isUser(participant, term.user))
      );
    case 'is':
      return hasProperty(term.property, message);
    case 'in':
      return term.view === 'all' || !message.isMuted;
    case 'has':
      return hasPart(term.part, message);
    case 'id':
      return message.messageId === term.messageId;
    case 'near':
      return true;
    case 'search':
      return containsWords(term.query, message);
  }
}

/** Compares folded names without blank ends, as the history does. */
const isNamed = (name: string, given: string): boolean => foldName(name) === foldName(given.trim());

const isUser = (user: NarrowUser, reference: UserReference): boolean =>
  typeof reference === 'number' ? user.id === reference : isNamed(user.email, reference);

function isConversationOf(participants: readonly NarrowUser[], named: readonly UserReference[], readerId: number) {
  return (
    named.every((reference) => participants.some((participant) => isUser(participant, reference))) &&
    participants.every(
      (participant) => participant.id === readerId || named.some((reference) => isUser(participant, reference)),
    )
  );
}

function hasProperty(property: (NarrowTerm & { operator: 'is' })['property'], message: MessageForReader): boolean {
  switch (property) {
    case 'dm':
      return message.recipient.kind === 'direct';
    case 'starred':
      return message.flags.includes('starred');
    case 'unread':
      return !message.flags.includes('read');
    case 'mentioned':
      return message.flags.includes('mentioned') || message.flags.includes('wildcard_mentioned');
    case 'alerted':
      return message.flags.includes('has_alert_word');
    case 'resolved':
      return message.recipient.kind === 'stream' && message.recipient.topic.startsWith(RESOLVED_TOPIC_PREFIX);
  }
}

/** Whether the rendered HTML has the part, by the marks of the renderer; an attachment is no matter of the HTML. */
function hasPart(part: HasPart, { renderedContent, hasAttachment }: MessageForReader): boolean {
  switch (part) {
    case 'link':
      return renderedContent.includes('<a href="');
    case 'image':
      return /<div class="message_inline_image">|<img alt="[^"]*" class="inline-image[" ]/.test(renderedContent);
    case 'attachment':
      return hasAttachment;
  }
}

/** Whether content or topic contain every word. Unlike the full-text search of the history, this ignores word stems. */
function containsWords(query: string, message: MessageForReader): boolean {
  const topic = message.recipient.kind === 'stream' ? message.recipient.topic : '';
  const searched = foldName(`${topic}\n${message.content}`);
  return (query.match(/"[^"]+"|\S+/g) ?? []).every((word) => searched.includes(foldName(word.replaceAll('"', ''))));
}
