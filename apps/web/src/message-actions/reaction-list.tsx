import type { Message } from '@chat/chat-client';
import { useClient, useField } from '../client/index.js';
import { Icon } from '../design/icon.js';
import { useFormats, useText } from '../languages/index.js';
import { Emoji } from '../message/emoji.js';
import { groupReactions, type ReactionGroup } from '../message/reactions.js';
import { toggleReaction } from './commands.js';
import styles from './reaction-list.module.css';

/** Up to this many people are named instead of counted. */
const MAX_NAMED = 2;

interface Props {
  readonly message: Message;
  readonly onAdd: (button: HTMLElement) => void;
}

export function ReactionList({ message, onAdd }: Props) {
  const text = useText();
  const ownUserId = useField('user_id') as number;
  const groups = groupReactions(message.reactions, ownUserId);
  return (
    <div className={styles.list}>
      {groups.map((group) => (
        <Reaction key={group.key} message={message} group={group} ownUserId={ownUserId} />
      ))}
      <button
        type="button"
        className={styles.add}
        aria-label={text('message.addReaction')}
        onClick={(event) => onAdd(event.currentTarget)}
      >
        <Icon name="smile" size={15} />
      </button>
    </div>
  );
}

interface ReactionProps {
  readonly message: Message;
  readonly group: ReactionGroup;
  readonly ownUserId: number;
}

function Reaction({ message, group, ownUserId }: ReactionProps) {
  const client = useClient();
  const text = useText();
  const formats = useFormats();
  const users = client.state.records('realm_users');
  const names = group.userIds.map((id) => (id === ownUserId ? text('message.you') : (users.get(id)?.full_name ?? '')));
  const firstNames = names.map((name) => name.split(' ')[0] ?? name);
  return (
    <button
      type="button"
      className={styles.reaction}
      aria-pressed={group.isOwn}
      aria-label={text('message.reaction', { emoji: group.name, count: names.length, people: formats.list(names) })}
      title={text('message.reactionTitle', { emoji: group.name, people: formats.list(names) })}
      onClick={() => void toggleReaction(client, message.id, group)}
    >
      <Emoji emoji={group} />
      <span>{names.length <= MAX_NAMED && !group.isOwn ? formats.list(firstNames) : formats.number(names.length)}</span>
    </button>
  );
}
