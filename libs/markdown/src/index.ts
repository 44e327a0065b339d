export { AlertWordMatcher } from './alert-words/alert-word-matcher.js';
export {
  bareEmojiCode,
  canonicalName,
  type EmojiData,
  EXTRA_EMOJI_NAME,
  EXTRA_EMOJI_URL,
  emojiByName,
  emojiData,
  namesByCode,
} from './emoji/emoji.js';
export { EMOTICONS } from './emoji/emoticons.js';
export { emojiCode } from './inline/unicode-emoji.js';
export { checkLinkifierPattern, type LinkifierFault } from './links/linkifiers.js';
export { messageUrl } from './links/narrow-url.js';
export { type TopicLink, topicLinks } from './links/topic-links.js';
export { findReferences, type References } from './references/find-references.js';
export type { Linkifier, MentionableUser, NamedReference, RealmEmoji, RenderContext } from './render-context.js';
export { type DescriptionContext, renderProfileValue, renderStreamDescription } from './render-description.js';
export { RenderError } from './render-error.js';
export { renderMessage } from './render-message.js';
export { RENDER_VERSION } from './render-version.js';
export type { RenderedMessage } from './rendered-message.js';
export { RenderPoolClosed, RenderQueueFull, RenderTimeout, RenderWorkerCrash } from './worker/pool-errors.js';
export { RenderWorkerPool, type RenderWorkerPoolOptions } from './worker/render-worker-pool.js';
