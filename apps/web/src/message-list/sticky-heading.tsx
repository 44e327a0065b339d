import { type RefObject, useEffect, useRef, useState } from 'react';
import { useMessage } from '../client/index.js';
import { ConversationHeading } from './conversation-heading.js';
import { headingOutOfSight } from './heading-out-of-sight.js';
import styles from './sticky-heading.module.css';

interface Props {
  readonly scrollerRef: RefObject<HTMLElement | null>;
  readonly feedRef: RefObject<HTMLElement | null>;
  readonly isOneStream: boolean;
}

const NO_MESSAGE = 0;

/**
 * Names the conversation at the start of a mixed view while its own heading is out of sight. It lies over the list and has no
 * height there, so the text stays in its place.
 */
export function StickyHeading({ scrollerRef, feedRef, isOneStream }: Props) {
  const bar = useRef<HTMLDivElement>(null);
  const [messageId, setMessageId] = useState<number | null>(null);
  const message = useMessage(messageId ?? NO_MESSAGE);
  useEffect(() => {
    const [scroller, feed] = [scrollerRef.current, feedRef.current];
    if (scroller === null || feed === null) return;
    let frame = 0;
    const follow = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        const height = bar.current?.offsetHeight ?? 0;
        const { id, shift } = headingOutOfSight(feed, scroller.getBoundingClientRect().top, height);
        setMessageId(id);
        if (bar.current !== null) bar.current.style.transform = shift === 0 ? '' : `translateY(${shift}px)`;
      });
    };
    const sizes = new ResizeObserver(follow);
    sizes.observe(feed);
    scroller.addEventListener('scroll', follow, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      scroller.removeEventListener('scroll', follow);
    };
  }, [scrollerRef, feedRef]);
  return (
    <div className={styles.place} aria-hidden="true">
      <div ref={bar} className={styles.bar} data-shown={message !== undefined || undefined}>
        {message !== undefined && <ConversationHeading message={message} isOneStream={isOneStream} isCopy />}
      </div>
    </div>
  );
}
