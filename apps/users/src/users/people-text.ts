import {
  type Account,
  type AccountReader,
  canSeeDeliveryEmail,
  PickType,
  shownUser,
  User,
  UserInState,
  writerOf,
} from '@chat/contracts';
import type { ProfileData } from '../profile-data/read-profile-data.js';

/*
 * Users as JSON text. What was written of a user is kept with the object that it was made of, for as long as that lives: of ten
 * thousand users one changes, and the others' texts are used again (see RealmAccounts). Readers differ by whether they may see
 * the address, clients by whether they compute the picture, and by nothing else.
 */

const writeUser = writerOf(UserInState);
const writeProfile = writerOf(PickType(User, ['profileData']));
const profileText = (profileData: ProfileData) => `,${JSON.stringify(writeProfile({ profileData })).slice(1, -1)}`;
const NO_PROFILE = profileText({});
const texts = new WeakMap<Account, Map<number, string>>();
const profileTexts = new WeakMap<ProfileData, string>();

/** The members of the user's JSON object; whether the user is active is not among them. */
export function userMembers(user: Account, reader: AccountReader, clientExtavatar: boolean): string {
  let known = texts.get(user);
  if (known === undefined) {
    known = new Map();
    texts.set(user, known);
  }
  const variant = (canSeeDeliveryEmail(reader, user) ? 1 : 0) + (clientExtavatar ? 2 : 0);
  let text = known.get(variant);
  if (text === undefined) {
    const { isActive: _, ...fields } = shownUser(user, reader, clientExtavatar);
    text = JSON.stringify(writeUser(fields)).slice(1, -1);
    known.set(variant, text);
  }
  return text;
}

/** `,"profile_data":{…}`; bots have none. */
export function profileMember(user: Account, profiles: ReadonlyMap<number, ProfileData>): string {
  if (user.isBot) return '';
  const profile = profiles.get(user.userId);
  if (profile === undefined) return NO_PROFILE;
  let text = profileTexts.get(profile);
  if (text === undefined) {
    text = profileText(profile);
    profileTexts.set(profile, text);
  }
  return text;
}
