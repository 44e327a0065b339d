/**
 * Number of the HTML format, stored with each rendered message and shown of former versions in its history. Stored HTML stays as it is.
 * Raise it when the same source gives other HTML, so that what was rendered by older rules can be told, and rendered again.
 */
export const RENDER_VERSION = 2;
