import { useRef, useState } from 'react';
import { useField } from '../client/index.js';
import { Button } from '../design/button.js';
import inputs from '../design/input.module.css';
import rows from '../design/setting-row.module.css';
import { type TextKey, useText } from '../languages/index.js';
import { NO_SOUND } from './alert-rules.js';
import { askForPermission, type Permission, permission } from './desktop.js';
import styles from './notification-settings.module.css';
import { playSound } from './sounds.js';

const SWITCHES = [
  ['enable_desktop_notifications', 'notifications.desktop'],
  ['enable_stream_desktop_notifications', 'notifications.stream_desktop'],
  ['pm_content_in_desktop_notifications', 'notifications.content'],
  ['wildcard_mentions_notify', 'notifications.wildcard'],
  ['enable_sounds', 'notifications.sounds'],
  ['enable_stream_audible_notifications', 'notifications.stream_sounds'],
] as const;

interface Props {
  /** Stores one setting of the account. */
  readonly set: (name: string, value: boolean | string) => void;
}

/** The settings of notifications, and the permission of this browser. */
export function NotificationSettings({ set }: Props) {
  const text = useText();
  const settings = useField('user_settings');
  const sounds = settings?.available_notification_sounds ?? [];
  return (
    <fieldset className={styles.group}>
      <legend className={styles.title}>{text('notifications.title')}</legend>
      <PermissionRow />
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
      <label className={rows.row}>
        {text('notifications.sound')}
        <select
          className={inputs.input}
          value={settings?.notification_sound}
          onChange={({ target }) => {
            set('notification_sound', target.value);
            if (target.value !== NO_SOUND) playSound(target.value);
          }}
        >
          <option value={NO_SOUND}>{text('notifications.no_sound')}</option>
          {sounds.map((sound) => (
            <option key={sound} value={sound}>
              {sound}
            </option>
          ))}
        </select>
      </label>
    </fieldset>
  );
}

const STATES: Readonly<Record<Permission, TextKey>> = {
  default: 'notifications.ask',
  granted: 'notifications.allowed',
  denied: 'notifications.blocked',
  missing: 'notifications.missing',
};

/** The browser asks only after an act of the reader: this button. */
function PermissionRow() {
  const text = useText();
  const [state, setState] = useState(permission);
  const status = useRef<HTMLParagraphElement>(null);
  const ask = async () => {
    setState(await askForPermission());
    // The button may go, and the dialog hears keys only while the focus is in it.
    status.current?.focus();
  };
  return (
    <div className={rows.row}>
      <p ref={status} role="status" tabIndex={-1} className={styles.state}>
        {text(STATES[state])}
      </p>
      {state === 'default' && (
        <Button kind="main" onClick={() => void ask()}>
          {text('notifications.allow')}
        </Button>
      )}
    </div>
  );
}
