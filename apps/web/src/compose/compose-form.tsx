import { type ClipboardEvent, type DragEvent, type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useClient, useField } from '../client/index.js';
import { useFormats, useText } from '../languages/index.js';
import { PersonAvatar } from '../people/index.js';
import { writeIn } from '../replies/index.js';
import type { Destination } from '../sending/index.js';
import { complete, type Suggestion } from '../typeahead/index.js';
import { TypingLine } from '../typing/index.js';
import { AttachmentList } from './attachment-list.js';
import styles from './compose.module.css';
import { composeKeys } from './compose-keys.js';
import { ComposeNotes } from './compose-notes.js';
import { ComposeTools } from './compose-tools.js';
import { ConfirmDialog } from './confirm-dialog.js';
import { DestinationLine } from './destination-line.js';
import { formatted, inserted } from './format-text.js';
import { isTypingElsewhere } from './is-typing-elsewhere.js';
import { KeyHints } from './key-hints.js';
import { moveText } from './moved-text.js';
import { pastedMarkdown } from './pasted-markdown.js';
import { Preview } from './preview.js';
import { SendButtons } from './send-buttons.js';
import { optionId, SuggestionList } from './suggestion-list.js';
import { uploadsOf, useAttachments } from './use-attachments.js';
import { useComposeCommands } from './use-compose-commands.js';
import { useDraft } from './use-draft.js';
import { useMessageField } from './use-message-field.js';
import { useSend } from './use-send.js';
import { useSuggestions } from './use-suggestions.js';
import { useTyping } from './use-typing.js';

interface Props {
  /** Null: not chosen yet. */
  readonly destination: Destination | null;
  readonly onSent: () => void;
  /** Fields that choose the destination of a new conversation; without them a line names it. */
  readonly place?: ReactNode | undefined;
}

/** The place of a text for a new conversation, until it is sent to the one that stands above it. */
const UNADDRESSED: Destination = { type: 'direct', userIds: [] };

/** Writes to one conversation. Its text is a draft from the first letter on. */
export function ComposeForm({ destination: chosenDestination, onSent, place }: Props) {
  const destination = chosenDestination ?? UNADDRESSED;
  const client = useClient();
  const text = useText();
  const { number } = useFormats();
  const ownId = useField('user_id') as number;
  const entersSend = useField('user_settings')?.enter_sends ?? true;
  const listId = useId();
  const files = useRef<HTMLInputElement>(null);
  const [content, setContent] = useDraft(place === undefined ? destination : UNADDRESSED);
  const [isPreviewed, setIsPreviewed] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const { field, caret, followCaret, edit } = useMessageField(content, setContent);
  const typing = useTyping(destination);
  const found = useSuggestions(content, caret, isFocused, destination);
  const sending = useSend({
    ...{ destination, text: content, setText: setContent },
    onSent: () => {
      // Files on their way belong to the conversation that has begun.
      if (place !== undefined) uploadsOf(client).move(UNADDRESSED, destination);
      onSent();
    },
  });
  const { attachments, attach, remove } = useAttachments(place === undefined ? destination : UNADDRESSED, (link) => {
    if (isTypingElsewhere(field.current)) return false;
    edit((edited) => inserted(edited, `${link}\n`, true));
    return true;
  });
  useComposeCommands({
    ...{ destination, field, edit },
    isNew: place !== undefined,
    showConversation: () => {
      if (chosenDestination === null) return false;
      moveText(client, UNADDRESSED, chosenDestination);
      writeIn(chosenDestination, { text: '', isBlock: false });
      onSent();
      return true;
    },
  });
  const isUnready = sending.isEmpty || chosenDestination === null;

  const choose = (suggestion: Suggestion) => {
    const { trigger } = found;
    if (trigger === undefined) return;
    edit(({ text: before, start }) => {
      const { text: after, caret: at } = complete(before, start, trigger, suggestion);
      return { text: after, start: at, end: at };
    });
  };
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (isUnready) return;
    typing.stop();
    setIsPreviewed(false);
    field.current?.focus();
    sending.send();
  };
  const schedule = async (time: Date) => {
    await sending.schedule(time);
    // The button of the menu is disabled without a text.
    field.current?.focus();
  };
  const onKeyDown = composeKeys({
    ...found,
    ...{ entersSend, choose, edit, submit },
    togglePreview: () => setIsPreviewed((is) => !is),
  });
  const onPaste = (event: ClipboardEvent) => {
    const { files: pasted } = event.clipboardData;
    const markdown = pasted.length === 0 ? pastedMarkdown(event.clipboardData.getData('text/html')) : undefined;
    if (pasted.length === 0 && markdown === undefined) return;
    event.preventDefault();
    if (markdown === undefined) attach(pasted);
    else edit((edited) => inserted(edited, markdown));
  };
  const onDrop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    attach(event.dataTransfer.files);
  };

  return (
    <div className={styles.bottom}>
      {found.suggestions.length > 0 && (
        <SuggestionList
          id={listId}
          suggestions={found.suggestions}
          chosen={found.chosen}
          query={found.trigger?.query ?? ''}
          destination={destination}
          onChoose={choose}
        />
      )}
      <div className={styles.write} data-places={place !== undefined || undefined}>
        <form
          className={styles.form}
          aria-label={text('compose.form')}
          onSubmit={submit}
          onDragOver={(event) => event.preventDefault()}
          onDrop={onDrop}
        >
          <span className={styles.avatar}>
            <PersonAvatar userId={ownId} />
          </span>
          <div className={styles.box}>
            {place ?? <DestinationLine destination={destination} />}
            <textarea
              ref={field}
              rows={1}
              dir="auto"
              aria-label={text('compose.message')}
              placeholder={text(place === undefined ? 'compose.placeholder' : 'compose.placeholder_new')}
              aria-autocomplete="list"
              aria-controls={found.suggestions.length > 0 ? listId : undefined}
              aria-activedescendant={found.suggestions.length > 0 ? optionId(listId, found.chosen) : undefined}
              value={content}
              onChange={(event) => {
                setContent(event.target.value);
                followCaret();
                typing.typed();
              }}
              onSelect={followCaret}
              onFocus={() => setIsFocused(true)}
              onBlur={() => setIsFocused(false)}
              onKeyDown={onKeyDown}
              onPaste={onPaste}
            />
            {isPreviewed && <Preview content={content} />}
            <AttachmentList attachments={attachments} onCancel={remove} />
            <ComposeNotes destination={destination} content={content} problem={sending.problem} reply={sending.reply} />
            <div className={styles.tools}>
              <ComposeTools
                isPreviewed={isPreviewed}
                onPreview={() => setIsPreviewed((is) => !is)}
                onAttach={() => files.current?.click()}
                onEmoji={({ name }) => edit((edited) => inserted(edited, `:${name}: `))}
                onFormat={(format) => edit((edited) => formatted(edited, format))}
              />
              <SendButtons
                isUnready={isUnready}
                isEmpty={sending.isEmpty}
                isScheduled={sending.scheduledFor !== undefined}
                onSchedule={schedule}
              />
            </div>
          </div>
          <div className={styles.under}>
            <TypingLine conversation={destination} />
            <KeyHints entersSend={entersSend} />
          </div>
          <input
            ref={files}
            type="file"
            multiple
            hidden
            onChange={(event) => {
              attach(event.target.files ?? []);
              event.target.value = '';
            }}
          />
        </form>
      </div>
      {sending.asked !== undefined && (
        <ConfirmDialog
          title={text('compose.many_title', { count: number(sending.asked) })}
          hint={text('compose.many_hint')}
          action={text('compose.send')}
          onConfirm={sending.sendNow}
          onClose={sending.cancelAsked}
        />
      )}
    </div>
  );
}
