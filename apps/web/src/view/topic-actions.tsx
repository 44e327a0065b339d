import { useClient, useRecord, useRecords } from '../client/index.js';
import { IconButton } from '../design/icon-button.js';
import { useText } from '../languages/index.js';
import { useCommand } from '../shortcuts/index.js';
import { isTopicMuted } from '../unread/index.js';
import { isResolved, setTopicMuted, toggleResolved } from './topic-changes.js';
import { TopicMenu } from './topic-menu.js';
import styles from './view-header.module.css';

interface Props {
  readonly streamId: number;
  readonly topic: string;
}

/** The actions on the topic in view: the frequent ones as buttons where the page is wide, all in a menu. */
export function TopicActions({ streamId, topic }: Props) {
  const text = useText();
  const client = useClient();
  useRecords('user_topics');
  useRecord('subscriptions', streamId);
  const isMuted = isTopicMuted(client.state, streamId, topic);
  const mute = () => void setTopicMuted(client, streamId, topic, !isMuted);
  useCommand('topic.mute', mute);
  return (
    <>
      <span className={styles.wide}>
        <IconButton
          icon="resolved"
          label={text(isResolved(topic) ? 'topic.unresolve' : 'topic.resolve')}
          onClick={() => void toggleResolved(client, streamId, topic)}
        />
        <IconButton
          icon={isMuted ? 'muted' : 'bell'}
          label={text(isMuted ? 'topic.unmute' : 'topic.mute')}
          onClick={mute}
        />
      </span>
      <TopicMenu streamId={streamId} topic={topic} label={text('topic.actions')} hasKeys />
    </>
  );
}
