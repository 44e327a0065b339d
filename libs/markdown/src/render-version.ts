/**
 * Number of the HTML format, stored with each rendered message. Raise it when the same source gives other HTML, so
 * that stored messages of an older number can be rendered again.
 */
export const RENDER_VERSION = 1;
