import { lazy, Suspense, useState } from 'react';
import { LoadingPart, useCommand } from '../shortcuts/index.js';

const StatusDialog = lazy(() => import('./status-dialog.js'));

/** The dialog of the own status; it loads when it is first opened. */
export function StatusDialogs() {
  const [isOpen, setIsOpen] = useState(false);
  useCommand('status.set', () => setIsOpen(true));
  return <Suspense fallback={<LoadingPart />}>{isOpen && <StatusDialog onClose={() => setIsOpen(false)} />}</Suspense>;
}
