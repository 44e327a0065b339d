import { describe, expect, it } from '@jest/globals';
import { describePages, TEST_VIEW as view } from '../pages/page-checks.testing.js';
import { linkNotValidPage } from '../pages/refused-forms.js';
import { registrationPage } from './registration-page.js';
import { signUpPage, signUpSentPage } from './sign-up-pages.js';

const email = 'nora@example.com';
const provider = {
  protocol: 'saml',
  id: 'corp',
  displayName: 'Corp',
  displayIcon: null,
  limitToSubdomains: null,
} as const;
const registration = {
  form: { email, needsPassword: true },
  filled: {
    ...{ key: 'k', fullName: 'Nora "N" Lind', timezone: 'Europe/Berlin', emailAddressVisibility: '3', terms: '' },
    defaultStreamGroup: ['Gardens'],
  },
  streamGroups: [
    { name: 'Gardens', description: 'Beds & ponds' },
    { name: 'Woods', description: '' },
  ],
  termsUrl: 'https://terms.example/',
};
const PAGES = {
  'the sign-up': signUpPage(view, { action: '/register/', email: '', providers: [] }),
  'a refused sign-up': signUpPage(view, {
    action: '/join/k/',
    email,
    providers: [provider],
    invitationKey: 'k&',
    error: 'signUp.domain',
  }),
  'the page after a request': signUpSentPage(view, email),
  'the form for a new account': registrationPage(view, registration),
  'the form after a sign-in at a provider': registrationPage(view, { ...registration, isOffer: true }),
  'a refused form': registrationPage(view, { ...registration, error: 'signUp.weakPassword' }),
  'the page of a link that does not work': linkNotValidPage(view),
};
const TIME_ZONES = Intl.supportedValuesOf('timeZone').toSorted((a, b) => b.length - a.length);
describePages(PAGES, [email, 'Corp', 'Gardens', 'Beds &amp; ponds', 'Woods', ...TIME_ZONES]);

describe('the form for a new account', () => {
  it('comes back with the typed name and without the password, and ties the error to its field', () => {
    const page = PAGES['a refused form'].text;

    expect(page).toContain('value="Nora &quot;N&quot; Lind"');
    expect(page).toMatch(/type="password" autocomplete="new-password" required aria-invalid="true"/);
    expect(page).not.toMatch(/type="password"[^>]*value/);
    expect(page).toContain('name="key" value="k"');
  });

  it('comes back with every choice', () => {
    const page = PAGES['a refused form'].text;

    expect(page).toContain('<option value="Europe/Berlin" selected>');
    expect(page).toContain('<option value="3" selected>');
    expect(page).toMatch(/name="default_stream_group" type="checkbox" value="Gardens" autocomplete="off" checked>/);
    expect(page).not.toMatch(/value="Woods"[^>]*checked/);
  });

  it('ties the error about the terms to their box', () => {
    const refused = registrationPage(view, { ...registration, error: 'signUp.termsNeeded' }).text;

    expect(refused).toMatch(/name="terms"[^>]* aria-invalid="true" aria-describedby="error">/);
    expect(refused).toContain('<a href="https://terms.example/">');
  });

  it('has no terms and no streams where there are none', () => {
    const page = registrationPage(view, { ...registration, streamGroups: [], termsUrl: null }).text;

    expect(page).not.toMatch(/name="terms"|name="default_stream_group"|<fieldset/);
  });

  it('has the name of a provider, which may be fixed', () => {
    const form = { email, needsPassword: false, fullName: 'Pia Provided', fullNameIsFixed: true };

    expect(registrationPage(view, { ...registration, form }).text).toMatch(/value="Pia Provided" readonly autofocus>/);
    expect(PAGES['the form for a new account'].text).not.toContain('readonly');
  });

  it('asks for no password where the realm does not store any', () => {
    expect(registrationPage(view, { ...registration, form: { email, needsPassword: false } }).text).not.toContain(
      'password',
    );
  });
});

it('a sign-up by a link leads to providers with its key', () => {
  const path = '/accounts/register/social/saml/corp?multiuse_object_key=k%26';

  expect(PAGES['a refused sign-up'].text).toContain(`<a class="button" href="${path}">`);
  expect(PAGES['the sign-up'].text).not.toContain('/social/');
});
