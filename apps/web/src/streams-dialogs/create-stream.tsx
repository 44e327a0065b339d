import { type FormEvent, useId, useState } from 'react';
import { go, inStream } from '../addresses/index.js';
import { useClient, useField } from '../client/index.js';
import { type ChosenPeople, PeopleField } from '../compose/people-field.js';
import { Button } from '../design/button.js';
import fields from '../design/form-fields.module.css';
import inputs from '../design/input.module.css';
import { DialogFrame } from '../dialog/index.js';
import { useText } from '../languages/index.js';
import { useNames } from '../names/index.js';
import { ACCESSES, newStream, type StreamAccess } from './new-stream.js';
import styles from './streams-dialogs.module.css';

const MAX_NAME = 60;
const MAX_DESCRIPTION = 1024;

/** Creates a stream with the reader in it, and opens it. */
export default function CreateStream({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const names = useNames();
  const { api } = useClient();
  const id = useId();
  const mayBePublic = useField('can_create_public_streams') === true;
  const mayBePrivate = useField('can_create_private_streams') === true;
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const ownId = useField('user_id') as number;
  const mayBeWebPublic = useField('can_create_web_public_streams') === true;
  const [access, setAccess] = useState<StreamAccess>(mayBePublic ? 'public' : 'private');
  const [people, setPeople] = useState<readonly ChosenPeople[]>([]);
  const [problem, setProblem] = useState('');
  const [isRunning, setRunning] = useState(false);

  const create = async (event: FormEvent) => {
    event.preventDefault();
    setRunning(true);
    setProblem('');
    try {
      const problemOfName = await createStream();
      if (problemOfName !== undefined) setProblem(problemOfName);
    } catch {
      setProblem(text('streams.failed'));
    }
    setRunning(false);
  };
  async function createStream() {
    const stream = { name: name.trim(), description: description.trim() };
    const parameters = newStream(stream, access, [ownId, ...people.flatMap(({ userIds }) => userIds)]);
    // The same request subscribes to a stream that exists.
    const existing = await api.call('GET', '/get_stream_id', { stream: stream.name });
    if (existing.status === 200) return text('streams.exists', { stream: stream.name });
    const { status, body } = await api.call('POST', '/users/me/subscriptions', parameters);
    if (status !== 200) return body.msg as string;
    const { stream_id: streamId } = await api.get('/get_stream_id', { stream: stream.name });
    onClose();
    go(inStream(streamId), { names });
    return undefined;
  }

  const mayBe = { public: mayBePublic, private: mayBePrivate, web_public: mayBeWebPublic };
  if (!mayBePublic && !mayBePrivate && !mayBeWebPublic) {
    return (
      <DialogFrame title={text('streams.create')} onClose={onClose}>
        <p className={styles.form}>{text('streams.may_not_create')}</p>
      </DialogFrame>
    );
  }
  return (
    <DialogFrame title={text('streams.create')} onClose={onClose}>
      <form className={styles.form} onSubmit={(event) => void create(event)}>
        <label className={fields.field}>
          {text('streams.name')}
          <input
            className={inputs.input}
            value={name}
            maxLength={MAX_NAME}
            required
            // biome-ignore lint/a11y/noAutofocus: the dialog begins with it.
            autoFocus
            autoComplete="off"
            aria-invalid={problem !== ''}
            aria-describedby={`${id}-problem`}
            onChange={({ target }) => setName(target.value)}
          />
        </label>
        <p id={`${id}-problem`} className={styles.problem} role="alert">
          {problem}
        </p>
        <label className={fields.field}>
          {text('streams.description')}
          <input
            className={inputs.input}
            value={description}
            maxLength={MAX_DESCRIPTION}
            autoComplete="off"
            onChange={({ target }) => setDescription(target.value)}
          />
        </label>
        <fieldset className={fields.choices}>
          <legend>{text('streams.readers')}</legend>
          {ACCESSES.filter((each) => each !== 'web_public' || mayBeWebPublic).map((each) => (
            <label key={each}>
              <input
                type="radio"
                name={`${id}-access`}
                checked={access === each}
                disabled={!mayBe[each]}
                onChange={() => setAccess(each)}
              />
              {text(`streams.${each}`)}
            </label>
          ))}
        </fieldset>
        <div className={styles.people}>
          <PeopleField label={text('streams.add')} chosen={people} onChange={setPeople} hasGroups isInline />
        </div>
        <div className={styles.actions}>
          <Button onClick={onClose}>{text('dialog.cancel')}</Button>
          <Button kind="main" type="submit" isRunning={isRunning} disabled={name.trim() === ''}>
            {text('streams.create_button')}
          </Button>
        </div>
      </form>
    </DialogFrame>
  );
}
