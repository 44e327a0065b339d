import type { Principal } from '@chat/contracts';

/** The user who reads. Where null is allowed, it stands for a spectator without an account. */
export type Viewer = Pick<Principal, 'realmId' | 'userId' | 'role'>;
