import { describe, expect, it } from '@jest/globals';
import { describePages, TEST_VIEW as view } from '../pages/page-checks.testing.js';
import { linkNotValidPage } from '../pages/refused-forms.js';
import { registrationPage, signUpPage, signUpSentPage } from './sign-up-pages.js';

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
describePages(PAGES, [email]);

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
