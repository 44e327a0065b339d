import { type Address, go } from '../addresses/index.js';
import { Count } from '../design/count.js';
import { Hidden } from '../design/hidden.js';
import { Icon } from '../design/icon.js';
import type { IconName } from '../design/icons.js';
import { type TextKey, useText } from '../languages/index.js';
import { useUnreadCounts } from '../unread/index.js';
import styles from './phone-tabs.module.css';

/** The part of the page that a phone shows. */
export type PhoneView = 'content' | 'streams' | 'search' | 'account';

interface Props {
  readonly address: Address | undefined;
  readonly view: PhoneView;
  readonly onView: (view: PhoneView) => void;
}

interface Tab {
  readonly label: TextKey;
  readonly icon: IconName;
  readonly isOpen: boolean;
  readonly onPress: () => void;
  readonly count?: number;
}

/** The bar at the lower edge of a phone. */
export function PhoneTabs({ address, view, onView }: Props) {
  const text = useText();
  const unread = useUnreadCounts(({ total }) => total);
  const open = (target: Address) => () => {
    onView('content');
    go(target);
  };
  const isContent = view === 'content';
  const tabs: readonly Tab[] = [
    {
      label: 'view.inbox',
      icon: 'inbox',
      isOpen: isContent && address?.view === 'inbox',
      onPress: open({ view: 'inbox' }),
      count: unread,
    },
    { label: 'bar.streams', icon: 'hash', isOpen: view === 'streams', onPress: () => onView('streams') },
    { label: 'search.name', icon: 'search', isOpen: view === 'search', onPress: () => onView('search') },
    { label: 'person.you', icon: 'people', isOpen: view === 'account', onPress: () => onView('account') },
  ];
  return (
    <nav className={styles.tabs} aria-label={text('tab.name')}>
      {tabs.map(({ label, icon, isOpen, onPress, count = 0 }) => (
        <button
          key={label}
          type="button"
          className={styles.tab}
          aria-current={isOpen ? 'page' : undefined}
          onClick={onPress}
        >
          <span className={styles.sign}>
            <Icon name={icon} size={22} />
            <Count count={count} kind="news" />
          </span>
          {text(label)}
          {count > 0 && <Hidden>{` ${text('bar.unread', { count })}`}</Hidden>}
        </button>
      ))}
    </nav>
  );
}
