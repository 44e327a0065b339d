import { fragmentOf, inStream, inTopic, withPeople } from '../addresses/index.js';
import { useClient } from '../client/index.js';
import { StreamMark } from '../design/stream-mark.js';
import { useFormats, useText } from '../languages/index.js';
import { colorOf, streamIn, useNames } from '../names/index.js';
import { personIn } from '../people/index.js';
import type { Destination } from '../sending/index.js';
import styles from './compose.module.css';

/** Says where the text goes. */
export function DestinationLine({ destination }: { readonly destination: Destination }) {
  const text = useText();
  const names = useNames();
  const { list } = useFormats();
  const client = useClient();
  if (destination.type === 'direct') {
    const people = destination.userIds.map((id) => personIn(client.state, id)?.full_name ?? '');
    return (
      <div className={styles.to}>
        <a href={fragmentOf(withPeople(destination.userIds), names)}>
          {text('compose.to_people', { people: list(people) })}
        </a>
      </div>
    );
  }
  const { streamId, topic } = destination;
  const stream = streamIn(client, streamId);
  return (
    <div className={styles.to}>
      <a href={fragmentOf(inStream(streamId), names)}>
        <StreamMark
          color={colorOf(stream)}
          isPrivate={stream?.invite_only ?? false}
          isWebPublic={stream?.is_web_public ?? false}
          size={12}
        />
        {stream?.name}
      </a>
      <span aria-hidden="true">›</span>
      <a href={fragmentOf(inTopic(streamId, topic), names)}>{topic}</a>
    </div>
  );
}
