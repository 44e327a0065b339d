import type { Principal } from '@chat/contracts';

/** Who looks; where it may be null, null is a spectator, without an account. */
export type Viewer = Pick<Principal, 'realmId' | 'userId' | 'role'>;
