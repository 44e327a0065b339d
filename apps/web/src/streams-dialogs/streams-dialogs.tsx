import { Suspense, useState } from 'react';
import { lazyPart } from '../loading/index.js';
import { LoadingPart, useCommand } from '../shortcuts/index.js';

const BrowseStreams = lazyPart(() => import('./browse-streams.js'));
const CreateStream = lazyPart(() => import('./create-stream.js'));

/** The list of all streams, and the form for a new one; each loads when it is first opened. */
export function StreamsDialogs() {
  const [open, setOpen] = useState<'browse' | 'create'>();
  useCommand('streams.browse', () => setOpen('browse'));
  useCommand('streams.create', () => setOpen('create'));
  const close = () => setOpen(undefined);
  return (
    <Suspense fallback={<LoadingPart />}>
      {open === 'browse' && <BrowseStreams onClose={close} onCreate={() => setOpen('create')} />}
      {open === 'create' && <CreateStream onClose={close} />}
    </Suspense>
  );
}
