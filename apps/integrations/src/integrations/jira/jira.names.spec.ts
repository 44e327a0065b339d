import { describe, expect, it } from '@jest/globals';
import { messagesOf } from '../../testing/samples.js';
import jira from './jira.integration.js';

const ANA = { accountId: '557058:f58131cb', displayName: 'Ana Lima' };
const MAX = { name: 'max', key: 'JIRAUSER1', displayName: 'Max **all**](https://evil.example.com)' };

function shown(body: string) {
  const event = {
    webhookEvent: 'comment_created',
    comment: { author: ANA, body },
    issue: { key: 'SHOP-1', fields: { summary: 'Tide', reporter: MAX } },
  };
  return messagesOf(jira, { body: event })[0]?.content.split('\n')[3];
}

describe('a mention in a text of Jira', () => {
  it.each([
    ['[~accountid:557058:f58131cb] look', 'Ana Lima look'],
    ['[~557058:f58131cb][~557058:f58131cb]', 'Ana LimaAna Lima'],
    ['[~max]', 'Max **all**)(https://evil.example.com)'],
    ['[~JIRAUSER1]', 'Max **all**)(https://evil.example.com)'],
  ])('%s is the name of the person', (body, text) => {
    expect(shown(body)).toBe(text);
  });

  it.each(['[~ida]', '[~accountid:1]', '[~]', '[~constructor]', '[~__proto__]', '[ ~max]', '[~max'])(
    '%s of an unknown person stays as it is',
    (body) => {
      expect(shown(body)).toBe(body);
    },
  );
});
