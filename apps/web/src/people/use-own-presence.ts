import { useEffect } from 'react';
import { useClient } from '../client/index.js';
import { type Activity, activityAt } from './activity.js';

/** The server forgets a report after some minutes. */
const REPORT_EVERY_MS = 60_000;
const ACTS = ['keydown', 'pointerdown', 'wheel', 'focus'] as const;

/** Tells the server whether the reader is active: once a minute, and when it becomes active again. A failed report is not repeated. */
export function useOwnPresence(): void {
  const client = useClient();
  useEffect(() => {
    let lastActMs = Date.now();
    let reported: Activity | undefined;
    const report = () => {
      const status = activityAt(Date.now(), lastActMs, !document.hidden);
      // Another tab or device says more than an idle one; once is enough.
      if (status === 'idle' && reported === 'idle') return;
      reported = status;
      client.api
        .call('POST', '/users/me/presence', { status, ping_only: true, new_user_input: status === 'active' })
        .catch(() => undefined);
    };
    const act = () => {
      lastActMs = Date.now();
      if (reported === 'idle') report();
    };
    for (const name of ACTS) addEventListener(name, act, { passive: true, capture: true });
    const timer = setInterval(report, REPORT_EVERY_MS);
    report();
    return () => {
      clearInterval(timer);
      for (const name of ACTS) removeEventListener(name, act, { capture: true });
    };
  }, [client]);
}
