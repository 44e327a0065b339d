import { useMemo, useState } from 'react';
import { useRecords } from '../client/index.js';
import { useText } from '../languages/index.js';
import { nearest, searched } from '../typeahead/index.js';
import { ChoiceField } from './choice-field.js';
import styles from './people-field.module.css';

/** A person, or the members of a group. */
export interface ChosenPeople {
  readonly id: string;
  readonly name: string;
  readonly userIds: readonly number[];
}

interface Props {
  readonly label: string;
  readonly chosen: readonly ChosenPeople[];
  readonly onChange: (chosen: readonly ChosenPeople[]) => void;
  readonly hasGroups?: boolean | undefined;
  /** The suggestions take room below the field, where a scrolling part would cut them off. */
  readonly isInline?: boolean | undefined;
  readonly takesFocus?: boolean | undefined;
}

/** Chooses people by their names. Each stands next to the field, and goes by a press. */
export function PeopleField({ label, chosen, onChange, hasGroups = false, isInline = false, takesFocus }: Props) {
  const text = useText();
  const users = useRecords('realm_users');
  const groups = useRecords('realm_user_groups');
  const [query, setQuery] = useState('');
  const people = useMemo(() => {
    const all: ChosenPeople[] = [...users.values()].map(({ user_id: id, full_name: name }) => ({
      ...{ id: `user ${id}`, name },
      userIds: [id],
    }));
    for (const { id, name, members, is_system_group: isSystem } of hasGroups ? groups.values() : []) {
      if (!isSystem && members.size > 0) all.push({ id: `group ${id}`, name, userIds: [...members] });
    }
    return searched(all, ({ name }) => [name]);
  }, [users, groups, hasGroups]);
  const ids = new Set(chosen.map(({ id }) => id));
  const found = query.trim() === '' ? [] : nearest(people, query, ({ id }) => Number(ids.has(id)));
  const nameOf = ({ id, name, userIds }: ChosenPeople): string =>
    id.startsWith('group') ? `${name} · ${text('compose.group', { count: userIds.length })}` : name;
  const buttons = chosen.map((one) => (
    <button
      key={one.id}
      type="button"
      className={styles.chosen}
      aria-label={text('compose.remove_person', { name: one.name })}
      onClick={() => onChange(chosen.filter(({ id }) => id !== one.id))}
    >
      {nameOf(one)} ×
    </button>
  ));
  return (
    <>
      {!isInline && buttons}
      <ChoiceField
        label={label}
        takesFocus={takesFocus}
        isInline={isInline}
        value={query}
        options={found.filter(({ id }) => !ids.has(id)).map((one) => ({ id: one.id, name: nameOf(one) }))}
        onType={setQuery}
        onChoose={({ id }) => {
          onChange([...chosen, ...found.filter((one) => one.id === id)]);
          setQuery('');
        }}
      />
      {isInline && buttons}
    </>
  );
}
