import type { Message } from '@chat/chat-client';
import { useMemo } from 'react';
import { usePageClient } from '../client/index.js';
import { useText } from '../languages/index.js';
import { MessageContent } from '../message/message-content.js';
import { setFlag } from '../message-actions/commands.js';
import { EditForm } from '../message-actions/edit-form.js';
import { useOpenAction } from '../message-actions/open-state.js';
import { pickReaction } from '../message-actions/pick-reaction.js';
import { ReactionList } from '../message-actions/reaction-list.js';
import { MessageWidget, widgetOf } from '../widgets/index.js';
import styles from './message-body.module.css';
import { MessageMarks } from './message-marks.js';

interface Props {
  readonly message: Message;
  readonly hasSender: boolean;
}

export function MessageBody({ message, hasSender }: Props) {
  const text = useText();
  const page = usePageClient();
  const { client } = page.changes;
  const widget = useMemo(() => widgetOf(message), [message]);
  const isEdited = useOpenAction((action) => action?.kind === 'edit' && action.messageId === message.id);
  if (isEdited) return <EditForm message={message} />;
  if (message.flags.includes('collapsed')) {
    return (
      <button
        type="button"
        className={styles.collapsed}
        onClick={() => void setFlag(page, message.id, 'collapsed', false)}
      >
        {text('message.collapsed')}
      </button>
    );
  }
  return (
    <>
      <div className={styles.body} data-mention={isMention(message) || undefined}>
        {widget === undefined ? (
          <MessageContent
            html={message.content}
            actor={message.is_me_message ? message.sender_full_name : undefined}
            hasAlertWord={message.flags.includes('has_alert_word')}
          />
        ) : (
          <MessageWidget message={message} widget={widget} />
        )}
        {!hasSender && <MessageMarks message={message} />}
      </div>
      {message.reactions.length > 0 && (
        <ReactionList message={message} onAdd={(button) => pickReaction(client, message, button)} />
      )}
    </>
  );
}

const isMention = ({ flags }: Message): boolean => flags.includes('mentioned') || flags.includes('wildcard_mentioned');
