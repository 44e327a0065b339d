import { useState } from 'react';
import { canGoBack, fragmentOf, go, inStream } from '../addresses/index.js';
import { useClient, useField } from '../client/index.js';
import { Button } from '../design/button.js';
import { StreamMark } from '../design/stream-mark.js';
import { streamStyle } from '../design/stream-style.js';
import { useFormats, useText } from '../languages/index.js';
import { colorOf, streamIn, useNames } from '../names/index.js';
import { useUnreadCounts } from '../unread/index.js';
import { conversationId } from './conversation-changes.js';
import { type ConversationGroup, groupedByStream } from './conversation-list.js';
import { ConversationRow } from './conversation-row.js';
import { EmptyPage } from './empty-page.js';
import { ListHeading } from './list-heading.js';
import styles from './list-page.module.css';
import { NotLoaded } from './not-loaded.js';
import { useConversations } from './use-conversations.js';

type Filter = 'unread' | 'mentions' | 'written';

/** Conversations with unread messages, by stream. */
export function Inbox() {
  const text = useText();
  const ownId = useField('user_id') ?? 0;
  const total = useUnreadCounts((counts) => counts.total);
  const mentions = useUnreadCounts((counts) => counts.mentions);
  const [filter, setFilter] = useState<Filter>('unread');
  const { conversations, state, nextBefore, loadMore, retry } = useConversations(true);
  const shown = conversations.filter(
    ({ mentioned, sender_ids }) =>
      filter === 'unread' || (filter === 'mentions' ? mentioned : sender_ids.includes(ownId)),
  );
  const chips: readonly [Filter, string][] = [
    ['unread', text('inbox.unread', { count: total })],
    ['mentions', text('inbox.mentions', { count: mentions })],
    ['written', text('recent.written')],
  ];
  return (
    <div className={styles.scroll}>
      <div className={styles.page}>
        <ListHeading name={text('view.inbox')} hasBack={canGoBack()} />
        <div className={styles.chips}>
          {chips.map(([name, label]) => (
            <button
              key={name}
              type="button"
              className={styles.chip}
              aria-pressed={filter === name}
              onClick={() => setFilter(name)}
            >
              {label}
            </button>
          ))}
          <button type="button" className={styles.chip} onClick={() => go({ view: 'recent' })}>
            {text('view.recent')}
          </button>
        </div>
        {groupedByStream(shown).map((group) => (
          <Group key={group.streamId ?? 'direct'} group={group} />
        ))}
        {nextBefore !== null && (
          <div className={styles.more}>
            <Button onClick={loadMore}>{text('list.more')}</Button>
          </div>
        )}
        {shown.length === 0 && state === 'ready' && nextBefore === null && (
          <EmptyPage icon="check" title={text('inbox.empty')} hint={text('inbox.empty_hint')}>
            <Button onClick={() => go({ view: 'recent' })}>{text('view.recent')}</Button>
          </EmptyPage>
        )}
        {state !== 'ready' && conversations.length === 0 && (
          <NotLoaded hasFailed={state === 'failed'} onRetry={retry} />
        )}
      </div>
    </div>
  );
}

function Group({ group }: { readonly group: ConversationGroup }) {
  const text = useText();
  const formats = useFormats();
  const names = useNames();
  const client = useClient();
  const { streamId } = group;
  const stream = streamId === null ? undefined : streamIn(client, streamId);
  const color = colorOf(stream);
  return (
    <section className={styles.group} style={streamStyle(color)}>
      <h2 className={styles.groupTitle}>
        {streamId === null ? (
          text('bar.direct')
        ) : (
          <>
            <StreamMark color={color} isPrivate={stream?.invite_only} />
            <a href={fragmentOf(inStream(streamId), names)}>{stream?.name}</a>
          </>
        )}
        <span className={styles.groupCount} aria-hidden="true">
          {formats.number(group.unreadCount)}
        </span>
      </h2>
      <ul className={styles.rows}>
        {group.conversations.map((conversation) => (
          <li key={conversationId(conversation)}>
            <ConversationRow conversation={conversation} />
          </li>
        ))}
      </ul>
    </section>
  );
}
