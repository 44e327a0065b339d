import { type Address, operandOf } from '../addresses/index.js';
import { useText } from '../languages/index.js';
import { destinationOf } from '../sending/index.js';
import { ConversationDetails } from './conversation-details.js';
import { People } from './people.js';
import styles from './right-bar.module.css';

interface Props {
  readonly address: Address | undefined;
}

/** Details of the conversation in view, else the people of the organization. */
export function RightBar({ address }: Props) {
  const text = useText();
  const streamId = address === undefined ? undefined : operandOf(address, 'stream');
  const people = address === undefined ? undefined : operandOf(address, 'dm');
  return (
    <aside className={styles.bar} aria-label={text('details.name')}>
      {typeof streamId === 'number' || Array.isArray(people) ? (
        <ConversationDetails
          streamId={typeof streamId === 'number' ? streamId : undefined}
          people={Array.isArray(people) ? people : undefined}
          conversation={address?.view === 'narrow' ? destinationOf(address.terms) : null}
        />
      ) : (
        <People />
      )}
    </aside>
  );
}
