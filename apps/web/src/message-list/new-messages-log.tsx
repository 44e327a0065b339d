import { useEffect, useRef, useState } from 'react';
import hidden from '../design/hidden.module.css';
import { useFormats, useText } from '../languages/index.js';
import { type Announcement, Announcer, type Arrival } from './announcements.js';

interface Props {
  /** The messages that arrived last; another array for each arrival. */
  readonly arrivals: readonly Arrival[];
}

/** Announces senders and contents of new messages in the open view, when the reader's program has time. */
export function NewMessagesLog({ arrivals }: Props) {
  const text = useText();
  const formats = useFormats();
  const [said, say] = useState<readonly Announcement[]>([]);
  const announcer = useRef<Announcer>(undefined);
  useEffect(() => {
    announcer.current = new Announcer(say);
    return () => announcer.current?.stop();
  }, []);
  useEffect(() => {
    if (arrivals.length > 0) announcer.current?.arrive(arrivals);
  }, [arrivals]);
  return (
    <div className={hidden.hidden} role="log" aria-live="polite" aria-label={text('list.newMessages')}>
      {said.map((announcement, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the sentences of one moment have no other identity.
        <p key={index}>
          {announcement.kind === 'message'
            ? text('list.said', { sender: announcement.sender, excerpt: announcement.excerpt })
            : text('list.flood', { count: announcement.count, people: formats.list(announcement.senders) })}
        </p>
      ))}
    </div>
  );
}
