import { describe, expect, it } from '@jest/globals';
import type { PageView } from '../pages/page-view.js';
import { PSEUDO_LANGUAGE, textsOutsideCatalogue } from '../pages/pseudo-language.testing.js';
import { linkNotValidPage, registrationPage, signUpPage, signUpSentPage } from './sign-up-pages.js';

const view: PageView = {
  language: PSEUDO_LANGUAGE,
  realm: { name: 'Fernwood', description: 'Botanists <everywhere>' },
  csrfToken: 'token',
};
const email = 'nora@example.com';
const registration = { key: 'k', email, needsPassword: true, fullName: 'Nora "N" Lind' };
const PAGES = {
  'the sign-up': signUpPage(view, { action: '/register/', email: '' }),
  'a refused sign-up': signUpPage(view, { action: '/join/k/', email, error: 'signUp.domain' }),
  'the page after a request': signUpSentPage(view, email),
  'the form for a new account': registrationPage(view, registration),
  'a refused form': registrationPage(view, { ...registration, error: 'signUp.weakPassword' }),
  'the page of a link that does not work': linkNotValidPage(view),
};
const DATA = ['Fernwood', 'Botanists &lt;everywhere&gt;', email, 'F'];

describe.each(Object.entries(PAGES))('%s', (_, { text: page }) => {
  it('has no text outside the catalogue', () => {
    expect(textsOutsideCatalogue(page, DATA)).toEqual([]);
  });

  it('has one main heading, and a label for every visible field', () => {
    const ids = [...page.matchAll(/<input id="(\w+)"/g)].map(([, id]) => id as string);

    expect(page.match(/<h1>/g)).toHaveLength(1);
    for (const id of ids) expect(page).toContain(`<label for="${id}">`);
  });

  it('has the CSRF token in every form, runs no script and loads nothing from other servers', () => {
    expect(page.match(/<form /g)?.length).toBe(page.match(/name="csrfmiddlewaretoken" value="token"/g)?.length);
    expect(page).not.toMatch(/<script|\sstyle=|\son\w+=|https?:/);
  });
});

describe('the form for a new account', () => {
  it('comes back with the typed name and without the password, and ties the error to its field', () => {
    const page = PAGES['a refused form'].text;

    expect(page).toContain('value="Nora &quot;N&quot; Lind"');
    expect(page).toMatch(/type="password" autocomplete="new-password" required aria-invalid="true"/);
    expect(page).not.toMatch(/type="password"[^>]*value/);
    expect(page).toContain('name="key" value="k"');
  });

  it('asks for no password where the realm does not store any', () => {
    expect(registrationPage(view, { ...registration, needsPassword: false }).text).not.toContain('password');
  });
});
