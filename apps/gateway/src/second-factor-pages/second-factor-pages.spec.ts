import { html } from '../pages/html.js';
import { describePages, TEST_VIEW } from '../pages/page-checks.testing.js';
import { recoveryCodesPage, secondStepPage, setUpPage } from './second-factor-pages.js';

const SET_UP = { secret: 'ABCDEFGH', qrSvg: '<svg></svg>' };

describePages(
  {
    'the second step': secondStepPage(TEST_VIEW, '/x/'),
    'the second step after a wrong code': secondStepPage(TEST_VIEW, '/x/', { message: 'secondFactor.wrong' }),
    'the second step beyond the limit': secondStepPage(TEST_VIEW, '/x/', { message: 'error.limit', minutes: 9 }),
    'a set-up': setUpPage(TEST_VIEW, '/x/', SET_UP),
    'a set-up after a wrong code': setUpPage(TEST_VIEW, '/x/', SET_UP, { message: 'secondFactor.wrong' }),
    'recovery codes': recoveryCodesPage(TEST_VIEW, ['ABCD-EFGH'], html`<p></p>`),
  },
  ['ABCD EFGH', 'ABCD-EFGH'],
);
