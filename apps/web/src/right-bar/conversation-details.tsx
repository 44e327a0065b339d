import type { AddressTerm } from '../addresses/index.js';
import { useField } from '../client/index.js';
import { useFormats, useText } from '../languages/index.js';
import type { Destination } from '../sending/index.js';
import { useSubscribers } from '../subscribers/index.js';
import { useWriters } from '../typing/index.js';
import { useFirstMessage } from '../view/index.js';
import { Facts } from './facts.js';
import { Links } from './links.js';
import { PeopleList } from './people-list.js';
import { type Conversation, useConversation } from './use-conversation.js';
import { useNotifies } from './use-notifies.js';

interface Props {
  readonly terms: readonly AddressTerm[];
  readonly conversation: Destination;
}

/** The people of a topic or direct conversation, its links and files, and facts about it. */
export function ConversationDetails({ terms, conversation }: Props) {
  const text = useText();
  const ownId = useField('user_id') ?? 0;
  const loaded = useConversation(terms);
  const writers = useWriters(conversation);
  const ids = conversation.type === 'direct' ? [...conversation.userIds, ownId] : [...loaded.senderIds, ...writers];
  const userIds = [...new Set(ids)];
  // Before the messages, the list would stand above the other parts, and move down.
  const isKnown = loaded.count > 0 || loaded.isComplete;
  return (
    <>
      <PeopleList
        title={text(conversation.type === 'direct' ? 'details.people' : 'details.topic')}
        userIds={userIds}
        writers={writers}
      />
      <Links terms={terms} links={loaded.links} isComplete={loaded.isComplete} />
      <About terms={terms} conversation={conversation} loaded={loaded} />
      {conversation.type === 'stream' && isKnown && (
        <OtherSubscribers streamId={conversation.streamId} except={userIds} />
      )}
    </>
  );
}

/** Subscribers that are not in the topic yet. */
function OtherSubscribers({ streamId, except }: { readonly streamId: number; readonly except: readonly number[] }) {
  const text = useText();
  const subscribers = useSubscribers(streamId);
  const known = new Set(except);
  const others = [...(subscribers ?? [])].filter((id) => !known.has(id));
  return <PeopleList title={text('details.others')} userIds={others} writers={NONE} />;
}
const NONE: readonly number[] = [];

function About({ terms, conversation, loaded }: Props & { readonly loaded: Conversation }) {
  const text = useText();
  const formats = useFormats();
  const { count, isComplete } = loaded;
  const first = useFirstMessage(terms);
  const notifies = useNotifies(conversation.type === 'stream' ? conversation : {});
  if (count === 0) return null;
  const started =
    first === undefined
      ? undefined
      : text('details.started_by', {
          date: formats.moment(new Date(first.timestamp * 1000), new Date()),
          name: first.sender_full_name,
        });
  return (
    <Facts
      facts={[
        [text('details.messages'), isComplete ? formats.number(count) : text('details.at_least', { count })],
        ...(started === undefined ? [] : [[text('details.started'), started] as const]),
        ...(notifies === undefined ? [] : [[text('details.notifies'), notifies] as const]),
      ]}
    />
  );
}
