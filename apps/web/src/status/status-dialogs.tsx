import { Suspense, useState } from 'react';
import { lazyPart } from '../loading/index.js';
import { LoadingPart, useCommand } from '../shortcuts/index.js';

const StatusDialog = lazyPart(() => import('./status-dialog.js'));

/** The dialog of the own status; it loads when it is first opened. */
export function StatusDialogs() {
  const [isOpen, setIsOpen] = useState(false);
  useCommand('status.set', () => setIsOpen(true));
  return <Suspense fallback={<LoadingPart />}>{isOpen && <StatusDialog onClose={() => setIsOpen(false)} />}</Suspense>;
}
