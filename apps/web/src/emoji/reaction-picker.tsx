import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../loading/index.js';
import { provideEmojiPicker } from '../message-actions/index.js';
import { LoadingPart } from '../shortcuts/index.js';

const EmojiDialog = lazyPart(() =>
  import('./emoji-dialog.js').then(({ EmojiDialog: dialog }) => ({ default: dialog })),
);

type OnPick = Parameters<Parameters<typeof provideEmojiPicker>[0]>[1];

interface Asked {
  readonly button: HTMLElement;
  /** The message of the button. */
  readonly message: HTMLElement | null;
  readonly onPick: OnPick;
}

/** Chooses the emoji of a reaction, next to the button that asked for it. Its end gives the focus back. */
export function ReactionPicker() {
  const [asked, setAsked] = useState<Asked>();
  useEffect(
    () => provideEmojiPicker((button, onPick) => setAsked({ button, message: button.closest('article'), onPick })),
    [],
  );
  // After the end of the dialog, which holds the focus until then.
  useEffect(() => {
    if (asked === undefined) return undefined;
    const { button, message } = asked;
    // The actions of a message go when it loses the focus.
    return () => (button.isConnected ? button : message)?.focus();
  }, [asked]);
  if (asked === undefined) return null;
  return (
    <Suspense fallback={<LoadingPart />}>
      <EmojiDialog
        trigger={{ current: asked.button }}
        onPick={({ name, code, type }) => asked.onPick({ name, code, type })}
        onClose={() => setAsked(undefined)}
      />
    </Suspense>
  );
}
