import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { type Address, go, operandOf } from '../addresses/index.js';
import { useClient } from '../client/index.js';
import { Icon } from '../design/icon.js';
import { KeyCaps } from '../design/key-caps.js';
import options from '../design/options.module.css';
import box from '../design/search-box.module.css';
import { useText } from '../languages/index.js';
import { useNames } from '../names/index.js';
import { runCommand, useCommand } from '../shortcuts/index.js';
import styles from './search-field.module.css';
import { streamIdOf } from './search-names.js';
import { queryOfAddress, streamOfQuery } from './search-query.js';
import { SuggestionRow } from './suggestion-row.js';
import { type Suggestion, suggestionsFor } from './suggestions.js';
import { useSearchDirectory } from './use-search-directory.js';

interface Props {
  readonly open: Address | undefined;
  /** On phones the field is a view of its own and has the focus. */
  readonly isView?: boolean | undefined;
  /** The query begins with the address of the open view. */
  readonly beginsHere?: boolean | undefined;
  /** After a suggestion that opens a view, also the one that is open already. */
  readonly onOpened?: (() => void) | undefined;
}

/** Finds streams, topics, people and messages. Arrow keys choose, Enter opens, Tab completes, Escape leaves. */
export function SearchField({ open, isView = false, beginsHere = false, onOpened }: Props) {
  const text = useText();
  const names = useNames();
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const openQuery = open === undefined ? '' : queryOfAddress(open, names);
  const hereQuery = openQuery === '' ? '' : `${openQuery} `;
  const [query, setQuery] = useState(beginsHere ? hereQuery : '');
  const [isOpen, setIsOpen] = useState(isView);
  const [chosen, setChosen] = useState(0);
  const client = useClient();
  const namedStream = streamOfQuery(query, { streamId: (name) => streamIdOf(client, name) });
  const directory = useSearchDirectory(isOpen, namedStream ?? streamIn(open));
  const suggestions = directory === undefined ? [] : suggestionsFor(query, directory);
  const active = suggestions[chosen];

  const show = (begun: string) => {
    if (field.current?.offsetParent == null) return false;
    change(begun);
    field.current.focus();
    return true;
  };
  useCommand('search.open', () => show(hasSearch(open) ? openQuery : ''));
  useCommand('search.here', () => show(hereQuery));

  const change = (value: string) => {
    setQuery(value);
    setChosen(0);
    setIsOpen(true);
  };
  const close = () => {
    setIsOpen(isView);
    setQuery('');
    setChosen(0);
  };
  const accept = ({ effect }: Suggestion) => {
    if ('completes' in effect) {
      change(effect.completes);
      field.current?.focus();
      return;
    }
    close();
    field.current?.blur();
    go(effect.opens, { names });
    onOpened?.();
  };
  const move = (step: number) => {
    setIsOpen(true);
    const count = Math.max(1, suggestions.length);
    setChosen((chosen + step + count) % count);
  };
  /** Whether the key belongs to the field and its list. */
  const act = (key: string): boolean => {
    if (key === 'ArrowDown') move(1);
    else if (key === 'ArrowUp') move(-1);
    else if (key === 'Escape') leave();
    else if ((key === 'Enter' || key === 'Tab') && active !== undefined) accept(active);
    else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Tab' && (!isOpen || query === '' || event.shiftKey)) return;
    if (act(event.key)) event.preventDefault();
  };
  const leave = () => {
    close();
    runCommand('view.focus');
  };

  return (
    <div className={isView ? styles.view : styles.search}>
      <label className={`${box.box} ${styles.field}`}>
        <Icon name="search" />
        <input
          ref={field}
          role="combobox"
          aria-label={text('search.name')}
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && active !== undefined ? `${listId}-${chosen}` : undefined}
          placeholder={text('search.placeholder')}
          value={query}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          // biome-ignore lint/a11y/noAutofocus: the view exists to search.
          autoFocus={isView}
          onFocus={() => setIsOpen(true)}
          // On phones the words stay when the keyboard of the screen goes.
          onBlur={isView ? undefined : close}
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {!isView && (
          <span className={styles.keys} aria-hidden="true">
            <KeyCaps keys="Ctrl+k" />
          </span>
        )}
      </label>
      {isOpen && (
        <div
          id={listId}
          className={`${options.list} ${styles.list}`}
          role="listbox"
          aria-label={text('search.suggestions')}
        >
          {suggestions.map((suggestion, index) => (
            <SuggestionRow
              key={suggestion.id}
              id={`${listId}-${index}`}
              suggestion={suggestion}
              isChosen={index === chosen}
              onAccept={() => accept(suggestion)}
            />
          ))}
        </div>
      )}
    </div>
  );
}

/** A search in view is written in the field again, to be changed. */
const hasSearch = (address: Address | undefined): boolean =>
  address?.view === 'narrow' &&
  address.terms.some(({ operator, negated }) => negated || operator === 'search' || operator === 'has');

/** The stream on the screen. */
function streamIn(address: Address | undefined): number | undefined {
  const streamId = address === undefined ? undefined : operandOf(address, 'stream');
  return typeof streamId === 'number' ? streamId : undefined;
}
