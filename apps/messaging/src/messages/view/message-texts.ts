import {
  type Account,
  avatarUrlFor,
  canSeeDeliveryEmail,
  type DisplayRecipient,
  type Message,
  type MessageReaction,
  type Principal,
  type Reaction,
  type RealmRecord,
  type Wire,
} from '@chat/contracts';
import { type Linkifier, topicLinks } from '@chat/markdown';
import type { RealmUsers } from '../../projections/realm-users.js';
import { flagNames, type NotedMessage, SPECTATOR_FLAGS } from '../../read-state/flag-names.js';
import { ReaderState } from '../../read-state/reader-state.js';
import type { MessageBody } from './message-body.js';
import type { MessageStates } from './message-states.js';

type WireMessage = Wire<Message>;

/** The reader, the requested form, and the state of the realm. */
export interface MessageViewContext {
  /** Null: a spectator. */
  readonly reader: Principal | null;
  readonly applyMarkdown: boolean;
  readonly clientExtavatar: boolean;
  readonly users: RealmUsers;
  readonly realm: RealmRecord;
  readonly linkifiers: readonly Linkifier[];
  /** Of every stream that one of the messages is in. */
  readonly streamNames: ReadonlyMap<number, string>;
}

/** Topics of each realm with cached links. */
const MAX_TOPICS = 2_000;

/*
 * Texts, cached by the object that they are made from: an account, and a realm's linkifiers, are replaced by other objects when
 * they change.
 */
const personTexts = new WeakMap<Account, string>();
/** By whether the address is seen and whether the client computes pictures' addresses. */
const senderTexts = new WeakMap<Account, (string | undefined)[]>();
const topicLinkTexts = new WeakMap<readonly Linkifier[], Map<string, string>>();
/** By what they follow from. */
const flagTexts: string[] = [];

/** Writes messages under wire names, as one reader sees them. Source: API contract, "Message". */
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
      (this.state ? flagsText(this.state.note(body)) : memberOf('flags', JSON.stringify(SPECTATOR_FLAGS))) +
      more +
      '}'
    );
  }

  private senderText(senderId: number): string {
    const { users, reader, clientExtavatar } = this.context;
    const sender = users.get(senderId);
    if (!sender) return UNKNOWN_SENDER;
    let texts = senderTexts.get(sender);
    if (!texts) {
      texts = [];
      senderTexts.set(sender, texts);
    }
    const kind = (canSeeDeliveryEmail(reader, sender) ? 1 : 0) + (clientExtavatar ? 2 : 0);
    let text = texts[kind];
    if (text === undefined) {
      const { email, fullName } = sender;
      const avatar_url = avatarUrlFor(reader, sender, clientExtavatar);
      text = membersOf({ sender_email: email, sender_full_name: fullName, avatar_url });
      texts[kind] = text;
    }
    return text;
  }

  private displayText({ streamId, participantIds }: MessageBody): string {
    if (streamId === null) {
      const people = (participantIds ?? []).map((id) => this.personText(id));
      return memberOf('display_recipient', `[${people.join(',')}]`);
    }
    let text = this.displayTexts.get(streamId);
    if (text === undefined) {
      text = membersOf({ display_recipient: this.context.streamNames.get(streamId) as string });
      this.displayTexts.set(streamId, text);
    }
    return text;
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
    const known = user && personTexts.get(user);
    if (known !== undefined) return known;
    const person: Wire<DisplayRecipient> = {
      id: userId,
      email: user?.email ?? '',
      full_name: user?.fullName ?? '',
      is_mirror_dummy: false,
    };
    const text = JSON.stringify(person);
    if (user) personTexts.set(user, text);
    return text;
  }
}

function linksText(topic: string, linkifiers: readonly Linkifier[]): string {
  let texts = topicLinkTexts.get(linkifiers);
  if (!texts) {
    texts = new Map();
    topicLinkTexts.set(linkifiers, texts);
  }
  let text = texts.get(topic);
  if (text === undefined) {
    text = membersOf({ topic_links: topicLinks(topic, linkifiers) });
    if (texts.size >= MAX_TOPICS) texts.clear();
    texts.set(topic, text);
  }
  return text;
}

function flagsText(noted: NotedMessage): string {
  const key =
    (noted.isRead ? 1 : 0) +
    (noted.isStarred ? 2 : 0) +
    (noted.isCollapsed ? 4 : 0) +
    (noted.isMentioned ? 8 : 0) +
    (noted.isWildcardMention ? 16 : 0) +
    (noted.hasAlertWord ? 32 : 0) +
    (noted.isReceived ? 64 : 0);
  let text = flagTexts[key];
  if (text === undefined) {
    text = membersOf({ flags: flagNames(noted) });
    flagTexts[key] = text;
  }
  return text;
}

/** JSON text of one member, to be put behind others. */
const memberOf = (name: keyof WireMessage, text: string): string => `,"${name}":${text}`;

/** JSON text of members, to be put behind others. */
const membersOf = (members: Partial<WireMessage>): string => `,${JSON.stringify(members).slice(1, -1)}`;

const NO_TOPIC_LINKS = membersOf({ topic_links: [] });
const NO_REACTIONS = membersOf({ reactions: [] });
const UNKNOWN_SENDER = membersOf({ sender_email: '', sender_full_name: '', avatar_url: null });
