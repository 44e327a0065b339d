import { GetMessagingRegisterState, NO_CAPABILITIES, Role } from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import { RequestValidationPipe } from './request-executor.js';

const actor = {
  ...{ realmId: 1, userId: 7, role: Role.Member, isBot: false, botOwnerId: null },
  ...{ email: 'ada@chat.test', fullName: 'Ada', joinedAtSeconds: 1_700_000_000 },
};
const request = {
  ...{ actor, fetchEventTypes: null, clientExtavatar: true, includeSubscribers: false, slimPresence: false },
  capabilities: NO_CAPABILITIES,
};
const validate = (fields: object) =>
  new RequestValidationPipe().transform(
    { ...request, ...fields },
    { type: 'body', metatype: GetMessagingRegisterState },
  );

describe('a request between services', () => {
  it.each([{}, { actor: null }, { actor: { ...actor, addedInNextRelease: 1 } }, { addedInNextRelease: 1 }])(
    'is accepted: %j',
    (fields) => {
      expect(validate(fields)).toMatchObject({ ...request, ...fields });
    },
  );

  it.each([
    [{ actor: { ...actor, userId: '7' } }, '["actor"]["userId"] is not an integer'],
    [{ actor: { ...actor, role: 1 } }, 'Invalid GetMessagingRegisterState["actor"]["role"]'],
    [{ actor: 'ada' }, '["actor"] is not a dict'],
    [{ capabilities: { userSettingsObject: 1 } }, '["capabilities"]["userSettingsObject"] is not a boolean'],
    [{ knownBlocks: Array(1_001).fill('') }, '["knownBlocks"] has too many items (limit: 1000)'],
  ])('is refused if it breaks a nested rule: %#', (fields, message) => {
    expect(() => validate(fields)).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' }));
    expect(() => validate(fields)).toThrow(message);
  });
});
