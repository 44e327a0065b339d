import { type Reader, Role } from '@chat/contracts';

export interface TestReader extends Partial<Omit<Reader, 'isSubscribedTo'>> {
  readonly streamIds?: readonly number[];
}

/** By default a member without streams. */
export const testReader = ({ streamIds = [], role = Role.Member, ...fields }: TestReader = {}): Reader => ({
  ...{ userId: 1, role, roleInSight: role, isBot: false, botOwnerId: null, ...fields },
  isSubscribedTo: (streamId) => streamIds.includes(streamId),
});
