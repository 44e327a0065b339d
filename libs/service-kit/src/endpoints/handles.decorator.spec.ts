import { createDrafts, getDrafts, type Principal, Role } from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { GUARDS_METADATA } from '@nestjs/common/constants.js';
import { Actor, Handles } from './handles.decorator.js';

class SampleController {
  @Handles(getDrafts)
  read(@Actor() _actor: Principal) {
    return { count: 0, drafts: [] };
  }
}

const [guard] = Reflect.getMetadata(GUARDS_METADATA, SampleController.prototype.read) as [CanActivate];
const call = (actor: unknown) =>
  guard.canActivate({ switchToRpc: () => ({ getData: () => ({ actor, parameters: {} }) }) } as ExecutionContext);

const actor = {
  ...{ realmId: 1, userId: 7, role: Role.Member, isBot: false, botOwnerId: null },
  ...{ email: 'ada@chat.test', fullName: 'Ada', joinedAtSeconds: 1_700_000_000 },
};

describe('a call of an endpoint', () => {
  it('is accepted with a complete actor, also with fields of a newer release', () => {
    expect(call(actor)).toBe(true);
    expect(call({ ...actor, addedInNextRelease: 1 })).toBe(true);
  });

  it.each([
    [{ ...actor, role: 1 }, 'Invalid Principal["role"]'],
    [{ ...actor, realmId: undefined }, 'realmId key is missing from Principal'],
    [undefined, 'Principal is not a dict'],
  ])('is refused with the actor %j', (malformed, message) => {
    expect(() => call(malformed)).toThrow(expect.objectContaining({ code: 'BAD_REQUEST', message }));
  });
});

describe('a handler that may read from a standby', () => {
  it('is not possible for an endpoint that writes', () => {
    expect(() => Handles(createDrafts, { mayReadStandby: true })).toThrow('messaging.drafts.create is no GET');
    expect(() => Handles(getDrafts, { mayReadStandby: true })).not.toThrow();
  });
});
