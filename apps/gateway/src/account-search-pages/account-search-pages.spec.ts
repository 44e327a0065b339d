import { describePages, TEST_VIEW } from '../pages/page-checks.testing.js';
import { goPage, searchPage } from './account-search-pages.js';

const emails = 'ana@example.com, ben@example.com';

describePages(
  {
    'the search for organizations': searchPage(TEST_VIEW, { emails: '' }),
    'the page after a search': searchPage(TEST_VIEW, { emails: '', sentTo: emails }),
    'a refused search': searchPage(TEST_VIEW, { emails, error: 'search.tooMany' }),
    'a search beyond the limit': searchPage(TEST_VIEW, { emails, error: 'error.limit', minutes: 2 }),
    'the way to an organization': goPage(TEST_VIEW, { subdomain: '' }),
    'the way to an unknown organization': goPage(TEST_VIEW, { subdomain: 'x"y', isUnknown: true }),
  },
  [emails],
);
