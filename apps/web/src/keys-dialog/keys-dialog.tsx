import { Suspense, useState } from 'react';
import { lazyPart } from '../loading/index.js';
import { LoadingPart, useCommand } from '../shortcuts/index.js';

const OpenKeysDialog = lazyPart(() => import('./open-keys-dialog.js'));

/** The dialog with all keys, which loads when it is first opened. */
export function KeysDialog() {
  const [isOpen, setIsOpen] = useState(false);
  useCommand('keys.show', () => setIsOpen((open) => !open));
  if (!isOpen) return null;
  return (
    <Suspense fallback={<LoadingPart />}>
      <OpenKeysDialog onClose={() => setIsOpen(false)} />
    </Suspense>
  );
}
