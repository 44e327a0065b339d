import { type Address, operandOf } from '../addresses/index.js';
import { useText } from '../languages/index.js';
import { destinationOf } from '../sending/index.js';
import { ConversationDetails } from './conversation-details.js';
import { People } from './people.js';
import styles from './right-bar.module.css';
import { StreamDetails } from './stream-details.js';

interface Props {
  readonly address: Address | undefined;
}

/** Details of the conversation or stream in view, else the people of the organization. */
export function RightBar({ address }: Props) {
  const text = useText();
  return (
    <aside className={styles.bar} aria-label={text('details.name')}>
      <Contents address={address} />
    </aside>
  );
}

function Contents({ address }: Props) {
  if (address?.view !== 'narrow') return <People />;
  const conversation = destinationOf(address.terms);
  if (conversation !== null) return <ConversationDetails terms={address.terms} conversation={conversation} />;
  const streamId = operandOf(address, 'stream');
  return typeof streamId === 'number' ? <StreamDetails streamId={streamId} /> : <People />;
}
