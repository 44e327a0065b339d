import type { ViewSnapshot } from '@chat/chat-client';
import { type KeyboardEvent, useMemo } from 'react';
import { type AddressTerm, viewKey } from '../addresses/index.js';
import { NotLoaded } from '../conversations/index.js';
import { useText } from '../languages/index.js';
import { isConversation } from '../read-marking/index.js';
import { GoneNotice } from './gone-notice.js';
import { JumpToLatest } from './jump-to-latest.js';
import styles from './message-list.module.css';
import { MessageRow } from './message-row.js';
import { NewMessagesLog } from './new-messages-log.js';
import { OutgoingRows } from './outgoing-rows.js';
import { StickyHeading } from './sticky-heading.js';
import { UnreadSummaryContext } from './unread-summary.js';
import { useArrivals } from './use-arrivals.js';
import { useIsLinkedMessageGone } from './use-linked-message.js';
import { useMessageWindow } from './use-message-window.js';
import { useOutgoing } from './use-outgoing.js';
import { useUnreadSummaryOf } from './use-unread-summary.js';

interface Props {
  readonly terms: readonly AddressTerm[];
  /** The message of a link. */
  readonly near?: number | undefined;
}

/** The messages of a narrow. Another narrow is another list. */
export function MessageList({ terms, near }: Props) {
  const key = viewKey({ view: 'narrow', terms });
  return <List key={`${key} ${near ?? ''}`} viewKey={key} terms={terms} near={near} />;
}

interface ListProps extends Props {
  readonly viewKey: string;
}

function List({ viewKey: key, terms, near }: ListProps) {
  const text = useText();
  const isMixed = useMemo(() => !isConversation(terms), [terms]);
  const isOneStream = terms.some(({ operator, negated }) => operator === 'stream' && !negated);
  const list = useMessageWindow({ key, terms, near });
  const { shown, snapshot } = list;
  const unread = useUnreadSummaryOf(snapshot.ids, list.firstUnread, snapshot.foundNewest);
  const arrivals = useArrivals(list.arrived);
  const isGone = useIsLinkedMessageGone({ terms, near }, snapshot);
  const outgoing = useOutgoing(terms);
  const isEmpty = snapshot.ids.length === 0;

  const onKeyDown = (event: KeyboardEvent) => {
    const isOnMessage = (event.target as Element).parentElement === event.currentTarget;
    const move = isOnMessage && !event.ctrlKey && !event.metaKey && !event.altKey ? MOVES[event.key] : undefined;
    if (move === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move(list.handle);
  };
  return (
    <div className={styles.list}>
      <div
        ref={list.scrollerRef}
        className={styles.scroller}
        data-state={snapshot.state}
        data-mixed={isMixed || undefined}
      >
        {isMixed && <StickyHeading scrollerRef={list.scrollerRef} feedRef={list.feedRef} isOneStream={isOneStream} />}
        <UnreadSummaryContext value={unread}>
          <div
            ref={list.feedRef}
            className={styles.feed}
            role="feed"
            aria-label={text('list.messages')}
            aria-busy={snapshot.state === 'loading' || snapshot.state === 'empty' || (shown.length === 0 && !isEmpty)}
            onKeyDown={onKeyDown}
          >
            {shown.map((id, index) => (
              <MessageRow
                key={id}
                id={id}
                previousId={index === 0 ? list.idBefore : shown[index - 1]}
                isMixed={isMixed}
                isOneStream={isOneStream}
                firstUnread={list.firstUnread}
                isLinked={id === near}
              />
            ))}
            <OutgoingRows messages={outgoing} lastId={shown.at(-1)} />
          </div>
        </UnreadSummaryContext>
        {isEmpty && (outgoing.length === 0 || snapshot.state === 'failed') && (
          <EmptyList state={snapshot.state} terms={terms} onRetry={() => list.view.retry()} />
        )}
      </div>
      {!list.isAtEnd && !isEmpty && <JumpToLatest count={list.arrivedBelow} onJump={() => list.handle.toLatest()} />}
      <GoneNotice isGone={isGone} />
      <NewMessagesLog arrivals={arrivals} />
    </div>
  );
}

interface EmptyListProps {
  readonly state: ViewSnapshot['state'];
  readonly terms: readonly AddressTerm[];
  readonly onRetry: () => void;
}

/** Tells why there are no messages, once that is known. */
function EmptyList({ state, terms, onRetry }: EmptyListProps) {
  const text = useText();
  if (state !== 'ready') return <NotLoaded hasFailed={state === 'failed'} onRetry={onRetry} />;
  const has = (wanted: string) => terms.some(({ operator }) => operator === wanted);
  // A link names the one message that is not there.
  return (
    <p className={styles.empty}>{text(has('id') ? 'problem.gone' : has('search') ? 'list.none' : 'list.empty')}</p>
  );
}

type Handle = ReturnType<typeof useMessageWindow>['handle'];
/** Keys of a feed, while a message has the focus. */
const MOVES: Readonly<Record<string, (handle: Handle) => void>> = {
  ArrowDown: (handle) => handle.moveBy(1),
  ArrowUp: (handle) => handle.moveBy(-1),
  PageDown: (handle) => handle.page(1),
  PageUp: (handle) => handle.page(-1),
  Home: (handle) => handle.toFirst(),
  End: (handle) => handle.toLatest(),
};
