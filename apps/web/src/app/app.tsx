import { type MouseEvent, Suspense, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Address, numberHistory, useAddress, viewKey } from '../addresses/index.js';
import { useField } from '../client/index.js';
import { NewMessage } from '../compose/index.js';
import { KeysDialog } from '../keys-dialog/index.js';
import { useText } from '../languages/index.js';
import { AccountPage, LeftBar } from '../left-bar/index.js';
import { lazyPart } from '../loading/index.js';
import { currentList } from '../message-list/index.js';
import { useOwnPresence } from '../people/index.js';
import { useEditsOfDeleted, useMovedTexts } from '../reading/index.js';
import { RightBar } from '../right-bar/index.js';
import { SearchField } from '../search/index.js';
import { SettingsDialogs } from '../settings/index.js';
import { useCommand, useShortcuts } from '../shortcuts/index.js';
import { StatusDialogs } from '../status/index.js';
import { StreamsDialogs } from '../streams-dialogs/index.js';
import { useFollowWriters } from '../typing/index.js';
import { useProblem } from '../view/index.js';
import styles from './app.module.css';
import { Connection } from './connection.js';
import { PhoneTabs, type PhoneView } from './phone-tabs.js';
import { RefusedAction } from './refused-action.js';
import { useLastKey } from './use-last-key.js';
import { useNavigationCommands } from './use-navigation-commands.js';
import { usePageTitle } from './use-page-title.js';
import { useTheme } from './use-theme.js';
import { useUnsentMessages } from './use-unsent-messages.js';
import { View } from './view.js';

const Notifications = lazyPart(() => import('../notifications/notifications.js'));

const RECENT: Address = { view: 'recent' };
/** As in the sheets. */
const PHONE = '(max-width: 760px)';
const ALL: Address = { view: 'all_messages' };
/** A key that opens a view was pressed no longer ago. */
const KEY_LEADS_MS = 1_000;

/** The frame of the page: bars at the sides, one view between them. */
export function App() {
  const text = useText();
  const settings = useField('user_settings');
  const home = settings?.default_view === 'all_messages' ? ALL : RECENT;
  const address = useAddress(home);
  const problem = useProblem(address);
  const [hasDetails, setHasDetails] = useState(true);
  const [phoneView, setPhoneView] = usePhoneView(address);
  const [searchesHere, setSearchesHere] = useState(false);
  const main = useRef<HTMLElement>(null);
  // Before the effects that follow the address: a view that it opens finds the number of its entry.
  useLayoutEffect(numberHistory, []);
  useTheme();
  usePageTitle(address);
  useShortcuts();
  useNavigationCommands(address, home);
  useOwnPresence();
  useUnsentMessages();
  useMovedTexts();
  useEditsOfDeleted();
  useFollowWriters();
  useFocusOnNavigation(address, main);
  const searchOnPhone = (isHere: boolean) => () => {
    if (!matchMedia(PHONE).matches) return false;
    setSearchesHere(isHere);
    setPhoneView('search');
    return true;
  };
  useCommand('view.focus', () => currentList()?.focusSelected() === true || focusHeading(main.current, true));
  useCommand('search.open', searchOnPhone(false));
  useCommand('search.here', searchOnPhone(true));
  const showDetails =
    hasDetails && problem === undefined && (address?.view === 'narrow' || address?.view === 'all_messages');
  /** On phones a link of the bar also leaves it, even if its view is the one behind it. */
  const showOpened = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a') !== null) setPhoneView('content');
  };
  /** As after the opening of its view: the next key selects the newest message. */
  const showSent = () => {
    currentList()?.toLatest();
    focusHeading(main.current, true);
  };
  const toggleDetails = useCallback(() => setHasDetails((shown) => !shown), []);

  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: a link to a part of the page; the fragment is the address of the view. */}
      <a
        className={styles.skip}
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          focusContent(main.current);
        }}
      >
        {text('app.skip')}
      </a>
      <div
        className={styles.app}
        data-details={showDetails || undefined}
        data-phone={phoneView}
        data-view={address?.view}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: hears of the links inside. */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key on a link is a click, too. */}
        <div className={styles.left} onClick={showOpened}>
          <LeftBar open={address} search={<SearchField open={address} />} />
        </div>
        <main ref={main} id="main" className={styles.main}>
          {phoneView === 'search' && (
            <div className={styles.phonePart}>
              <SearchField open={address} isView beginsHere={searchesHere} onOpened={() => setPhoneView('content')} />
            </div>
          )}
          {phoneView === 'account' && (
            <div className={styles.phonePart}>
              <AccountPage />
            </div>
          )}
          <View address={address} problem={problem} hasDetails={hasDetails} onDetails={toggleDetails} />
        </main>
        {showDetails && (
          <div className={styles.right}>
            <RightBar address={address} />
          </div>
        )}
        <div className={styles.tabs}>
          <PhoneTabs
            address={address}
            view={phoneView}
            onView={(view) => {
              setSearchesHere(false);
              setPhoneView(view);
            }}
          />
        </div>
      </div>
      <Connection />
      <RefusedAction key={address === undefined ? '' : viewKey(address)} />
      <KeysDialog />
      <SettingsDialogs />
      <StatusDialogs />
      <StreamsDialogs />
      <NewMessage address={address} onSentHere={showSent} />
      <Suspense fallback={null}>
        <Notifications address={address} />
      </Suspense>
    </>
  );
}

/** A phone shows one part of the page. Opening a view leaves the others, also for a later visit. */
function usePhoneView(address: Address | undefined): [PhoneView, (view: PhoneView) => void] {
  const key = address === undefined ? '' : viewKey(address);
  const [shown, setShown] = useState<{ key: string; view: PhoneView }>({ key, view: 'content' });
  if (shown.key !== key) setShown({ key, view: 'content' });
  return [shown.key === key ? shown.view : 'content', (view) => setShown({ key, view })];
}

/** The heading of a new view gets the focus, unless the reader is in a field that stays. */
function useFocusOnNavigation(address: Address | undefined, main: React.RefObject<HTMLElement | null>): void {
  // The list of another message of the view is another one, and has no focus.
  const near = address?.view === 'narrow' ? address.near : undefined;
  const key = address === undefined ? '' : `${viewKey(address)} ${near ?? ''}`;
  const last = useRef(key);
  const lastKeyAt = useLastKey();
  useEffect(() => {
    if (last.current === key) return;
    last.current = key;
    const focused = document.activeElement;
    // A reply leads into the box of the conversation.
    if (focused instanceof HTMLTextAreaElement) return;
    const isLost = focused === null || focused === document.body || main.current?.contains(focused) === true;
    if (isLost) focusHeading(main.current, performance.now() - lastKeyAt.current < KEY_LEADS_MS);
  }, [key, main, lastKeyAt]);
}

/** If a key led to the heading, its ring shows the focus. */
function focusHeading(main: HTMLElement | null, isByKey: boolean): void {
  const heading = main?.querySelector('h1');
  if (heading == null) return;
  heading.tabIndex = -1;
  heading.toggleAttribute('data-quiet', !isByKey);
  heading.focus({ preventScroll: true });
}

function focusContent(main: HTMLElement | null): void {
  const target = main?.querySelector<HTMLElement>('[role="feed"] [tabindex], h1, a[href]');
  if (target == null) return;
  if (!target.hasAttribute('tabindex') && target.tagName === 'H1') target.tabIndex = -1;
  target.focus();
}
