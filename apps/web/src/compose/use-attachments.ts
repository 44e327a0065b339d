import { useCallback, useRef, useState } from 'react';
import { cookieValue } from '../tabs/session-mark.js';
import { UploadRefused, uploadFile } from '../uploads/index.js';

export interface Attachment {
  readonly id: number;
  readonly name: string;
  readonly size: number;
  readonly sent: number;
  /** Why it failed; empty: without a reason. */
  readonly problem?: string;
}

let lastId = 0;

/** Uploads files; each one that arrives is given to `onUploaded` as a link in Markdown. */
export function useAttachments(onUploaded: (markdown: string) => void) {
  const [attachments, setAttachments] = useState<readonly Attachment[]>([]);
  const running = useRef(new Map<number, AbortController>());
  const change = useCallback((id: number, values: Partial<Attachment>) => {
    setAttachments((all) => all.map((one) => (one.id === id ? { ...one, ...values } : one)));
  }, []);
  const remove = useCallback((id: number) => {
    running.current.get(id)?.abort();
    running.current.delete(id);
    setAttachments((all) => all.filter((one) => one.id !== id));
  }, []);

  const attach = (files: Iterable<File>) => {
    for (const file of files) {
      const id = ++lastId;
      const abort = new AbortController();
      running.current.set(id, abort);
      setAttachments((all) => [...all, { id, name: file.name, size: file.size, sent: 0 }]);
      uploadFile(file, {
        fetch: (url, request) => fetch(url, request),
        endpoint: new URL('/json/tus', location.href).href,
        csrfToken: () => cookieValue('csrftoken'),
        signal: abort.signal,
        onProgress: (sent) => change(id, { sent }),
        pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      }).then(
        ({ url, filename }) => {
          remove(id);
          onUploaded(`[${filename.replaceAll(/[[\]]/g, '')}](${url})`);
        },
        (error: unknown) => {
          if (!abort.signal.aborted) change(id, { problem: error instanceof UploadRefused ? error.message : '' });
        },
      );
    }
  };
  return { attachments, attach, remove };
}
