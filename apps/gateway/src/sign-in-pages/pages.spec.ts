import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { html } from '../pages/html.js';
import { chosenLanguage } from '../pages/languages.js';
import { layout } from '../pages/layout.js';
import type { PageView } from '../pages/page-view.js';
import { PSEUDO_LANGUAGE, textsOutsideCatalogue } from '../pages/pseudo-language.testing.js';
import { STYLE } from '../pages/style.js';
import { accountPage } from './account-page.js';
import { signInPage } from './sign-in-page.js';

const realm = { name: 'Fernwood', description: 'Botanists <everywhere>' };
const viewIn = (language: PageView['language']): PageView => ({ language, realm, csrfToken: 'token' });
const view = viewIn(PSEUDO_LANGUAGE);
const session = {
  session_id: 7,
  kind: 'web' as const,
  auth_method: 'password',
  device: 'Firefox on Linux',
  ip_address: '10.0.0.1',
  created_at: 0,
  last_used_at: 0,
  expires_at: 0,
  is_current: false,
};
const refused = { username: 'ana@example.com', next: '/x', takesNames: false, error: 'signIn.wrong' } as const;
const PAGES = {
  'the sign-in': signInPage(view, { username: '', next: '', takesNames: true }),
  'a refused sign-in': signInPage(view, refused),
  'a sign-in with a notice': signInPage(view, {
    ...refused,
    notice: { message: 'signIn.deactivated', email: 'ana@example.com' },
  }),
  'the account': accountPage(view, {
    fullName: 'Ana',
    email: 'ana@example.com',
    sessions: [session, { ...session, is_current: true, auth_method: 'ldap' }],
  }),
};
const DATA = [realm.name, 'Botanists &lt;everywhere&gt;', 'Ana', 'ana@example.com', session.device, 'F'];

describe.each(Object.entries(PAGES))('%s', (_, { text: page }) => {
  it('has no text outside the catalogue', () => {
    expect(textsOutsideCatalogue(page, DATA)).toEqual([]);
  });

  it('has one main heading, and a label for every visible field', () => {
    const ids = [...page.matchAll(/<input id="(\w+)"/g)].map(([, id]) => id as string);

    expect(page.match(/<h1>/g)).toHaveLength(1);
    for (const id of ids) expect(page).toContain(`<label for="${id}">`);
    expect(page.match(/<input (?!id=|type="hidden")/g)).toBeNull();
  });

  it('has the direction of its language and the CSRF token in every form', () => {
    expect(page).toContain('dir="rtl"');
    expect(page.match(/<form /g)?.length).toBe(page.match(/name="csrfmiddlewaretoken" value="token"/g)?.length);
  });

  it('runs no script and loads nothing from other servers', () => {
    expect(page).not.toMatch(/<script|\sstyle=|\son\w+=|https?:/);
  });
});

it('a text outside the catalogue is found', () => {
  const page = layout(view, { title: view.language.text('signIn.button'), body: html`<p>Hello</p>` });

  expect(textsOutsideCatalogue(page.text, DATA)).toEqual(['Hello']);
});

describe('a refused sign-in', () => {
  const page = signInPage(view, refused).text;

  it('ties the announced error to the fields and has the typed name', () => {
    expect(page).toContain('role="alert" id="error"');
    expect(page.match(/aria-invalid="true" aria-describedby="error"/g)).toHaveLength(2);
    expect(page).toContain('value="ana@example.com"');
    expect(page).toContain('name="next" value="/x"');
  });

  it('has autocomplete names for password managers', () => {
    expect(page).toContain('autocomplete="username"');
    expect(page).toContain('type="password" autocomplete="current-password" required');
  });
});

it('the sign-in page with its style sheet has at most 15 KB', () => {
  const page = signInPage(viewIn(chosenLanguage('de')), { username: '', next: '', takesNames: false });

  expect(gzipSync(page.text).length + gzipSync(STYLE).length).toBeLessThan(15_000);
});

it('colors have enough contrast in both modes', () => {
  // Lightness of OKLCH is perceptual: text and ground of these tokens differ by 0.4 at least, above the ratio 4.5.
  const tokens = [...STYLE.matchAll(/--([\w-]+): oklch\((\.?\d[\d.]*)/g)].map(
    ([, name, l]) => [name, Number(l)] as const,
  );
  const modes = [
    Object.fromEntries(tokens.slice(0, tokens.length / 2)),
    Object.fromEntries(tokens.slice(tokens.length / 2)),
  ];
  for (const mode of modes) {
    for (const [text, ground] of [
      ['ink', 'raised'],
      ['ink-2', 'raised'],
      ['accent-ink', 'accent'],
      ['danger', 'danger-soft'],
    ]) {
      expect(Math.abs((mode[text as string] ?? 0) - (mode[ground as string] ?? 0))).toBeGreaterThan(0.4);
    }
  }
});
