import { useState, useSyncExternalStore } from 'react';
import { useClient, useField } from '../client/index.js';
import { DENSITIES, type Density, densityOf, keepDensity, onDensity } from '../design/density.js';
import inputs from '../design/input.module.css';
import rows from '../design/setting-row.module.css';
import { LANGUAGE_TAGS, type TextKey, useText } from '../languages/index.js';
import { NotificationSettings } from '../notifications/index.js';
import { SettingsDialog } from './settings-dialog.js';
import styles from './settings-dialog.module.css';

const SCHEMES: readonly [number, TextKey][] = [
  [1, 'settings.theme_system'],
  [3, 'settings.theme_light'],
  [2, 'settings.theme_dark'],
];
/** The set `vendorA-blob` exists as no font; the font of the system draws it, as `vendorA`. */
const EMOJI_SETS: readonly [string, TextKey][] = [
  ['vendorA', 'settings.emoji_system'],
  ['vendorB', 'settings.emoji_flat'],
  ['text', 'settings.emoji_text'],
];
const SWITCHES = [
  ['high_contrast_mode', 'settings.contrast'],
  ['twenty_four_hour_time', 'settings.hours'],
  ['enter_sends', 'settings.enter'],
  ['starred_message_counts', 'settings.starred'],
] as const;

/** The settings of the account that change this client. Each is stored at once. */
export default function OwnSettings({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const { api } = useClient();
  const settings = useField('user_settings');
  const [hasFailed, setHasFailed] = useState(false);
  const set = (name: string, value: boolean | number | string) => {
    setHasFailed(false);
    api.patch('/settings', { [name]: value }).catch(() => setHasFailed(true));
  };
  const density = useSyncExternalStore(onDensity, () => densityOf(settings?.dense_mode !== false));
  const emojiset = EMOJI_SETS.some(([value]) => value === settings?.emojiset) ? settings?.emojiset : 'vendorA';
  const setDensity = (wanted: Density) => {
    keepDensity(wanted);
    const isDense = wanted !== 'roomy';
    if (isDense !== (settings?.dense_mode !== false)) set('dense_mode', isDense);
  };
  return (
    <SettingsDialog title={text('account.settings')} onClose={onClose}>
      <Choice
        label={text('settings.theme')}
        value={settings?.color_scheme}
        choices={SCHEMES.map(([value, label]) => [value, text(label)])}
        onChoose={(value) => set('color_scheme', Number(value))}
      />
      <Choice
        label={text('settings.density')}
        value={density}
        choices={DENSITIES.map((each) => [each, text(`settings.density_${each}`)])}
        onChoose={(value) => setDensity(value as Density)}
      />
      <Choice
        label={text('settings.emoji')}
        value={emojiset}
        choices={EMOJI_SETS.map(([value, label]) => [value, text(label)])}
        onChoose={(value) => set('emojiset', value)}
      />
      <Choice
        label={text('settings.language')}
        value={settings?.default_language}
        choices={[...new Set([...LANGUAGE_TAGS, settings?.default_language ?? 'en'])].map((tag) => [
          tag,
          new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag,
        ])}
        onChoose={(value) => set('default_language', value)}
      />
      {SWITCHES.map(([name, label]) => (
        <label key={name} className={rows.row}>
          {text(label)}
          <input
            type="checkbox"
            checked={settings?.[name] === true}
            onChange={({ target }) => set(name, target.checked)}
          />
        </label>
      ))}
      <NotificationSettings set={set} />
      {hasFailed && (
        <p role="alert" className={styles.failed}>
          {text('settings.failed')}
        </p>
      )}
      <a className={styles.more} href="/account/">
        {text('settings.account')}
      </a>
    </SettingsDialog>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string | number | undefined;
  readonly choices: readonly (readonly [value: string | number, name: string])[];
  readonly onChoose: (value: string) => void;
}

/** A setting with a list of values. */
function Choice({ label, value, choices, onChoose }: ChoiceProps) {
  return (
    <label className={rows.row}>
      {label}
      <select className={inputs.input} value={value} onChange={({ target }) => onChoose(target.value)}>
        {choices.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
