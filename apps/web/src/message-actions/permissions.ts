/** The reader, as far as rights depend on it. */
export interface Actor {
  readonly userId: number;
  /** 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest. */
  readonly role: number;
  /** Seconds since the epoch. */
  readonly joinedAt: number;
}

/** Settings of the organization, by the names of the register response. */
export interface ActionRules {
  readonly realm_allow_message_editing: boolean;
  readonly realm_message_content_edit_limit_seconds: number | null;
  readonly realm_edit_topic_policy: number;
  readonly realm_move_messages_within_stream_limit_seconds: number | null;
  readonly realm_move_messages_between_streams_policy: number;
  readonly realm_move_messages_between_streams_limit_seconds: number | null;
  readonly realm_delete_own_message_policy: number;
  readonly realm_message_content_delete_limit_seconds: number | null;
  readonly realm_waiting_period_threshold: number;
}

export interface ActedMessage {
  readonly senderId: number;
  /** The owner of a bot that sent it. */
  readonly senderOwnerId: number | null;
  readonly timestamp: number;
  readonly isInStream: boolean;
  /** The message has submessages, so its content stays. */
  readonly isWidget: boolean;
}

export interface AllowedActions {
  readonly canEdit: boolean;
  readonly canMove: boolean;
  readonly canDelete: boolean;
}

const ADMINISTRATOR = 200;
const MODERATOR = 300;
const MEMBER = 400;
const GUEST = 600;
const SECONDS_PER_DAY = 86_400;

/**
 * The actions that the server would allow now. The menu offers no others; the server decides, and a refusal is shown.
 * `now` in seconds.
 */
export function allowedActions(actor: Actor, message: ActedMessage, rules: ActionRules, now: number): AllowedActions {
  const age = now - message.timestamp;
  const isOwn = message.senderId === actor.userId;
  return {
    canEdit:
      isOwn &&
      !message.isWidget &&
      rules.realm_allow_message_editing &&
      isWithin(age, rules.realm_message_content_edit_limit_seconds),
    canMove: message.isInStream && (canMoveWithin(actor, age, rules, now) || canMoveBetween(actor, age, rules, now)),
    canDelete: canDelete(actor, message, rules, now),
  };
}

function canMoveWithin(actor: Actor, age: number, rules: ActionRules, now: number): boolean {
  const inTime = actor.role <= MODERATOR || isWithin(age, rules.realm_move_messages_within_stream_limit_seconds);
  return inTime && isAllowedBy(rules.realm_edit_topic_policy, actor, rules, now);
}

function canMoveBetween(actor: Actor, age: number, rules: ActionRules, now: number): boolean {
  const inTime = actor.role <= MODERATOR || isWithin(age, rules.realm_move_messages_between_streams_limit_seconds);
  return inTime && isAllowedBy(rules.realm_move_messages_between_streams_policy, actor, rules, now);
}

function canDelete(actor: Actor, message: ActedMessage, rules: ActionRules, now: number): boolean {
  if (actor.role <= ADMINISTRATOR) return true;
  const isOwn = message.senderId === actor.userId || message.senderOwnerId === actor.userId;
  const inTime = isWithin(now - message.timestamp, rules.realm_message_content_delete_limit_seconds);
  return isOwn && inTime && isAllowedBy(rules.realm_delete_own_message_policy, actor, rules, now);
}

const isWithin = (age: number, limit: number | null): boolean => limit === null || age <= limit;

/** The policies of an organization: 1 members, 2 administrators, 3 full members, 4 moderators, 5 everyone, 7 owners. */
function isAllowedBy(policy: number, { role, joinedAt }: Actor, rules: ActionRules, now: number): boolean {
  switch (policy) {
    case 1:
      return role !== GUEST;
    case 2:
      return role <= ADMINISTRATOR;
    case 3: {
      const waited = now - joinedAt >= rules.realm_waiting_period_threshold * SECONDS_PER_DAY;
      return role < MEMBER || (role === MEMBER && waited);
    }
    case 4:
      return role <= MODERATOR;
    case 5:
      return true;
    case 7:
      return role === 100;
    default:
      return false;
  }
}
