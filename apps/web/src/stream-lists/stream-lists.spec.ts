import { beforeEach, describe, expect, it } from '@jest/globals';
import { StreamLists } from './stream-lists.js';

let responses: ((list: string) => void)[];
let lists: StreamLists<string>;

beforeEach(() => {
  responses = [];
  lists = new StreamLists({
    fetch: () => new Promise((resolve) => responses.push(resolve)),
    maxStreams: 2,
  });
});

/** Loads the list of a stream completely. */
async function load(streamId: number, list: string): Promise<void> {
  const loading = lists.load(streamId);
  responses.at(-1)?.(list);
  await loading;
}

describe('lists of streams', () => {
  it('with a change during the load are loaded again by a listener', async () => {
    lists.subscribe(() => lists.hasExpired(1) && void lists.load(1));
    const loading = lists.load(1);
    lists.expireLoad(1);
    responses[0]?.('without the change');
    await loading;
    expect([lists.get(1), responses.length]).toEqual(['without the change', 2]);

    await load(1, 'with the change');

    expect([lists.get(1), lists.hasExpired(1), responses.length]).toEqual(['with the change', false, 2]);
  });

  it('stay if they were loaded again lately', async () => {
    await load(1, 'one');
    await load(2, 'two');
    lists.expire();
    await load(1, 'one again');

    await load(3, 'three');

    expect([1, 2, 3].map((streamId) => lists.get(streamId))).toEqual(['one again', undefined, 'three']);
  });
});
