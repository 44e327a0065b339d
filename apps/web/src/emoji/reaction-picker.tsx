import { lazy, Suspense, useEffect, useState } from 'react';
import { provideEmojiPicker } from '../message-actions/index.js';
import { LoadingPart } from '../shortcuts/index.js';

const EmojiDialog = lazy(() => import('./emoji-dialog.js').then(({ EmojiDialog: dialog }) => ({ default: dialog })));

type OnPick = Parameters<Parameters<typeof provideEmojiPicker>[0]>[1];

/** Chooses the emoji of a reaction, next to the button that asked for it. */
export function ReactionPicker() {
  const [asked, setAsked] = useState<{ readonly button: HTMLElement; readonly onPick: OnPick }>();
  useEffect(() => provideEmojiPicker((button, onPick) => setAsked({ button, onPick })), []);
  if (asked === undefined) return null;
  return (
    <Suspense fallback={<LoadingPart />}>
      <EmojiDialog
        trigger={{ current: asked.button }}
        onPick={({ name, code, type }) => asked.onPick({ name, code, type })}
        onClose={() => {
          setAsked(undefined);
          asked.button.focus();
        }}
      />
    </Suspense>
  );
}
