import { type FormEvent, useState } from 'react';
import { useClient, useField } from '../client/index.js';
import { Button } from '../design/button.js';
import fields from '../design/form-fields.module.css';
import inputs from '../design/input.module.css';
import { useText } from '../languages/index.js';
import { SettingsDialog } from './settings-dialog.js';
import styles from './settings-dialog.module.css';

/** Name and description of the organization, which administrators change. */
export default function OrganizationSettings({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const { api } = useClient();
  const isAdmin = useField('is_admin') === true;
  const [name, setName] = useState(useField('realm_name') ?? '');
  const [description, setDescription] = useState(useField('realm_description') ?? '');
  const [error, setError] = useState<string>();
  const save = (event: FormEvent) => {
    event.preventDefault();
    api.call('PATCH', '/realm', { name, description }).then(
      ({ status, body }) => (status === 200 ? onClose() : setError(body.msg)),
      () => setError(text('settings.failed')),
    );
  };
  return (
    <SettingsDialog title={text('account.organization')} onClose={onClose}>
      <form className={styles.form} onSubmit={save}>
        <label className={fields.field}>
          {text('settings.name')}
          <input
            className={inputs.input}
            value={name}
            readOnly={!isAdmin}
            required
            onChange={({ target }) => setName(target.value)}
          />
        </label>
        <label className={fields.field}>
          {text('settings.description')}
          <textarea
            className={inputs.input}
            rows={4}
            value={description}
            readOnly={!isAdmin}
            onChange={({ target }) => setDescription(target.value)}
          />
        </label>
        {!isAdmin && <p className={styles.hint}>{text('settings.only_admins')}</p>}
        {isAdmin && (
          <div className={styles.actions}>
            {error !== undefined && (
              <p role="alert" className={styles.failed}>
                {error}
              </p>
            )}
            <Button kind="main" type="submit">
              {text('settings.save')}
            </Button>
          </div>
        )}
      </form>
    </SettingsDialog>
  );
}
