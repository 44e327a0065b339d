import { Suspense, useMemo } from 'react';
import { type AddressTerm, go, inTopic } from '../addresses/index.js';
import { useClient } from '../client/index.js';
import { lazyPart } from '../loading/index.js';
import { namesOf } from '../names/index.js';
import { type Destination, destinationKey, destinationOf } from '../sending/index.js';
import { ComposeForm } from './compose-form.js';

const NewConversation = lazyPart(() =>
  import('./new-conversation.js').then(({ NewConversation: form }) => ({ default: form })),
);

interface Props {
  readonly terms: readonly AddressTerm[];
  readonly onSent: () => void;
}

/** The box at the end of a conversation. A stream has a box for new topics; other views have none. */
export function Compose({ terms, onSent }: Props) {
  const destination = useDestination(terms);
  const client = useClient();
  if (destination !== null) {
    return <ComposeForm key={destinationKey(destination)} destination={destination} onSent={onSent} />;
  }
  const [term, ...others] = terms;
  if (term?.operator !== 'stream' || term.negated || typeof term.operand !== 'number' || others.length > 0) return null;
  const showTopic = (sent: Destination) => {
    if (sent.type === 'stream') go(inTopic(sent.streamId, sent.topic), { names: namesOf(client) });
  };
  return (
    <Suspense fallback={null}>
      <NewConversation key={term.operand} kind="stream" streamId={term.operand} onSent={showTopic} />
    </Suspense>
  );
}

/** The same object for the same conversation, under the same name. */
function useDestination(terms: readonly AddressTerm[]): Destination | null {
  const found = destinationOf(terms);
  const key = JSON.stringify(found);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the destination.
  return useMemo(() => found, [key]);
}
