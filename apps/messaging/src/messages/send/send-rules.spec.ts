import { Role, StreamPostPolicy, WildcardMentionPolicy } from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import { peopleAddress } from './named-people.js';
import { isSentByPerson } from './prepare-message.js';
import { refusalOfPostPolicy, streamAddress } from './stream-recipients.js';
import { mayMentionAll } from './wildcard-mentions.js';

const NOW = 1_700_000_000;
const writer = (role: Role, days = 100) => ({ role, joinedAtSeconds: NOW - days * 86_400 });
const { Owner, Administrator, Moderator, Member, Guest } = Role;

describe('the post policy', () => {
  const ADMINISTRATORS = 'Only organization administrators can send to this stream.';
  const MODERATORS = 'Only organization administrators and moderators can send to this stream.';
  it.each([
    [StreamPostPolicy.Everyone, writer(Guest), undefined],
    [StreamPostPolicy.Administrators, writer(Owner), undefined],
    [StreamPostPolicy.Administrators, writer(Administrator), undefined],
    [StreamPostPolicy.Administrators, writer(Moderator), ADMINISTRATORS],
    [StreamPostPolicy.Moderators, writer(Moderator), undefined],
    [StreamPostPolicy.Moderators, writer(Member), MODERATORS],
    [StreamPostPolicy.FullMembers, writer(Member, 11), undefined],
    [StreamPostPolicy.FullMembers, writer(Member, 9), 'New members cannot send to this stream.'],
    [StreamPostPolicy.FullMembers, writer(Moderator, 1), undefined],
    [StreamPostPolicy.FullMembers, writer(Guest), 'Guests cannot send to this stream.'],
  ])('%d for %o: %s', (policy, who, refusal) => {
    expect(refusalOfPostPolicy(policy, who, 10, NOW)?.message).toBe(refusal);
  });
});

describe('a wildcard mention in a large stream', () => {
  it.each([
    [WildcardMentionPolicy.Everyone, writer(Guest), true],
    [WildcardMentionPolicy.Members, writer(Guest), false],
    [WildcardMentionPolicy.Members, writer(Member), true],
    [WildcardMentionPolicy.FullMembers, writer(Member, 9), false],
    [WildcardMentionPolicy.FullMembers, writer(Member, 11), true],
    [WildcardMentionPolicy.Moderators, writer(Member), false],
    [WildcardMentionPolicy.Moderators, writer(Moderator), true],
    [WildcardMentionPolicy.Administrators, writer(Moderator), false],
    [WildcardMentionPolicy.Administrators, writer(Administrator), true],
    [WildcardMentionPolicy.Nobody, writer(Owner), false],
  ])('under policy %d by %o: %s', (wildcardMentionPolicy, who, isAllowed) => {
    expect(mayMentionAll({ wildcardMentionPolicy, waitingPeriodThreshold: 10 }, who, NOW)).toBe(isAllowed);
  });
});

describe('the recipient of a request', () => {
  it('names a stream by name, by id, or in a list of one', () => {
    expect(streamAddress('a, b')).toEqual({ name: 'a, b' });
    expect(streamAddress([7])).toEqual({ id: 7 });
    expect(() => streamAddress([])).toThrow('Expected exactly one stream');
  });

  it('names users by ids or addresses, each once, with commas or in a list', () => {
    expect(peopleAddress('a@x.de, b@x.de,a@x.de')).toEqual({ emails: ['a@x.de', 'b@x.de'] });
    expect(peopleAddress([3, 3, 1])).toEqual({ ids: [3, 1] });
    expect(() => peopleAddress(' ')).toThrow('Message must have recipients');
  });
});

describe('a client program', () => {
  it.each([
    ['ZulipMobile', true],
    ['website', true],
    ['My Desktop App', true],
    ['ZulipPython', false],
    ['curl', false],
  ])('%s is a person’s app: %s', (name, isPersons) => {
    expect(isSentByPerson(name)).toBe(isPersons);
  });
});
