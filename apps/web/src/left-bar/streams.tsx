import type { RecordOf } from '@chat/chat-client';
import { memo, useCallback, useState } from 'react';
import { type Address, go, inStream, operandOf } from '../addresses/index.js';
import { useClient, useField, useRecords } from '../client/index.js';
import { IconButton } from '../design/icon-button.js';
import { StreamMark } from '../design/stream-mark.js';
import { type Formats, type TextKey, useFormats, useText } from '../languages/index.js';
import { MenuButton, type MenuItem } from '../menu/index.js';
import { useNames } from '../names/index.js';
import { bestMatches, folded } from '../search/match-words.js';
import { runCommand } from '../shortcuts/index.js';
import { NO_UNREAD, type UnreadCounts, unreadCountsNow, useUnreadCounts } from '../unread/index.js';
import { FilterField } from './filter-field.js';
import styles from './left-bar.module.css';
import { Row } from './row.js';
import { STREAM_SECTIONS, type StreamSection, streamSections } from './stream-sections.js';
import { Topics } from './topics.js';

type Subscription = RecordOf<'subscriptions'>;

const SUBTITLES: Readonly<Partial<Record<StreamSection, TextKey>>> = { pinned: 'bar.pinned', inactive: 'bar.inactive' };

/** Subscribed streams; the topics of the open one hang on a line of its color. */
export function Streams({ open }: { readonly open: Address | undefined }) {
  const text = useText();
  const names = useNames();
  const [filter, setFilter] = useState('');
  const sections = useSections(filter);
  const openId = open === undefined ? undefined : operandOf(open, 'stream');
  const openTopic = open === undefined ? undefined : operandOf(open, 'topic');
  const first = STREAM_SECTIONS.flatMap((section) => sections[section])[0];
  const isEmpty = first === undefined;
  return (
    <nav className={styles.section} aria-label={text('bar.streams')}>
      <div className={styles.head}>
        <h2 className={styles.title}>{text('bar.streams')}</h2>
        <FilterField
          label={text('bar.filter_streams')}
          value={filter}
          onChange={setFilter}
          onEnter={() => {
            if (filter === '' || first === undefined) return;
            go(inStream(first.stream_id), { names });
            setFilter('');
          }}
          command="streams.filter"
        />
        <StreamsMenu />
      </div>
      {STREAM_SECTIONS.map((section) => (
        <Section
          key={section}
          title={SUBTITLES[section]}
          streams={sections[section]}
          openId={openId}
          openTopic={typeof openTopic === 'string' ? openTopic : undefined}
        />
      ))}
      {isEmpty && <p className={styles.none}>{text(filter === '' ? 'bar.no_streams' : 'bar.none')}</p>}
    </nav>
  );
}

/** Leads to the streams that are not in the bar. */
function StreamsMenu() {
  const text = useText();
  const items = (): readonly MenuItem[] => [
    { id: 'browse', label: text('streams.browse'), icon: 'search', onAction: () => runCommand('streams.browse') },
    { id: 'create', label: text('streams.create'), icon: 'plus', onAction: () => runCommand('streams.create') },
  ];
  return (
    <MenuButton label={text('bar.add_streams')} items={items} placement="bottom start">
      {(button) => (
        <IconButton icon="plus" iconSize={16} label={text('bar.add_streams')} className={styles.small} {...button} />
      )}
    </MenuButton>
  );
}

function useSections(filter: string): Readonly<Record<StreamSection, readonly Subscription[]>> {
  const client = useClient();
  const formats = useFormats();
  const settings = useField('user_settings');
  const subscriptions = useRecords('subscriptions');
  const query = folded(filter.trim());
  const shown =
    query === ''
      ? [...subscriptions.values()]
      : bestMatches(subscriptions.values(), query, ({ name }) => folded(name), subscriptions.size);
  const counts = unreadCountsNow(client).streams;
  return streamSections(shown, {
    demoteInactive: settings?.demote_inactive_streams ?? 1,
    compare: (formats satisfies Formats).compare,
    hasUnread: (streamId) => counts.has(streamId),
  });
}

interface SectionProps {
  readonly title: TextKey | undefined;
  readonly streams: readonly Subscription[];
  readonly openId: unknown;
  readonly openTopic: string | undefined;
}

function Section({ title, streams, openId, openTopic }: SectionProps) {
  const text = useText();
  if (streams.length === 0) return null;
  return (
    <>
      {title !== undefined && <h3 className={styles.subtitle}>{text(title)}</h3>}
      <ul>
        {streams.map((stream) => {
          const isOpen = stream.stream_id === openId;
          return (
            <li key={stream.stream_id}>
              <StreamRow stream={stream} isOpen={isOpen && openTopic === undefined} />
              {isOpen && <Topics streamId={stream.stream_id} color={stream.color} openTopic={openTopic} />}
            </li>
          );
        })}
      </ul>
    </>
  );
}

interface StreamRowProps {
  readonly stream: Subscription;
  readonly isOpen: boolean;
}

const StreamRow = memo(function StreamRow({ stream, isOpen }: StreamRowProps) {
  const text = useText();
  const id = stream.stream_id;
  const { count, hasMention } = useUnreadCounts(
    useCallback((counts: UnreadCounts) => counts.streams.get(id) ?? NO_UNREAD, [id]),
  );
  const remarks = [
    ...(hasMention ? [text('bar.mentioned')] : []),
    ...(stream.is_muted ? [text('bar.muted')] : []),
    ...(stream.invite_only ? [text('bar.private')] : []),
  ];
  return (
    <Row
      address={inStream(id)}
      name={stream.name}
      sign={<StreamMark color={stream.color} isPrivate={stream.invite_only} isWebPublic={stream.is_web_public} />}
      count={count}
      countKind={hasMention ? 'mention' : 'plain'}
      remarks={remarks}
      isMuted={stream.is_muted}
      isOpen={isOpen}
    />
  );
});
