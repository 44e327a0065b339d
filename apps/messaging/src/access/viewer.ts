import type { Principal } from '@chat/contracts';

/** A reading user. Null, where allowed, is a spectator without an account. */
export type Viewer = Pick<Principal, 'realmId' | 'userId' | 'role'>;
