import { foldName } from '@chat/text';
import { fragmentOf, inTopic } from '../addresses/index.js';
import { useClient } from '../client/index.js';
import { copyText } from '../design/copy-text.js';
import { IconButton } from '../design/icon-button.js';
import { useText } from '../languages/index.js';
import { MenuButton, type MenuItem } from '../menu/index.js';
import { useNames } from '../names/index.js';
import { isTopicMuted, unreadCountsNow } from '../unread/index.js';
import { isResolved, markTopicRead, setTopicMuted, toggleResolved } from './topic-changes.js';

interface Props {
  readonly streamId: number;
  readonly topic: string;
  /** The accessible name of the button. */
  readonly label: string;
  /** The topic is the one in view, so that its keys act on it. */
  readonly hasKeys?: boolean | undefined;
}

/** A button with the actions on a topic. */
export function TopicMenu({ streamId, topic, label, hasKeys = false }: Props) {
  const text = useText();
  const names = useNames();
  const client = useClient();
  const items = (): readonly MenuItem[] => {
    const isMuted = isTopicMuted(client.state, streamId, topic);
    return [
      {
        id: 'resolve',
        label: text(isResolved(topic) ? 'topic.unresolve' : 'topic.resolve'),
        icon: 'resolved',
        onAction: () => void toggleResolved(client, streamId, topic),
      },
      {
        id: 'mute',
        label: text(isMuted ? 'topic.unmute' : 'topic.mute'),
        icon: isMuted ? 'bell' : 'muted',
        shortcut: hasKeys ? 'M' : undefined,
        onAction: () => void setTopicMuted(client, streamId, topic, !isMuted),
      },
      ...(unreadCountsNow(client).topics.get(streamId)?.has(foldName(topic))
        ? [
            {
              id: 'read',
              label: text('topic.read'),
              icon: 'check' as const,
              onAction: () => void markTopicRead(client, streamId, topic),
            },
          ]
        : []),
      {
        id: 'link',
        label: text('topic.link'),
        icon: 'link',
        onAction: () => void copyText(new URL(fragmentOf(inTopic(streamId, topic), names), location.href).href),
      },
    ];
  };
  return (
    <MenuButton label={label} items={items}>
      {(button) => <IconButton icon="dots" label={label} {...button} />}
    </MenuButton>
  );
}
