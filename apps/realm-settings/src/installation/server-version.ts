import { SERVICE_FEATURE_LEVEL } from '@chat/contracts';

/** Part of the register response and of the server settings. Source: API contract, POST /register. */
export const SERVER_VERSION = {
  // Clients decide by this release what they may use, and refuse a server that they think too old.
  serviceVersion: '7.0',
  // A release has no merge base.
  serviceMergeBase: '',
  serviceFeatureLevel: SERVICE_FEATURE_LEVEL,
} as const;
