import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type Address,
  inStream,
  inTopic,
  isSameView,
  LIST_VIEWS,
  messagesThatAre,
  sentBy,
  withPeople,
} from './address.js';
import { addressOf, fragmentOf } from './fragment.js';

const id = fc.integer({ min: 1, max: 2 ** 40 });
const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }).map((value) => value.toWellFormed());
const term = fc
  .oneof(
    fc.record({ operator: fc.constant('stream'), operand: id }),
    fc.record({ operator: fc.constantFrom('topic', 'search'), operand: text }),
    fc.record({ operator: fc.constantFrom('sender', 'dm-including', 'id'), operand: id }),
    fc.record({ operator: fc.constant('dm'), operand: fc.array(id, { minLength: 1, maxLength: 5 }) }),
    fc.record({ operator: fc.constantFrom('is', 'has', 'in', 'streams'), operand: fc.constantFrom('starred', 'link') }),
  )
  .chain((value) => fc.boolean().map((negated) => ({ ...value, negated })));
const address: fc.Arbitrary<Address> = fc.oneof(
  fc.constantFrom(...LIST_VIEWS).map((view): Address => ({ view })),
  fc.record({ view: fc.constant('narrow' as const), terms: fc.array(term, { maxLength: 5 }) }),
  fc.record({ view: fc.constant('narrow' as const), terms: fc.array(term, { maxLength: 5 }), near: id }),
);
const name = fc.option(fc.string({ unit: 'binary', maxLength: 30 }), { nil: undefined });

const names = { streamName: () => 'R&D > lab', userName: () => 'Ada (on call)' };

describe('addresses', () => {
  it('read from their own fragment are the same with any names', () => {
    fc.assert(
      fc.property(address, name, name, (value, streamName, userName) => {
        const fragment = fragmentOf(value, { streamName: () => streamName, userName: () => userName });
        expect(fragment).toMatch(/^#[\w/.,~-]*$/);
        expect(addressOf(fragment)).toEqual(value);
      }),
    );
  });

  it('never fail to read a fragment', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((rest) => `#narrow/${rest}`),
        ),
        (fragment) => {
          const found = addressOf(fragment);
          if (found !== undefined) expect(addressOf(fragmentOf(found))).toEqual(found);
        },
      ),
    );
  });

  it.each([
    ['#narrow/stream/1-design', inStream(1)],
    ['#narrow/stream/2-R.26D-.3E-lab', inStream(2)],
    ['#narrow/stream/1-design/topic/new.20logo.3F.2050.25', inTopic(1, 'new logo? 50%')],
    ['#narrow/stream/3-design/topic/b/near/11', inTopic(3, 'b', 11)],
  ])('read %s, a link of the server', (fragment, expected) => expect(addressOf(fragment)).toEqual(expected));

  it.each([
    [inStream(2), '#narrow/stream/2-R.26D-.3E-lab'],
    [inTopic(2, 'v1.2 (beta)!'), '#narrow/stream/2-R.26D-.3E-lab/topic/v1.2E2.20.28beta.29.21'],
    [withPeople([9, 8]), '#narrow/dm/8,9-group'],
    [withPeople([8], 4), '#narrow/dm/8-Ada-.28on-call.29/near/4'],
    [sentBy(8), '#narrow/sender/8-Ada-.28on-call.29'],
    [messagesThatAre('starred'), '#narrow/is/starred'],
  ])('are written as the links of the server (%#)', (value, fragment) => {
    expect(fragmentOf(value, names)).toBe(fragment);
  });

  it.each([
    ['#narrow/channel/5-news/subject/x', inTopic(5, 'x')],
    ['#narrow/pm-with/7,8-group', withPeople([7, 8])],
    ['#narrow/stream/1/topic/%C3%A9t%C3%A9', inTopic(1, 'été')],
  ])('read %s with earlier names and encodings', (fragment, expected) => expect(addressOf(fragment)).toEqual(expected));

  it.each(['', '#', '#settings', '#narrow/stream', '#narrow/x y/z', '#narrow/topic/.FF', '#narrow/is/dm/near/many'])(
    'have no meaning in %j',
    (fragment) => expect(addressOf(fragment)).toBeUndefined(),
  );

  it('of the same messages are equal, wherever the view opens', () => {
    expect(isSameView(inTopic(1, 'a', 5), inTopic(1, 'a'))).toBe(true);
    expect(isSameView(inTopic(1, 'a'), inTopic(1, 'b'))).toBe(false);
  });
});
