import { describe, expect, it } from '@jest/globals';
import { describePages, TEST_VIEW } from '../pages/page-checks.testing.js';
import { registrationPage } from '../sign-up-pages/registration-page.js';
import { newRealmPage, realmCreationClosedPage } from './realm-creation-pages.js';

const filled = { email: 'nora@example.com', realmName: 'A "B"', realmType: '90', realmSubdomain: 'a b' };
const url = 'http://fernwood.chat.example';
const founding = registrationPage(TEST_VIEW, {
  form: { email: filled.email, needsPassword: true, newRealm: { name: 'Fernwood', url } },
  filled: { key: 'k', fullName: '', timezone: '', emailAddressVisibility: '1', terms: '' },
  streamGroups: [],
  termsUrl: null,
});
const PAGES = {
  'the request for an organization': newRealmPage(TEST_VIEW, { action: '/new/', filled }),
  'a refused request': newRealmPage(TEST_VIEW, { action: '/new/k', filled, error: 'newRealm.error.subdomain' }),
  'the page of a closed installation': realmCreationClosedPage(TEST_VIEW),
  'the form for the owner': founding,
};
const TIME_ZONES = Intl.supportedValuesOf('timeZone').toSorted((a, b) => b.length - a.length);
describePages(PAGES, [filled.email, url, ...TIME_ZONES]);

describe('the form for an organization', () => {
  it('comes back with the typed values, and ties the error to its field', () => {
    const page = PAGES['a refused request'].text;

    expect(page).toContain('value="A &quot;B&quot;"');
    expect(page).toContain('<option value="90" selected>');
    expect(page).toMatch(/id="realm_subdomain"[^>]*value="a b" aria-invalid="true" aria-describedby="error" autofocus/);
    expect(page.match(/aria-invalid/g)).toHaveLength(1);
  });

  it('leads the owner to /realm/register/', () => {
    expect(founding.text).toContain('action="/realm/register/"');
  });
});
