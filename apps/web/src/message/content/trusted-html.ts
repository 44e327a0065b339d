/** The part of Trusted Types that is used here; browsers without it insert text. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML(html: string): string }): { createHTML(html: string): string };
}

const trustedTypes = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;

/**
 * The only way of HTML into the page: rendered messages, which the server builds from closed sets of elements and
 * attributes. The policy of the page names this one.
 */
const messages = trustedTypes?.createPolicy('message-html', { createHTML: (html) => html });

/**
 * Rendered content as elements outside the page. They fetch and run nothing until they are inserted, so that the
 * room of a picture is there before it loads.
 */
export function parseContent(html: string): DocumentFragment {
  const template = document.createElement('template');
  template.innerHTML = messages?.createHTML(html) ?? html;
  return template.content;
}
