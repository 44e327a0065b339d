import { Suspense, useState } from 'react';
import { lazyPart } from '../loading/index.js';
import { LoadingPart, useCommand } from '../shortcuts/index.js';

const OwnSettings = lazyPart(() => import('./own-settings.js'));
const OrganizationSettings = lazyPart(() => import('./organization-settings.js'));

/** The dialogs of settings; each loads when it is first opened. */
export function SettingsDialogs() {
  const [open, setOpen] = useState<'own' | 'organization'>();
  useCommand('settings.own', () => setOpen('own'));
  useCommand('settings.organization', () => setOpen('organization'));
  const close = () => setOpen(undefined);
  return (
    <Suspense fallback={<LoadingPart />}>
      {open === 'own' && <OwnSettings onClose={close} />}
      {open === 'organization' && <OrganizationSettings onClose={close} />}
    </Suspense>
  );
}
