import { useClient, useField } from '../client/index.js';
import { useFormats, useText } from '../languages/index.js';
import { streamIn } from '../names/index.js';
import { personIn } from '../people/index.js';

/** Names the conversation of a draft or scheduled message: `design › Logo`, `Ada and Ben`. */
export function useRecipientLabel(): (type: string, to: readonly number[], topic: string) => string {
  const text = useText();
  const { list } = useFormats();
  const client = useClient();
  const ownId = useField('user_id');
  return (type, to, topic) => {
    const [streamId] = to;
    if (type === 'stream' && streamId !== undefined) {
      const stream = streamIn(client, streamId)?.name ?? text('problem.stream');
      return topic === '' ? stream : `${stream} › ${topic}`;
    }
    const others = to.filter((id) => id !== ownId);
    const people = others.length > 0 ? others : to;
    if (type !== 'private' || people.length === 0) return text('drafts.no_recipient');
    return list(people.map((id) => personIn(client.state, id)?.full_name ?? text('person.unknown')));
  };
}
