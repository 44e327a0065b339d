/** A smaller number is a higher role. */
export const Role = { Owner: 100, Administrator: 200, Moderator: 300, Member: 400, Guest: 600 } as const;
export type Role = (typeof Role)[keyof typeof Role];
export const ROLES: readonly Role[] = Object.values(Role);

/** Owners have all rights of administrators. */
export const isAdministrator = (role: Role): boolean => role <= Role.Administrator;
/** Whether the role has the rights of a moderator, as owners and administrators do. */
export const isModerator = (role: Role): boolean => role <= Role.Moderator;
/** Whether the role is that of a guest. */
export const isGuest = (role: Role): boolean => role === Role.Guest;
