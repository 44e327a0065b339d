import { describe, expect, it } from '@jest/globals';
import { KeptTexts } from './kept-texts.js';
import type { RealmAccounts } from './realm-accounts.js';

const moment = (): RealmAccounts => ({ users: [], groups: [], profiles: new Map(), statuses: new Map() });

describe('kept texts', () => {
  it('are made once for each moment and name', () => {
    const texts = new KeptTexts();
    const [now, later] = [moment(), moment()];
    let made = 0;
    const make = () => `text ${++made}`;

    expect([texts.get(now, 'a', make), texts.get(now, 'a', make), texts.get(now, 'b', make)]).toEqual([
      'text 1',
      'text 1',
      'text 2',
    ]);
    expect(texts.get(later, 'a', make)).toBe('text 3');
  });

  it('are few: the oldest go first, by number and by length', () => {
    const texts = new KeptTexts();
    const now = moment();
    let made = 0;
    const make = (length: number) => () => {
      made++;
      return 'x'.repeat(length);
    };
    for (let n = 0; n < 25; n++) texts.get(now, `${n}`, make(1));
    texts.get(now, '24', make(1));
    expect(made).toBe(25);
    texts.get(now, '0', make(1));
    expect(made).toBe(26);

    texts.get(now, 'long', make(40 * 1024 * 1024));
    texts.get(now, 'long', make(1));
    texts.get(now, '24', make(1));
    expect(made).toBe(28);
  });
});
