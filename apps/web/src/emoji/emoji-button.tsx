import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { IconButton } from '../design/icon-button.js';
import { lazyPart } from '../loading/index.js';
import { LoadingPart } from '../shortcuts/index.js';
import type { EmojiChoice } from './emoji-data.js';

const loadDialog = () => import('./emoji-dialog.js');
const EmojiDialog = lazyPart(() => loadDialog().then(({ EmojiDialog: dialog }) => ({ default: dialog })));

interface Props {
  readonly label: string;
  readonly className?: string | undefined;
  readonly onPick: (emoji: EmojiChoice) => void;
}

/** Opens the list of emoji. Its code loads when the pointer or the focus comes near. */
export function EmojiButton({ label, className, onPick }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const picked = useRef<EmojiChoice>(undefined);
  const take = useEffectEvent(onPick);
  useEffect(() => {
    const emoji = picked.current;
    if (isOpen || emoji === undefined) return;
    picked.current = undefined;
    // Until now the list held the focus, which may go on to a field.
    button.current?.focus();
    take(emoji);
  }, [isOpen]);
  return (
    <>
      <IconButton
        ref={button}
        className={className}
        icon="smile"
        label={label}
        tip="above"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
        onPointerEnter={() => void loadDialog().catch(() => undefined)}
        onFocus={() => void loadDialog().catch(() => undefined)}
      />
      {isOpen && (
        <Suspense fallback={<LoadingPart />}>
          <EmojiDialog
            trigger={button}
            onPick={(emoji) => {
              picked.current = emoji;
            }}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
