import { describePages, TEST_VIEW } from '../pages/page-checks.testing.js';
import { newPasswordPage, passwordResetPage, passwordResetSentPage, passwordSetPage } from './password-pages.js';

describePages(
  {
    'the request for a new password': passwordResetPage(TEST_VIEW, { email: '' }),
    'a refused request': passwordResetPage(TEST_VIEW, { email: 'x"y', error: 'signIn.invalidEmail' }),
    'a request beyond the limit': passwordResetPage(TEST_VIEW, { email: '', error: 'error.limit', minutes: 2 }),
    'the page after a request': passwordResetSentPage(TEST_VIEW),
    'the form for a new password': newPasswordPage(TEST_VIEW, {}),
    'a refused password': newPasswordPage(TEST_VIEW, { error: 'newPassword.weak' }),
    'the page after a new password': passwordSetPage(TEST_VIEW),
  },
  [],
);
