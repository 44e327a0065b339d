export { AlertWordMatcher } from './alert-words/alert-word-matcher.js';
export {
  bareEmojiCode,
  EXTRA_EMOJI_NAME,
  emojiByName,
  emojiCode,
  emojiData,
  namesByCode,
} from './emoji/emoji.js';
export { topicLinks } from './links/found-links.js';
export { checkLinkifierPattern } from './links/linkifiers.js';
export { messageUrl } from './links/narrow-url.js';
export { findReferences } from './references/find-references.js';
export type { Linkifier, NamedReference, RealmEmoji, RenderContext } from './render-context.js';
export { RenderError, RenderPoolClosed, RenderQueueFull, RenderTimeout, RenderWorkerCrash } from './render-errors.js';
export {
  type DescriptionContext,
  RENDER_VERSION,
  type RenderedMessage,
  renderMessage,
  renderProfileValue,
  renderStreamDescription,
} from './render-message.js';
export { RenderWorkerPool } from './worker/render-worker-pool.js';
