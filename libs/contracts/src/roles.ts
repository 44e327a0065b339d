/** A smaller number is a higher role. */
export const Role = { Owner: 100, Administrator: 200, Moderator: 300, Member: 400, Guest: 600 } as const;
export type Role = (typeof Role)[keyof typeof Role];
export const ROLES: readonly Role[] = Object.values(Role);

/** Owners have all rights of administrators. */
export const isAdministrator = (role: Role): boolean => role <= Role.Administrator;
export const isModerator = (role: Role): boolean => role <= Role.Moderator;
export const isGuest = (role: Role): boolean => role === Role.Guest;
