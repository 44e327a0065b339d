import type { Message } from '@chat/chat-client';
import { type ComponentType, Suspense } from 'react';
import { useMessage } from '../client/index.js';
import { lazyPart } from '../loading/index.js';
import { LoadingPart } from '../shortcuts/index.js';
import { type DialogKind, useOpenAction } from './open-state.js';

type Dialog = ComponentType<{ readonly message: Message }>;

const DIALOGS: Readonly<Record<DialogKind, Dialog>> = {
  move: lazyPart(() => import('./move-dialog.js')),
  delete: lazyPart(() => import('./delete-dialog.js')),
  source: lazyPart(() => import('./source-dialog.js')),
  readers: lazyPart(() => import('./readers-dialog.js')),
  history: lazyPart(() => import('./history-dialog.js')),
};

/** The dialog about a message that is open, if any. */
export function MessageDialogs() {
  const open = useOpenAction((action) => action);
  const message = useMessage(open?.messageId ?? 0);
  if (open === null || open.kind === 'edit' || message === undefined) return null;
  const Dialog = DIALOGS[open.kind];
  return (
    <Suspense fallback={<LoadingPart />}>
      <Dialog key={open.messageId} message={message} />
    </Suspense>
  );
}
