import { html } from '../pages/html.js';
import { describePages, TEST_VIEW } from '../pages/page-checks.testing.js';
import { ownKeyPage, ownSecondFactorPage, shownKeyPage } from './account-pages.js';
import { recoveryCodesPage, secondStepPage, setUpPage } from './second-factor-pages.js';

const OFF = { is_enabled: false, enabled_at: null, recovery_codes_left: 0, is_required: false, needs_password: false };
const ON = { ...OFF, is_enabled: true, enabled_at: 1, recovery_codes_left: 1, needs_password: true };
const SET_UP = { secret: 'ABCDEFGH', qrSvg: '<svg></svg>' };

describePages(
  {
    'the second step': secondStepPage(TEST_VIEW, '/x/'),
    'the second step after a wrong code': secondStepPage(TEST_VIEW, '/x/', { message: 'secondFactor.wrong' }),
    'the second step beyond the limit': secondStepPage(TEST_VIEW, '/x/', { message: 'error.limit', minutes: 9 }),
    'a set-up': setUpPage(TEST_VIEW, '/x/', SET_UP),
    'a set-up after a wrong code': setUpPage(TEST_VIEW, '/x/', SET_UP, { message: 'secondFactor.wrong' }),
    'no second factor': ownSecondFactorPage(TEST_VIEW, OFF),
    'no second factor, long after the sign-in': ownSecondFactorPage(
      TEST_VIEW,
      { ...OFF, needs_password: true },
      { message: 'account.needsPassword' },
    ),
    'a second factor': ownSecondFactorPage(TEST_VIEW, ON, { message: 'secondFactor.wrong' }),
    'the form for the key': ownKeyPage(TEST_VIEW, { needs_password: true }, { message: 'account.wrongPassword' }),
    'the key': shownKeyPage(TEST_VIEW, 'k'.repeat(32)),
    'recovery codes': recoveryCodesPage(TEST_VIEW, ['ABCD-EFGH'], html`<p></p>`),
  },
  ['ABCD EFGH', 'ABCD-EFGH'],
);
