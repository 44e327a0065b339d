import type { ChatClient } from '@chat/chat-client';
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { useClient } from '../client/index.js';
import { type Destination, destinationKey } from '../sending/index.js';
import { cookieValue, sessionMark } from '../tabs/session-mark.js';
import { type Attachment, ConversationUploads, uploadStorage } from '../uploads/index.js';
import { uploadLocks } from './upload-locks.js';
import { writingOf } from './writing.js';

/** Writes a link at the caret of a box. Returns false if it cannot. */
type WriteLink = (markdown: string) => boolean;

/** The open box of each conversation. */
const boxes = new Map<string, WriteLink>();
const known = new WeakMap<ChatClient, ConversationUploads>();

/** The uploads of a client. Those of an earlier page go on from its first call on. */
export function uploadsOf(client: ChatClient): ConversationUploads {
  let uploads = known.get(client);
  if (uploads === undefined) {
    uploads = begin(client);
    known.set(client, uploads);
    void uploads.restore();
  }
  return uploads;
}

function begin(client: ChatClient): ConversationUploads {
  const csrfToken = () => cookieValue('csrftoken');
  const uploads = new ConversationUploads({
    session: sessionMark(csrfToken()),
    storage: uploadStorage,
    upload: {
      csrfToken,
      fetch: (url, request) => fetch(url, request),
      endpoint: new URL('/json/tus', location.href).href,
      pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    },
    newId: () => `${Date.now()}.${Math.random().toString(36).slice(2, 10)}`,
    alone: uploadLocks(() => void uploads.restore()),
    addLink: (destination, markdown) => {
      if (boxes.get(destinationKey(destination))?.(markdown)) return;
      const { drafts, syncSoon } = writingOf(client);
      const text = drafts.get(destination);
      drafts.set(destination, `${text === '' || text.endsWith('\n') ? text : `${text}\n`}${markdown}\n`);
      syncSoon();
    },
  });
  return uploads;
}

/** Files on their way to a conversation; each one that arrives is given to `onUploaded` as a link in Markdown. */
export function useAttachments(destination: Destination, onUploaded: WriteLink) {
  const uploads = uploadsOf(useClient());
  const key = destinationKey(destination);
  const write = useRef(onUploaded);
  write.current = onUploaded;
  useEffect(() => {
    const own = (markdown: string) => write.current(markdown);
    boxes.set(key, own);
    return () => {
      if (boxes.get(key) === own) boxes.delete(key);
    };
  }, [key]);
  const attachments: readonly Attachment[] = useSyncExternalStore(
    useCallback((listener) => uploads.subscribe(listener), [uploads]),
    () => uploads.of(destination),
  );
  return {
    attachments,
    attach: (files: Iterable<File>) => uploads.attach(destination, [...files]),
    remove: (id: string) => uploads.remove(id),
  };
}
