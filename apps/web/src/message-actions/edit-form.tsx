import type { Message } from '@chat/chat-client';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useClient } from '../client/index.js';
import { Button } from '../design/button.js';
import { useText } from '../languages/index.js';
import { destinationOfReply } from '../message/conversation.js';
import { useHeldKeys } from '../shortcuts/index.js';
import { editMessage, sourceOf } from './commands.js';
import { editDrafts, removeEdit, storeEdit } from './edit-drafts.js';
import styles from './edit-form.module.css';
import { openAction } from './open-state.js';
import { reasonOf } from './reason.js';

/** Takes the place of a message while its sender edits it. The changed text comes back with the message. */
export function EditForm({ message }: { readonly message: Message }) {
  const client = useClient();
  const text = useText();
  const field = useRef<HTMLTextAreaElement>(null);
  const [draft, setDraft] = useState<string | null>(null);
  const [source, setSource] = useState('');
  const [problem, setProblem] = useState('');
  const [isSaving, setSaving] = useState(false);
  const destination = destinationOfReply(message, client.state.field('user_id') as number);
  const [restored] = useState(() => editDrafts(client).find(({ messageId }) => messageId === message.id)?.text);
  useEffect(() => {
    let isCurrent = true;
    sourceOf(client, message.id).then(
      (content) => {
        if (!isCurrent) return;
        setSource(content);
        setDraft(restored ?? content);
      },
      (error) => isCurrent && setProblem(reasonOf(error, text)),
    );
    return () => {
      isCurrent = false;
    };
  }, [client, message.id, text, restored]);
  const isLoaded = draft !== null;
  useEffect(() => {
    // The reader may be elsewhere when a text comes back.
    if (isLoaded && restored === undefined) field.current?.focus();
  }, [isLoaded, restored]);

  const close = () => {
    const article = field.current?.closest<HTMLElement>('article');
    removeEdit(client, message.id);
    openAction(null);
    article?.focus();
  };
  useHeldKeys(!isLoaded && problem === '' && restored === undefined, close);
  const save = async (event?: FormEvent) => {
    event?.preventDefault();
    if (draft === null || isSaving) return;
    if (draft === source) return close();
    setSaving(true);
    try {
      await editMessage(client, message.id, draft);
      close();
    } catch (error) {
      setProblem(reasonOf(error, text));
      setSaving(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const saves = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    // A key loses no changed text.
    if (event.key === 'Escape' && (draft === source || draft === null)) close();
    if (saves) void save();
  };
  return (
    <form className={styles.form} onSubmit={save} onKeyDown={onKeyDown}>
      <textarea
        ref={field}
        aria-label={text('actions.editMessage')}
        aria-invalid={problem !== '' || undefined}
        aria-describedby={`edit-problem-${message.id}`}
        value={draft ?? ''}
        disabled={!isLoaded}
        // A letter of this time would be lost.
        readOnly={isSaving}
        onChange={({ target }) => {
          setDraft(target.value);
          storeEdit(client, { messageId: message.id, text: target.value, destination });
        }}
      />
      <div className={styles.foot}>
        <p id={`edit-problem-${message.id}`} role="alert" className={styles.problem}>
          {problem}
        </p>
        <Button onClick={close}>{text('actions.cancel')}</Button>
        <Button kind="main" type="submit" disabled={!isLoaded}>
          {text('actions.save')}
        </Button>
      </div>
    </form>
  );
}
