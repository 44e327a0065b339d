import type { NamedReference } from '../render-context.js';

/** Percent-encodes everything but letters, digits, `_`, `-` and `~`, and writes the percent sign as a dot. */
function encodeFragmentPart(text: string): string {
  // Half a surrogate pair has no encoding.
  return encodeURIComponent(text.toWellFormed())
    .replace(/[!'()*.]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.');
}

/** Address of a stream in the clients' scheme. */
export function streamUrl(stream: NamedReference): string {
  return `/#narrow/stream/${stream.id}-${encodeFragmentPart(stream.name.replaceAll(' ', '-'))}`;
}

/** Address of a topic in the clients' scheme. */
export function topicUrl(stream: NamedReference, topic: string): string {
  return `${streamUrl(stream)}/topic/${encodeFragmentPart(topic)}`;
}

/** Address of a message in its topic. */
export function messageUrl(stream: NamedReference, topic: string, messageId: number): string {
  return `${topicUrl(stream, topic)}/near/${messageId}`;
}

/** Address of a direct message. `participantIds`: all of them, ascending. */
export function directMessageUrl(participantIds: readonly number[], messageId: number): string {
  const kind = participantIds.length > 2 ? 'group' : 'dm';
  return `/#narrow/dm/${participantIds.join(',')}-${kind}/near/${messageId}`;
}
