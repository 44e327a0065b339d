import type { Message } from '@chat/chat-client';
import { Suspense, useState } from 'react';
import { usePageClient } from '../client/index.js';
import { arrowStep } from '../design/arrow-step.js';
import { IconButton } from '../design/icon-button.js';
import { useText } from '../languages/index.js';
import { lazyPart } from '../loading/index.js';
import { OPENING_KEYS } from '../menu/index.js';
import { LoadingPart } from '../shortcuts/index.js';
import { setFlag } from './commands.js';
import { FrequentReaction } from './frequent-reaction-button.js';
import styles from './message-actions.module.css';
import { pickReaction } from './pick-reaction.js';
import { quoteAndReply } from './quote-and-reply.js';

/** The parts of the menu load when the first one opens. */
const MoreMenu = lazyPart(() => import('./more-menu.js'));

interface Props {
  readonly message: Message;
  readonly isMenuOpen: boolean;
  readonly onMenu: (isOpen: boolean) => void;
}

/** On the message under the pointer, and on the one with the focus. */
export function MessageActions({ message, isMenuOpen, onMenu }: Props) {
  const page = usePageClient();
  const { client } = page.changes;
  const text = useText();
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const isStarred = message.flags.includes('starred');
  return (
    <div className={styles.bar} role="toolbar" aria-label={text('actions.toolbar')} onKeyDown={moveInToolbar}>
      <IconButton
        icon="smile"
        label={text('message.addReaction')}
        tip="above"
        onClick={(event) => pickReaction(client, message, event.currentTarget)}
      />
      <FrequentReaction message={message} />
      <IconButton
        icon="reply"
        label={text('actions.quoteAndReply')}
        tip="above"
        onClick={() => void quoteAndReply(client, message)}
      />
      <IconButton
        icon="star"
        className={isStarred ? styles.starred : ''}
        label={text(isStarred ? 'actions.unstar' : 'actions.star')}
        tip="above"
        onClick={() => void setFlag(page, message.id, 'starred', !isStarred)}
      />
      <IconButton
        ref={setButton}
        icon="dots"
        label={text('actions.more')}
        tip={isMenuOpen ? 'none' : 'above'}
        aria-haspopup="menu"
        aria-expanded={isMenuOpen}
        onClick={() => onMenu(!isMenuOpen)}
        onKeyDown={(event) => {
          if (!OPENING_KEYS.has(event.key)) return;
          event.preventDefault();
          event.stopPropagation();
          onMenu(true);
        }}
      />
      {isMenuOpen && button !== null && (
        <Suspense fallback={<LoadingPart />}>
          <MoreMenu message={message} button={button} onClose={() => onMenu(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** The arrow keys go along the toolbar; Tab leaves it as every part of the page. */
function moveInToolbar(event: React.KeyboardEvent<HTMLElement>): void {
  const step = arrowStep(event);
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>(':scope > button')];
  const index = buttons.indexOf(document.activeElement as HTMLElement);
  if (step === 0 || index < 0) return;
  event.preventDefault();
  event.stopPropagation();
  buttons[(index + step + buttons.length) % buttons.length]?.focus();
}
