import { type Principal, Role } from '@chat/contracts';
import { expect, it } from '@jest/globals';
import { type Policy, requireAdministrator, requireAllowedBy } from './index.js';

const realm = { createPublicStreamPolicy: 1, waitingPeriodThreshold: 3 };

it.each([
  [Role.Administrator, undefined],
  [Role.Member, 'Must be an organization administrator'],
  [Role.Guest, 'Insufficient permission'],
])('the example in the README, with role %d, throws %s', (role, message) => {
  const actor = { role, joinedAtSeconds: 0 } as Principal;
  const nowSeconds = 1;
  const example = () => {
    requireAllowedBy(realm.createPublicStreamPolicy as Policy, actor, realm.waitingPeriodThreshold, nowSeconds);
    requireAdministrator(actor);
  };

  if (message === undefined) expect(example).not.toThrow();
  else expect(example).toThrow(message);
});
