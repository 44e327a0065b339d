import type { ServiceOptions } from '@chat/service-kit';

/** Shared by the service and its tests. */
export const IDENTITY_PROVIDERS = { name: 'identity-providers' } as const satisfies ServiceOptions;
