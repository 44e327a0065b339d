import { Suspense, useRef, useState } from 'react';
import { type Address, go, inTopic, isSameView, operandOf, withPeople } from '../addresses/index.js';
import { useClient } from '../client/index.js';
import { IconButton } from '../design/icon-button.js';
import { useText } from '../languages/index.js';
import { lazyPart } from '../loading/index.js';
import { namesOf } from '../names/index.js';
import type { Destination } from '../sending/index.js';
import { LoadingPart, runCommand, useCommand } from '../shortcuts/index.js';
import styles from './new-message.module.css';

const NewConversation = lazyPart(() =>
  import('./new-conversation.js').then(({ NewConversation: form }) => ({ default: form })),
);

interface Props {
  readonly address: Address | undefined;
  /** The message went to the conversation on the screen. */
  readonly onSentHere: () => void;
}

/** Begins a conversation from any view. Its text stays when it is closed. */
export function NewMessage({ address, onSentHere }: Props) {
  const text = useText();
  const client = useClient();
  const opener = useRef<Element>(null);
  const [kind, setKind] = useState<'stream' | 'direct'>();
  const open = (wanted: 'stream' | 'direct') => {
    opener.current = document.activeElement;
    setKind(wanted);
  };
  useCommand('compose.stream', () => open('stream'));
  useCommand('compose.direct', () => open('direct'));
  const close = () => {
    setKind(undefined);
    if (opener.current === document.body) runCommand('view.focus');
    else (opener.current as HTMLElement | null)?.focus();
  };
  if (kind === undefined) return null;
  const streamId = address === undefined ? undefined : operandOf(address, 'stream');
  const showSent = (destination: Destination) => {
    setKind(undefined);
    const to =
      destination.type === 'stream'
        ? inTopic(destination.streamId, destination.topic)
        : withPeople(destination.userIds);
    if (address !== undefined && isSameView(to, address)) onSentHere();
    else go(to, { names: namesOf(client) });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape in any field inside closes the panel.
    <div
      className={styles.panel}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      <div className={styles.head}>
        <h2>{text('bar.new_message')}</h2>
        <IconButton icon="close" label={text('dialog.close')} tip="none" onClick={close} />
      </div>
      <Suspense fallback={<LoadingPart />}>
        <NewConversation
          key={kind}
          kind={kind}
          takesFocus
          streamId={typeof streamId === 'number' ? streamId : undefined}
          onSent={showSent}
        />
      </Suspense>
    </div>
  );
}
