import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { serviceListsOf, withService } from './service-lists.js';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

describe.each([
  ['with tables', true],
  ['without tables', false],
])('a new service %s', (_case, hasTables) => {
  const { lists, model } = serviceListsOf(hasTables);

  it.each(lists)('gets one entry in $path, and the others stay', (list) => {
    const text = read(list.path);

    const changed = withService(text, list, model, 'weather');

    expect(list.part('weather').exec(changed)?.[0]).toBe(list.part(model).exec(text)?.[0].replaceAll(model, 'weather'));
    expect(changed.replace(list.part('weather'), '')).toBe(text);
  });

  it('is refused if the model has no entry', () => {
    for (const list of lists) expect(() => withService('', list, model, 'weather')).toThrow(list.path);
  });
});
