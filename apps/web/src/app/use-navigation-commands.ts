import { type Address, go, inStream, messagesThatAre, operandOf } from '../addresses/index.js';
import { useClient, useField } from '../client/index.js';
import { useFormats } from '../languages/index.js';
import { namesOf } from '../names/index.js';
import { useCommand } from '../shortcuts/index.js';
import { unreadCountsNow } from '../unread/index.js';
import { nextUnreadPeople, nextUnreadTopic } from './next-unread.js';

/** Keys that lead from view to view. */
export function useNavigationCommands(address: Address | undefined, home: Address): void {
  const client = useClient();
  const { compare } = useFormats();
  const settings = useField('user_settings');
  const names = namesOf(client);
  const open = (target: Address | undefined): boolean => {
    if (target === undefined) return false;
    go(target, { names });
    return true;
  };

  useCommand('view.inbox', () => open({ view: 'inbox' }));
  useCommand('view.recent', () => open({ view: 'recent' }));
  useCommand('view.all', () => open({ view: 'all_messages' }));
  useCommand('view.drafts', () => open({ view: 'drafts' }));
  useCommand('view.direct', () => open(messagesThatAre('dm')));
  useCommand('view.starred', () => open(messagesThatAre('starred')));
  useCommand('view.mentions', () => open(messagesThatAre('mentioned')));
  useCommand('view.home', () => settings?.escape_navigates_to_default_view !== false && open(home));
  useCommand('view.next_unread_topic', () => open(nextUnreadTopic(address, unreadCountsNow(client), streamOrder())));
  useCommand('view.next_unread_direct', () => open(nextUnreadPeople(address, unreadCountsNow(client))));
  useCommand('view.widen', () => open(widened(address)));
  useCommand('view.next_stream', () => open(neighbor(1)));
  useCommand('view.previous_stream', () => open(neighbor(-1)));

  /** As the left bar has them. */
  function streamOrder(): readonly number[] {
    return [...client.state.records('subscriptions').values()]
      .sort(
        (one, other) =>
          Number(other.pin_to_top) - Number(one.pin_to_top) ||
          Number(one.is_muted) - Number(other.is_muted) ||
          compare(one.name, other.name),
      )
      .map(({ stream_id }) => stream_id);
  }

  function neighbor(step: number): Address | undefined {
    const order = streamOrder();
    const at = address === undefined ? -1 : order.indexOf(Number(operandOf(address, 'stream')));
    const next = order[(at + step + order.length) % order.length];
    return next === undefined ? undefined : inStream(next);
  }
}

/** From a topic to its stream; elsewhere the key belongs to the selected message. */
function widened(address: Address | undefined): Address | undefined {
  if (address === undefined || operandOf(address, 'topic') === undefined) return undefined;
  const streamId = operandOf(address, 'stream');
  return typeof streamId === 'number' ? inStream(streamId) : undefined;
}
