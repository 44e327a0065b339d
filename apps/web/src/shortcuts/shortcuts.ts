import type { TextKey } from '../languages/index.js';
import type { Command } from './commands.js';

export const SHORTCUT_GROUPS = [
  'basics',
  'search',
  'scrolling',
  'navigation',
  'composing',
  'writing',
  'message',
  'drafts',
] as const;
export type ShortcutGroup = (typeof SHORTCUT_GROUPS)[number];

/** A key with its meaning. */
export interface Shortcut {
  readonly group: ShortcutGroup;
  readonly label: TextKey;
  /** As `KeyboardEvent.key`, so that `?` is found on each keyboard; capitals are with Shift. */
  readonly keys: readonly string[];
  /** Absent: the browser or the focused field does it. */
  readonly command?: Command;
}

const shortcut = (group: ShortcutGroup, label: TextKey, keys: readonly string[], command?: Command): Shortcut =>
  command === undefined ? { group, label, keys } : { group, label, keys, command };

/** All keys of the client. The dialog of keys and the listener read this list. */
export const SHORTCUTS: readonly Shortcut[] = [
  shortcut('basics', 'keys.show', ['?'], 'keys.show'),
  shortcut('basics', 'keys.account', ['g'], 'account.menu'),
  shortcut('basics', 'keys.escape', ['Escape', 'Ctrl+[']),
  shortcut('basics', 'keys.home', ['Escape', 'Ctrl+['], 'view.home'),

  shortcut('search', 'keys.search', ['/', 'Ctrl+k'], 'search.open'),
  shortcut('search', 'keys.filter_streams', ['q'], 'streams.filter'),
  shortcut('search', 'keys.filter_people', ['w'], 'people.filter'),

  shortcut('scrolling', 'keys.next', ['j', 'ArrowDown'], 'list.next'),
  shortcut('scrolling', 'keys.previous', ['k', 'ArrowUp'], 'list.previous'),
  shortcut('scrolling', 'keys.page_down', ['J', 'PageDown', ' '], 'list.page_down'),
  shortcut('scrolling', 'keys.page_up', ['K', 'PageUp', 'Shift+ '], 'list.page_up'),
  shortcut('scrolling', 'keys.first', ['Home'], 'list.first'),
  shortcut('scrolling', 'keys.last', ['G', 'End'], 'list.last'),

  shortcut('navigation', 'keys.back', ['Alt+ArrowLeft']),
  shortcut('navigation', 'keys.forward', ['Alt+ArrowRight']),
  shortcut('navigation', 'keys.next_unread_topic', ['n'], 'view.next_unread_topic'),
  shortcut('navigation', 'keys.next_unread_direct', ['p'], 'view.next_unread_direct'),
  shortcut('navigation', 'keys.widen', ['s'], 'view.widen'),
  shortcut('navigation', 'keys.zoom', ['z'], 'view.zoom'),
  shortcut('navigation', 'keys.inbox', ['I'], 'view.inbox'),
  shortcut('navigation', 'keys.recent', ['t'], 'view.recent'),
  shortcut('navigation', 'keys.all', ['a'], 'view.all'),
  shortcut('navigation', 'keys.direct', ['P'], 'view.direct'),
  shortcut('navigation', 'keys.starred', ['*'], 'view.starred'),
  shortcut('navigation', 'keys.mentions', ['#'], 'view.mentions'),
  shortcut('navigation', 'keys.previous_stream', ['A'], 'view.previous_stream'),
  shortcut('navigation', 'keys.next_stream', ['D'], 'view.next_stream'),
  shortcut('navigation', 'keys.composing', ['Ctrl+.'], 'view.composing'),

  shortcut('composing', 'keys.reply', ['r', 'Enter'], 'compose.reply'),
  shortcut('composing', 'keys.stream_message', ['c'], 'compose.stream'),
  shortcut('composing', 'keys.direct_message', ['x'], 'compose.direct'),
  shortcut('composing', 'keys.quote', ['>'], 'compose.quote'),
  shortcut('composing', 'keys.reply_to_sender', ['R'], 'compose.reply_to_sender'),
  shortcut('composing', 'keys.mention_sender', ['@'], 'compose.mention_sender'),

  shortcut('writing', 'keys.send', ['Enter', 'Ctrl+Enter']),
  shortcut('writing', 'keys.new_line', ['Shift+Enter']),
  shortcut('writing', 'keys.bold', ['Ctrl+b']),
  shortcut('writing', 'keys.italic', ['Ctrl+i']),
  shortcut('writing', 'keys.link', ['Ctrl+L']),
  shortcut('writing', 'keys.preview', ['Alt+p']),
  shortcut('writing', 'keys.paste', ['Ctrl+v']),
  shortcut('writing', 'keys.paste_plain', ['Ctrl+V']),

  shortcut('message', 'keys.react', [':'], 'message.react'),
  shortcut('message', 'keys.thumbs_up', ['+'], 'message.thumbs_up'),
  shortcut('message', 'keys.first_reaction', ['='], 'message.first_reaction'),
  shortcut('message', 'keys.star', ['Ctrl+s'], 'message.star'),
  shortcut('message', 'keys.actions', ['i'], 'message.actions'),
  shortcut('message', 'keys.edit', ['e'], 'message.edit'),
  shortcut('message', 'keys.edit_last', ['ArrowLeft'], 'message.edit_last'),
  shortcut('message', 'keys.move', ['m'], 'message.move'),
  shortcut('message', 'keys.mark_unread', ['U'], 'message.mark_unread'),
  shortcut('message', 'keys.sender', ['u'], 'message.sender'),
  shortcut('message', 'keys.readers', ['V'], 'message.readers'),
  shortcut('message', 'keys.view_image', ['v'], 'message.view_image'),
  shortcut('message', 'keys.history', ['H'], 'message.history'),
  shortcut('message', 'keys.collapse', ['-'], 'message.collapse'),
  shortcut('message', 'keys.mute_topic', ['M'], 'topic.mute'),

  shortcut('drafts', 'keys.drafts', ['d'], 'view.drafts'),
  shortcut('drafts', 'keys.open_draft', ['Enter']),
  shortcut('drafts', 'keys.delete_draft', ['Backspace']),
];
