/** All limits of the renderer. Markup beyond a limit is plain text, except where the comment says that the text is refused. */

/** Longest source in UTF-16 units; longer is refused. Messages are cut to 10 000 long before. */
export const MAX_SOURCE_LENGTH = 100_000;
/** Longest HTML that one render may produce; longer is refused. */
export const MAX_HTML_LENGTH = 1_000_000;
/** Open block elements (a quote counts one, a list two) above which lines are taken as plain paragraphs. */
export const MAX_BLOCK_LEVEL = 24;
/** Nested emphasis inside one line. */
export const MAX_INLINE_DEPTH = 16;
/** Cells of one table; a larger one stays text. */
export const MAX_TABLE_CELLS = 5_000;
/** Mentions of users and groups, and links to streams, in one message. */
export const MAX_REFERENCES = 1_000;
/** Bare links and linkifier matches in one message. */
export const MAX_FOUND_LINKS = 1_000;
/** Longest bare link or link target. */
export const MAX_URL_LENGTH = 2_048;
/** Different links in a message above which no image is previewed at all. */
export const MAX_PREVIEWED_LINKS = 24;
/** Math expressions in one message. */
export const MAX_MATH_EXPRESSIONS = 100;
/** Longest math expression. */
export const MAX_MATH_LENGTH = 2_000;
/** Macro expansions in one math expression. */
export const MAX_MATH_EXPANSIONS = 200;
/** Largest size in em that a math expression may ask for. */
export const MAX_MATH_SIZE_EM = 20;
/** Longest code block that is highlighted; a longer one is shown plain. */
export const MAX_HIGHLIGHTED_LENGTH = 20_000;
/** Longest name inside `@**…**`, `@*…*` and `#**…**`. */
export const MAX_NAME_LENGTH = 300;
/** Longest `:name:` of an emoji. */
export const MAX_EMOJI_NAME_LENGTH = 100;
/** Longest text inside `<time:…>`. */
export const MAX_TIME_LENGTH = 100;
/** Longest pattern and longest URL template of a linkifier. */
export const MAX_LINKIFIER_LENGTH = 2_000;
/** Instructions of a compiled linkifier pattern; counted repetitions multiply them. */
export const MAX_LINKIFIER_PROGRAM = 2_000;
