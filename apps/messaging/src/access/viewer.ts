import { isGuest, type Principal } from '@chat/contracts';

/** Who looks. Null: a spectator, without an account. */
export type Viewer = Pick<Principal, 'realmId' | 'userId' | 'role'>;

/** Members and above see every public stream; guests and spectators only what they are in, or what is web-public. */
export const seesPublicStreams = (viewer: Pick<Principal, 'role'> | null): boolean =>
  viewer !== null && !isGuest(viewer.role);
