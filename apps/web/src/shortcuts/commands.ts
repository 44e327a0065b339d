/** Everything that a key can do. A part of the page that can do it provides it while it is on the screen. */
export type Command =
  | 'keys.show'
  | 'search.open'
  | 'search.here'
  | 'streams.filter'
  | 'people.filter'
  | 'account.menu'
  | 'status.set'
  | 'settings.own'
  | 'settings.organization'
  | 'streams.browse'
  | 'streams.create'
  | 'view.focus'
  | 'view.inbox'
  | 'view.recent'
  | 'view.all'
  | 'view.home'
  | 'view.drafts'
  | 'view.direct'
  | 'view.starred'
  | 'view.mentions'
  | 'view.next_unread_topic'
  | 'view.next_unread_direct'
  | 'view.next_stream'
  | 'view.previous_stream'
  | 'view.widen'
  | 'view.zoom'
  | 'view.composing'
  | 'list.next'
  | 'list.previous'
  | 'list.page_down'
  | 'list.page_up'
  | 'list.first'
  | 'list.last'
  | 'compose.reply'
  | 'compose.stream'
  | 'compose.direct'
  | 'compose.quote'
  | 'compose.reply_to_sender'
  | 'compose.mention_sender'
  | 'message.edit'
  | 'message.edit_last'
  | 'message.sender'
  | 'message.readers'
  | 'message.view_image'
  | 'message.move'
  | 'message.history'
  | 'message.star'
  | 'message.thumbs_up'
  | 'message.first_reaction'
  | 'message.react'
  | 'message.actions'
  | 'message.mark_unread'
  | 'message.collapse'
  | 'topic.mute';

/** Returns false if there is nothing to do now; then the key keeps its own meaning. */
export type CommandHandler = () => unknown;

const providers = new Map<Command, CommandHandler[]>();

/** The latest provider of a command gets it first; the one before if that has nothing to do. Returns the function that takes the handler back. */
export function provideCommand(command: Command, handler: CommandHandler): () => void {
  const handlers = providers.get(command) ?? [];
  providers.set(command, [...handlers, handler]);
  return () => {
    const rest = (providers.get(command) ?? []).filter((candidate) => candidate !== handler);
    if (rest.length === 0) providers.delete(command);
    else providers.set(command, rest);
  };
}

/** Whether a part of the page did it. */
export function runCommand(command: Command): boolean {
  return (providers.get(command) ?? []).toReversed().some((handler) => handler() !== false);
}
