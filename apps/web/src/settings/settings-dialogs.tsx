import { lazy, Suspense, useState } from 'react';
import { LoadingPart, useCommand } from '../shortcuts/index.js';

const OwnSettings = lazy(() => import('./own-settings.js'));
const OrganizationSettings = lazy(() => import('./organization-settings.js'));

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
