import { useEffect, useState, useSyncExternalStore } from 'react';
import { Button } from '../design/button.js';
import { useText } from '../languages/index.js';
import styles from './new-release.module.css';
import { ReleaseWatch, readPage } from './release-watch.js';

/** Offers another release of the client. It never reloads by itself. */
export function NewRelease() {
  const text = useText();
  const [watch] = useState(() => new ReleaseWatch({ scripts: scriptsOfPage(), readPage }));
  const hasOther = useSyncExternalStore(watch.subscribe, watch.hasOther);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void watch.look();
    };
    const lookNow = () => void watch.lookNow();
    document.addEventListener('visibilitychange', look);
    // A part of this release is gone from the server.
    window.addEventListener('vite:preloadError', lookNow);
    window.addEventListener('online', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('vite:preloadError', lookNow);
      window.removeEventListener('online', look);
    };
  }, [watch]);

  return (
    <div role="status" aria-label={text('release.label')} className={hasOther ? styles.offer : undefined}>
      {hasOther && (
        <>
          <span>{text('release.text')}</span>
          <Button onClick={() => location.reload()}>{text('release.reload')}</Button>
        </>
      )}
    </div>
  );
}

const scriptsOfPage = (): string[] =>
  [...document.querySelectorAll('script[type="module"]')].map((script) => script.getAttribute('src') ?? '');
