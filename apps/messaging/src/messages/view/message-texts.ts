import {
  type Account,
  avatarUrlFor,
  canSeeDeliveryEmail,
  type DisplayRecipient,
  type Message,
  type MessageReaction,
  type Principal,
  type Reaction,
  type Submessage,
  type Wire,
} from '@chat/contracts';
import { type Linkifier, topicLinks } from '@chat/markdown';
import type { RealmState } from '../../projections/realm-projections.js';
import { flagNames, type MessageMarks, ReaderState, SPECTATOR_FLAGS } from '../../read-state/reader-state.js';
import type { MessageBody } from './message-body.js';
import type { MessageStates } from './message-states.js';

type WireMessage = Wire<Message>;

export interface MessageViewContext extends RealmState {
  /** Null: a spectator. */
  readonly reader: Principal | null;
  readonly clientExtavatar: boolean;
  readonly linkifiers: readonly Linkifier[];
  readonly streamNames: ReadonlyMap<number, string>;
}

/** Topics with cached links, of each realm. */
const MAX_TOPICS = 2_000;

/* Texts are cached by the object that they are made from: a changed account, or changed linkifiers, are new objects. */
const personTexts = new WeakMap<Account, string>();
/** By visibility of the email address and by the side that computes avatar URLs, server or client. */
const senderTexts = new WeakMap<Account, Map<number, string>>();
const topicLinkTexts = new WeakMap<readonly Linkifier[], Map<string, string>>();
/** By the bits of {@link flagsText}. */
const flagTexts = new Map<number, string>();

/** Writes messages under wire names, as one reader sees them. */
export class MessageTexts {
  private readonly state: ReaderState | undefined;
  private readonly realmText: string;
  private readonly displayTexts = new Map<number, string>();

  constructor(
    private readonly context: MessageViewContext,
    private readonly states: MessageStates,
  ) {
    this.state = context.reader ? new ReaderState(context.reader.userId, states) : undefined;
    this.realmText = membersOf({ sender_realm_str: context.realm.str });
  }

  /** JSON text. `more`: further members, each after a comma. */
  textOf(body: MessageBody, more = ''): string {
    const { context } = this;
    const history =
      body.editHistory !== null && context.realm.allowEditHistory ? memberOf('edit_history', body.editHistory) : '';
    return (
      body.text +
      this.senderText(body.senderId) +
      this.realmText +
      this.displayText(body) +
      (body.streamId === null ? NO_TOPIC_LINKS : linksText(body.topic, context.linkifiers)) +
      history +
      this.reactionsText(body.id) +
      submessagesText(this.states.submessages.get(body.id)) +
      (this.state ? flagsText(this.state.marksOf(body)) : memberOf('flags', JSON.stringify(SPECTATOR_FLAGS))) +
      more +
      '}'
    );
  }

  private senderText(senderId: number): string {
    const { users, reader, clientExtavatar } = this.context;
    const sender = users.get(senderId);
    if (!sender) return UNKNOWN_SENDER;
    const texts = cached(senderTexts, sender, () => new Map());
    const kind = (canSeeDeliveryEmail(reader, sender) ? 1 : 0) + (clientExtavatar ? 2 : 0);
    return cached(texts, kind, () => {
      const { email, fullName } = sender;
      const avatar_url = avatarUrlFor(reader, sender, clientExtavatar);
      return membersOf({ sender_email: email, sender_full_name: fullName, avatar_url });
    });
  }

  private displayText({ streamId, participantIds }: MessageBody): string {
    if (streamId === null) {
      const people = (participantIds ?? []).map((id) => this.personText(id));
      return memberOf('display_recipient', `[${people.join(',')}]`);
    }
    return cached(this.displayTexts, streamId, () =>
      membersOf({ display_recipient: this.context.streamNames.get(streamId) as string }),
    );
  }

  private reactionsText(messageId: number): string {
    const reactions = this.states.reactions.get(messageId);
    if (!reactions) return NO_REACTIONS;
    return memberOf('reactions', `[${reactions.map((reaction) => this.reactionText(reaction)).join(',')}]`);
  }

  private reactionText({ emojiName, emojiCode, reactionType, userId }: Reaction): string {
    const members: Omit<Wire<MessageReaction>, 'user'> = {
      emoji_name: emojiName,
      emoji_code: emojiCode,
      reaction_type: reactionType,
      user_id: userId,
    };
    const user: keyof MessageReaction = 'user';
    return `${JSON.stringify(members).slice(0, -1)},"${user}":${this.personText(userId)}}`;
  }

  private personText(userId: number): string {
    const user = this.context.users.get(userId);
    return user ? cached(personTexts, user, () => personText(userId, user)) : personText(userId);
  }
}

/** The cached text; `make` makes it at first. */
function cached<Key, Value>(
  texts: { get(key: Key): Value | undefined; set(key: Key, text: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  let text = texts.get(key);
  if (text === undefined) {
    text = make();
    texts.set(key, text);
  }
  return text;
}

/** Users that the projection does not know have an empty name. */
function personText(id: number, user?: Account): string {
  const { email = '', fullName: full_name = '' } = user ?? {};
  const person: Wire<DisplayRecipient> = { id, email, full_name, is_mirror_dummy: false };
  return JSON.stringify(person);
}

function submessagesText(submessages: readonly Submessage[] | undefined): string {
  if (!submessages) return NO_SUBMESSAGES;
  return membersOf({
    submessages: submessages.map(({ id, messageId, senderId, msgType, content }) => ({
      id,
      message_id: messageId,
      sender_id: senderId,
      msg_type: msgType,
      content,
    })),
  });
}

function linksText(topic: string, linkifiers: readonly Linkifier[]): string {
  const texts = cached(topicLinkTexts, linkifiers, () => new Map<string, string>());
  if (texts.size >= MAX_TOPICS) texts.clear();
  return cached(texts, topic, () => membersOf({ topic_links: topicLinks(topic, linkifiers) }));
}

function flagsText(marks: MessageMarks): string {
  const key =
    (marks.isRead ? 1 : 0) +
    (marks.isStarred ? 2 : 0) +
    (marks.isCollapsed ? 4 : 0) +
    (marks.isMentioned ? 8 : 0) +
    (marks.isWildcardMention ? 16 : 0) +
    (marks.hasAlertWord ? 32 : 0) +
    (marks.isReceived ? 64 : 0);
  return cached(flagTexts, key, () => membersOf({ flags: flagNames(marks) }));
}

const memberOf = (name: keyof WireMessage, text: string): string => `,"${name}":${text}`;

const membersOf = (members: Partial<WireMessage>): string => `,${JSON.stringify(members).slice(1, -1)}`;

const NO_TOPIC_LINKS = membersOf({ topic_links: [] });
const NO_REACTIONS = membersOf({ reactions: [] });
const NO_SUBMESSAGES = membersOf({ submessages: [] });
const UNKNOWN_SENDER = membersOf({ sender_email: '', sender_full_name: '', avatar_url: null });
