import { useState } from 'react';
import { useClient, useField } from '../client/index.js';
import { Button } from '../design/button.js';
import { streamStyle } from '../design/stream-style.js';
import { type TextKey, useText } from '../languages/index.js';
import { colorOf, streamIn } from '../names/index.js';
import { conversationId } from './conversation-changes.js';
import type { ListedConversation } from './conversation-list.js';
import { ConversationRow } from './conversation-row.js';
import { EmptyPage } from './empty-page.js';
import { ListHeading } from './list-heading.js';
import styles from './list-page.module.css';
import { NotLoaded } from './not-loaded.js';
import { useConversations } from './use-conversations.js';

const FILTERS = ['all', 'unread', 'written', 'direct'] as const;
type Filter = (typeof FILTERS)[number];
const LABELS: Readonly<Record<Filter, TextKey>> = {
  all: 'recent.all',
  unread: 'recent.unread',
  written: 'recent.written',
  direct: 'recent.direct',
};
const MUTED = 1;

/** All conversations, the newest message first. */
export function RecentConversations() {
  const text = useText();
  const client = useClient();
  const ownId = useField('user_id') ?? 0;
  const [filter, setFilter] = useState<Filter>('all');
  const { conversations, state, nextBefore, loadMore, retry } = useConversations(false);
  const shown = conversations.filter((conversation) => !isMuted(conversation) && matches(conversation));

  function matches({ unread_count, sender_ids, stream_id }: ListedConversation): boolean {
    if (filter === 'unread') return unread_count > 0;
    if (filter === 'written') return sender_ids.includes(ownId);
    return filter === 'all' || stream_id === null;
  }
  function colorIn({ stream_id }: ListedConversation): string {
    return colorOf(stream_id === null ? undefined : streamIn(client, stream_id));
  }
  function isMuted({ stream_id, visibility_policy }: ListedConversation): boolean {
    const isStreamMuted = stream_id !== null && client.state.records('subscriptions').get(stream_id)?.is_muted === true;
    return visibility_policy === MUTED || (visibility_policy === 0 && isStreamMuted);
  }
  return (
    <div className={styles.scroll}>
      <div className={styles.page}>
        <ListHeading name={text('view.recent')} />
        <div className={styles.chips}>
          {FILTERS.map((name) => (
            <button
              key={name}
              type="button"
              className={styles.chip}
              aria-pressed={filter === name}
              onClick={() => setFilter(name)}
            >
              {text(LABELS[name])}
            </button>
          ))}
        </div>
        {shown.length > 0 && (
          <ul className={styles.rows}>
            {shown.map((conversation) => (
              <li key={conversationId(conversation)} style={streamStyle(colorIn(conversation))}>
                <ConversationRow conversation={conversation} showsStream />
              </li>
            ))}
          </ul>
        )}
        {nextBefore !== null && (
          <div className={styles.more}>
            <Button onClick={loadMore}>{text('list.more')}</Button>
          </div>
        )}
        {shown.length === 0 && state === 'ready' && nextBefore === null && (
          <EmptyPage icon="recent" title={text('recent.empty')} />
        )}
        {state !== 'ready' && conversations.length === 0 && (
          <NotLoaded hasFailed={state === 'failed'} onRetry={retry} />
        )}
      </div>
    </div>
  );
}
