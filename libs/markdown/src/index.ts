export { AlertWordMatcher } from './alert-words/alert-word-matcher.js';
export {
  bareEmojiCode,
  emojiByName,
  emojiCode,
  emojiData,
} from './emoji/emoji.js';
export { emojiFault, findEmoji } from './emoji/named-emoji.js';
export { escapeAttribute } from './html/escape.js';
export { checkLinkifierPattern } from './links/linkifiers.js';
export { directMessageUrl, messageUrl } from './links/narrow-url.js';
export { topicLinks } from './links/topic-links.js';
export { findReferences } from './references/find-references.js';
export { referencesIn } from './references/rendered-references.js';
export type { LinkedUpload, Linkifier, NamedReference, RealmEmoji, RenderContext } from './render-context.js';
export { type DescriptionContext, renderProfileValue, renderStreamDescription } from './render-description.js';
export { RenderError, RenderPoolClosed, RenderQueueFull, RenderTimeout, RenderWorkerCrash } from './render-errors.js';
export { renderMessage } from './render-message.js';
export { RENDER_VERSION, type RenderedMessage } from './rendered-message.js';
export { isShownInMessages } from './uploads/file-previews.js';
export { BoundedRenderer } from './worker/bounded-renderer.js';
