import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { Dialog, Popover } from 'react-aria-components';
import { useClient } from '../client/index.js';
import { arrowStep } from '../design/arrow-step.js';
import inputs from '../design/input.module.css';
import { AriaLanguage } from '../dialog/index.js';
import { useText } from '../languages/index.js';
import { nearest, type SearchedItem } from '../typeahead/index.js';
import { allEmoji, type EmojiChoice } from './emoji-data.js';
import styles from './emoji-dialog.module.css';
import { recentEmoji, rememberEmoji } from './recent-emoji.js';

/** Emoji on the screen: more are found by the search. */
const MAX_SHOWN = 240;
const COLUMNS = 8;

export interface EmojiDialogProps {
  readonly trigger: RefObject<Element | null>;
  readonly onPick: (emoji: EmojiChoice) => void;
  readonly onClose: () => void;
}

/** Chooses an emoji: by its name, among the recent ones, or from the list. */
export function EmojiDialog({ trigger, onPick, onClose }: EmojiDialogProps) {
  const text = useText();
  const client = useClient();
  const [known, setKnown] = useState<readonly SearchedItem<EmojiChoice>[]>();
  const [hasFailed, setHasFailed] = useState(false);
  const [query, setQuery] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  // Over another dialog, React Aria takes the focus of `autoFocus` for itself.
  useEffect(() => search.current?.focus(), []);
  useEffect(() => {
    allEmoji(client).then(setKnown, () => setHasFailed(true));
  }, [client]);

  const recent = useMemo(() => {
    const byCode = new Map(known?.map(({ item }) => [item.code, item]));
    return recentEmoji().flatMap((code) => byCode.get(code) ?? []);
  }, [known]);
  const shown = useMemo(
    () =>
      query.trim() === ''
        ? known?.slice(0, MAX_SHOWN).map(({ item }) => item)
        : nearest(known ?? [], query, () => 0, MAX_SHOWN),
    [known, query],
  );
  const pick = (emoji: EmojiChoice) => {
    rememberEmoji(emoji);
    onPick(emoji);
    onClose();
  };
  const onSearchKey = (event: KeyboardEvent) => {
    const [first] = shown ?? [];
    if (event.key === 'Enter' && first !== undefined && query.trim() !== '') pick(first);
    else if (event.key === 'ArrowDown') list.current?.querySelector('button')?.focus();
    else return;
    event.preventDefault();
  };

  return (
    <AriaLanguage>
      <Popover
        triggerRef={trigger}
        isOpen
        onOpenChange={(isOpen) => !isOpen && onClose()}
        placement="top start"
        className={styles.popover ?? ''}
      >
        <Dialog aria-label={text('emoji.dialog')} className={styles.dialog ?? ''}>
          <input
            ref={search}
            type="search"
            className={`${inputs.input} ${styles.search}`}
            aria-label={text('emoji.search')}
            placeholder={text('emoji.search')}
            value={query}
            autoFocus
            onChange={(event) => setQuery(event.target.value)}
            onKeyDown={onSearchKey}
          />
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows move between the buttons inside. */}
          <div ref={list} className={styles.list} onKeyDown={moveFocus}>
            {hasFailed && <p role="alert">{text('emoji.failed')}</p>}
            {query.trim() === '' && recent.length > 0 && (
              <EmojiGrid title={text('emoji.recent')} emoji={recent} onPick={pick} />
            )}
            <EmojiGrid
              title={query.trim() === '' ? text('emoji.all') : text('emoji.found')}
              emoji={shown ?? []}
              onPick={pick}
            />
            {query.trim() !== '' && shown?.length === 0 && <p>{text('emoji.none')}</p>}
          </div>
        </Dialog>
      </Popover>
    </AriaLanguage>
  );
}

interface GridProps {
  readonly title: string;
  readonly emoji: readonly EmojiChoice[];
  readonly onPick: (emoji: EmojiChoice) => void;
}

function EmojiGrid({ title, emoji, onPick }: GridProps) {
  if (emoji.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <div className={styles.grid}>
        {emoji.map((one) => {
          const name = one.name.replaceAll('_', ' ');
          return (
            <button
              key={`${one.type} ${one.code}`}
              type="button"
              aria-label={name}
              title={name}
              onClick={() => onPick(one)}
            >
              {one.characters ?? <img src={one.picture} alt="" loading="lazy" />}
            </button>
          );
        })}
      </div>
    </section>
  );
}

const ROWS: Readonly<Record<string, number>> = { ArrowDown: COLUMNS, ArrowUp: -COLUMNS };

function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const step = ROWS[event.key] ?? arrowStep(event);
  if (step === 0) return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const next = buttons[at + step];
  event.preventDefault();
  if (next !== undefined) next.focus();
  else if (step < 0) event.currentTarget.parentElement?.querySelector('input')?.focus();
}
