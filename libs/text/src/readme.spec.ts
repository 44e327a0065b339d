import { expect, it } from '@jest/globals';
import { foldName, truncate } from './index.js';

it('the example in the README finds one topic, and shortens a text', () => {
  const isOneTopic = foldName('STRASSE') === foldName('straße');
  const shown = truncate('a long topic', 9, '...');

  expect([isOneTopic, shown]).toEqual([true, 'a long...']);
});
