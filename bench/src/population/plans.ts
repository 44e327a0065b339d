import type { OrganizationPlan } from './organization.js';

const numbered = (count: number, subscribers: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`stream ${index}`, subscribers]));

/** 10,000 users, and streams of very different sizes. The figures about messages are measured here. */
export const CROWD: OrganizationPlan = {
  name: 'crowd',
  users: 10_000,
  streams: { ten: 10, 'one hundred': 100, 'two thousand': 2_000, everybody: 10_000 },
};

/** All users in 100 streams. */
export const THOUSAND: OrganizationPlan = { name: 'thousand', users: 1_000, streams: numbered(100, 1_000) };
export const TEN_THOUSAND: OrganizationPlan = { name: 'ten-thousand', users: 10_000, streams: numbered(100, 10_000) };

/** Small, for systems that live for one figure. */
export const HUNDRED: OrganizationPlan = { name: 'hundred', users: 100, streams: { 'one hundred': 100 } };

/** For a long history: a hundred streams with all users in them. */
export const HISTORY: OrganizationPlan = { name: 'history', users: 100, streams: numbered(100, 100) };
