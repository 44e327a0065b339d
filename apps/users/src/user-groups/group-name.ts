import { badRequest, MAX_USER_GROUP_DESCRIPTION_LENGTH, MAX_USER_GROUP_NAME_LENGTH } from '@chat/contracts';

/** Would pass for system groups, or for other things in the places where groups are named. */
const RESERVED_PREFIXES = ['@', 'role:', 'user:', 'stream:', 'channel:'];

/** The name as it is stored. */
export function checkGroupName(given: string): string {
  const name = given.trim();
  if (name === '') throw badRequest("User group name can't be empty!");
  if ([...name].length > MAX_USER_GROUP_NAME_LENGTH) {
    throw badRequest(`User group name cannot exceed ${MAX_USER_GROUP_NAME_LENGTH} characters.`);
  }
  if (/\p{Cc}|\p{Cs}/u.test(name)) throw badRequest('Invalid characters in user group name!');
  const prefix = RESERVED_PREFIXES.find((reserved) => name.toLowerCase().startsWith(reserved));
  if (prefix !== undefined) throw badRequest(`User group name cannot start with '${prefix}'.`);
  return name;
}

export function checkGroupDescription(description: string): string {
  if ([...description].length > MAX_USER_GROUP_DESCRIPTION_LENGTH) {
    throw badRequest(`description is too long (limit: ${MAX_USER_GROUP_DESCRIPTION_LENGTH} characters)`);
  }
  if (description.includes('\0') || /\p{Cs}/u.test(description)) {
    throw badRequest('description must not contain null bytes');
  }
  return description;
}

export const groupNameTaken = (name: string) => badRequest(`User group '${name}' already exists.`);
