import { foldName } from '@chat/text';
import { useCallback, useState } from 'react';
import { inTopic } from '../addresses/index.js';
import { useClient, useRecords } from '../client/index.js';
import { streamStyle } from '../design/stream-style.js';
import { useText } from '../languages/index.js';
import { useTopics } from '../topics/index.js';
import { isTopicMuted, type UnreadCounts, useUnreadCounts } from '../unread/index.js';
import { Row } from './row.js';
import { topicRows } from './topic-rows.js';
import styles from './topics.module.css';

interface Props {
  readonly streamId: number;
  readonly color: string;
  readonly openTopic: string | undefined;
}

export const RESOLVED = '✔ ';

export function Topics({ streamId, color, openTopic }: Props) {
  const text = useText();
  const { state } = useClient();
  useRecords('user_topics');
  const known = useTopics(streamId);
  const unread = useUnreadCounts(useCallback(({ topics }: UnreadCounts) => topics.get(streamId), [streamId]));
  const [showsAll, setShowsAll] = useState(false);
  const isMuted = (topic: string) => isTopicMuted(state, streamId, topic);
  const { rows, more } = topicRows({ known, unread, open: openTopic, isMuted, fold: foldName }, showsAll);
  const openKey = openTopic === undefined ? undefined : foldName(openTopic);
  if (rows.length === 0) return null;
  return (
    <ul className={styles.topics} style={streamStyle(color)}>
      {rows.map(({ topic, unread: own, isMuted: isTopicOff }) => {
        const isResolved = topic.startsWith(RESOLVED);
        return (
          <li key={topic}>
            <Row
              className={styles.topic}
              address={inTopic(streamId, topic)}
              name={isResolved ? `✓ ${topic.slice(RESOLVED.length)}` : topic}
              count={own?.count}
              countKind={own?.hasMention ? 'mention' : 'plain'}
              remarks={[
                ...(own?.hasMention ? [text('bar.mentioned')] : []),
                ...(isTopicOff ? [text('bar.muted')] : []),
                ...(isResolved ? [text('bar.resolved')] : []),
              ]}
              isMuted={isTopicOff || isResolved}
              isOpen={foldName(topic) === openKey}
            />
          </li>
        );
      })}
      {more > 0 && (
        <li>
          <button type="button" className={styles.more} onClick={() => setShowsAll(true)}>
            {text('bar.more_topics', { count: more })}
          </button>
        </li>
      )}
    </ul>
  );
}
