import { useCallback, useSyncExternalStore } from 'react';
import { type Address, isSameView, messagesThatAre } from '../addresses/index.js';
import { useClient, useField, useRecords } from '../client/index.js';
import { Icon } from '../design/icon.js';
import type { IconName } from '../design/icons.js';
import { type TextKey, useText } from '../languages/index.js';
import { useDraftCount } from '../saved/index.js';
import { useUnreadCounts } from '../unread/index.js';
import styles from './left-bar.module.css';
import { Row } from './row.js';

export const MENTIONS = messagesThatAre('mentioned');
export const STARRED = messagesThatAre('starred');

const VIEWS: readonly { readonly label: TextKey; readonly icon: IconName; readonly address: Address }[] = [
  { label: 'view.inbox', icon: 'inbox', address: { view: 'inbox' } },
  { label: 'view.recent', icon: 'recent', address: { view: 'recent' } },
  { label: 'view.all', icon: 'list', address: { view: 'all_messages' } },
  { label: 'view.mentions', icon: 'at', address: MENTIONS },
  { label: 'view.starred', icon: 'star', address: STARRED },
  { label: 'view.drafts', icon: 'pen', address: { view: 'drafts' } },
  { label: 'view.scheduled', icon: 'clock', address: { view: 'scheduled' } },
];

export function ViewLinks({ open }: { readonly open: Address | undefined }) {
  const text = useText();
  const counts = useCounts();
  return (
    <nav className={styles.section} aria-label={text('bar.views')}>
      <ul>
        {VIEWS.map(({ label, icon, address }) => (
          <li key={label}>
            <Row
              address={address}
              name={text(label)}
              sign={<Icon name={icon} />}
              isOpen={open !== undefined && isSameView(open, address)}
              {...counts[label]}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface RowCount {
  readonly count: number;
  readonly countKind?: 'plain' | 'mention';
  readonly countsOthers?: boolean;
}

function useCounts(): Readonly<Partial<Record<TextKey, RowCount>>> {
  const total = useUnreadCounts(({ total }) => total);
  const mentions = useUnreadCounts(({ mentions }) => mentions);
  const drafts = useDraftCount();
  const scheduled = useRecords('scheduled_messages').size;
  const starred = useStarredCount();
  return {
    'view.inbox': { count: total },
    'view.mentions': { count: mentions, countKind: 'mention' },
    'view.starred': { count: starred, countsOthers: true },
    'view.drafts': { count: drafts, countsOthers: true },
    'view.scheduled': { count: scheduled, countsOthers: true },
  };
}

/** Zero unless the reader wants to see it. */
function useStarredCount(): number {
  const settings = useField('user_settings');
  const client = useClient();
  const count = useSyncExternalStore(
    useCallback(
      (listener: () => void) => client.onChange((changes) => changes.has('starred_messages') && listener()),
      [client],
    ),
    () => client.state.starred?.size ?? 0,
  );
  return settings?.starred_message_counts === true ? count : 0;
}
