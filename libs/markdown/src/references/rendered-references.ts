import { unescapeText } from '../html/escape.js';
import type { MentionableUser, NamedReference, RenderContext } from '../render-context.js';

const USER = /<span class="user-mention( silent)?" data-user-id="(\d+)">(.*?)<\/span>/g;
const GROUP = /<span class="user-group-mention( silent)?" data-user-group-id="(\d+)">(.*?)<\/span>/g;
const STREAM = /<a class="stream(?:-topic)?" data-stream-id="(\d+)" href="[^"]*">#(.*?)<\/a>/g;
/** Between stream and topic. A stream with `>` in its name has no links to topics. */
const TOPIC_SEPARATOR = ' &gt; ';

/**
 * The references of a rendered text, with the names of that time, to render it once more. Without today's names, a text that mentions a
 * renamed user would lose the mention.
 */
export function referencesIn(html: string): Required<Pick<RenderContext, 'users' | 'groups' | 'streams'>> {
  const users = new Map<number, MentionableUser>();
  for (const [, silent, id, text = ''] of html.matchAll(USER)) {
    const known = users.get(Number(id));
    // A deactivated user is always mentioned silently.
    const isActive = silent === undefined || known?.isActive === true;
    users.set(Number(id), { id: Number(id), fullName: nameOf(text, silent), isActive });
  }
  const groups = Array.from(html.matchAll(GROUP), ([, silent, id, text = '']) => ({
    id: Number(id),
    name: nameOf(text, silent),
  }));
  const streams = Array.from(html.matchAll(STREAM), ([link, id, text = '']) => ({
    id: Number(id),
    name: unescapeText(link.startsWith('<a class="stream-topic"') ? (text.split(TOPIC_SEPARATOR)[0] ?? '') : text),
  }));
  return { users: [...users.values()], groups: distinct(groups), streams: distinct(streams) };
}

/** Of the mention: its text begins with `@` unless it is silent. */
const nameOf = (text: string, silent: string | undefined): string =>
  unescapeText(silent === undefined ? text.slice(1) : text);

const distinct = (references: readonly NamedReference[]): NamedReference[] => [
  ...new Map(references.map((reference) => [reference.id, reference])).values(),
];
