import { describe, expect, it } from '@jest/globals';
import type { Html } from './html.js';
import type { PageView } from './page-view.js';
import { PSEUDO_LANGUAGE, textsOutsideCatalogue } from './pseudo-language.testing.js';

/** The view of pages in tests: a realm, in the pseudo-language. */
export const TEST_VIEW: PageView = {
  language: PSEUDO_LANGUAGE,
  realm: { name: 'Fernwood', description: 'Botanists <everywhere>' },
  csrfToken: 'token',
};
const REALM_DATA = ['Fernwood', 'Botanists &lt;everywhere&gt;', 'F'];

/** Tests the rules of all pages. `data`: texts that are not of the catalogue, for example names. */
export function describePages(pages: Readonly<Record<string, Html>>, data: readonly string[]): void {
  describe.each(Object.entries(pages))('%s', (_, { text: page }) => {
    it('has no text outside the catalogue', () => {
      expect(textsOutsideCatalogue(page, [...data, ...REALM_DATA])).toEqual([]);
    });

    it('has the description of the realm, for search engines and previews of links', () => {
      expect(page).toContain('<meta name="description" content="Botanists &lt;everywhere&gt;">');
    });

    it('has one main heading, and a label for every visible field', () => {
      const ids = [...page.matchAll(/<(?:input|select) id="([\w-]+)"/g)].map(([, id]) => id as string);

      expect(page.match(/<h1>/g)).toHaveLength(1);
      for (const id of ids) expect(page).toContain(`<label for="${id}">`);
      expect(page.match(/<(?:input|select) (?!id=|type="hidden")/g)).toBeNull();
    });

    it('has the CSRF token in every form, runs no script and loads nothing from other servers', () => {
      expect(page.match(/<form /g)?.length).toBe(page.match(/name="csrfmiddlewaretoken" value="token"/g)?.length);
      expect(page).not.toMatch(/<script|\sstyle=|\son\w+=|(?:src|action)="https?:/);
    });
  });
}
