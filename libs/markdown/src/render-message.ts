import { MAX_SOURCE_LENGTH } from './limits.js';
import { countApplicable } from './links/linkifiers.js';
import type { RenderContext } from './render-context.js';
import { RenderError } from './render-errors.js';
import { renderMarkup } from './render-markup.js';
import type { RenderedMessage } from './rendered-message.js';

/** One line of letters, digits and harmless punctuation, in which nothing can be markup, a link or an emoji, or needs escaping. */
const PLAIN =
  /^(?!\d+\.\s|-|\+|=|_)[\p{L}\p{N}'"?!,%=/)\]}{+_-](?:[\p{L}\p{N}'"?!,%=/)\]}{+_ -]|\.(?![\p{L}\p{N}]))*$/u;

/**
 * Renders a message: pure and synchronous, without I/O. Throws `RenderError` if a limit of `limits.ts` makes the text
 * unacceptable. The limits bound the time; for a bound in seconds use `BoundedRenderer`.
 */
export function renderMessage(source: string, context: RenderContext): RenderedMessage {
  if (source.length > MAX_SOURCE_LENGTH) {
    throw new RenderError(`The text is longer than ${MAX_SOURCE_LENGTH} characters.`);
  }
  if (isPlain(source, context)) return { ...NOTHING, html: `<p>${source.trim()}</p>` };
  return renderMarkup(source, context);
}

const NONE: readonly never[] = Object.freeze([]);
const NOTHING: RenderedMessage = {
  html: '',
  mentionedUserIds: NONE,
  mentionedGroupIds: NONE,
  wildcardMentioned: false,
  linkedStreamIds: NONE,
  hasLink: false,
  hasImage: false,
  hasAttachment: false,
  attachmentPaths: NONE,
  isMeMessage: false,
};

/** Most messages are a short plain sentence; they need no parser. */
function isPlain(source: string, context: RenderContext): boolean {
  const { linkifiers = [] } = context;
  const isText = PLAIN.test(source) && !source.startsWith('/me ');
  return isText && (linkifiers.length === 0 || countApplicable(source, linkifiers) === 0);
}
