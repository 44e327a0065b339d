import { Bool, DateTime, Field, Id, Integer, MapOf, OneOf, Text } from '../kit/fields.js';
import { OmitType } from '../kit/mapped-classes.js';
import { anyOf, id, list, text } from '../kit/types/index.js';
import { isAdministrator, isGuest, ROLES, Role } from '../roles.js';
import type { Account } from './account.js';
import { type AccountReader, avatarUrlFor, visibleDeliveryEmail } from './account-for-reader.js';

/** A user's value of a custom profile field. */
export class ShownProfileValue {
  @Text() readonly value!: string;
  @Text({ optional: true, description: 'HTML, for field types that are Markdown.' }) readonly renderedValue?: string;
}

/** A value for a custom profile field. */
export class ProfileDatum {
  @Integer() id!: number;
  @Field(anyOf([text(), list(id())]), {
    nullable: true,
    description: 'User ids for the person picker; null removes the value.',
  })
  value!: string | readonly number[] | null;
}

const COMPUTED_AVATAR = 'Null for clients that compute it from the address (`client_extavatar`).';

class UserFields {
  @Id() userId!: number;
  @Text({ description: 'API email address.' }) email!: string;
  @Text({ nullable: true, description: 'The real address, if the reader may see it.' }) deliveryEmail!: string | null;
  @Text() fullName!: string;
  @DateTime() dateJoined!: string;
  @Text() timezone!: string;
  @OneOf(ROLES, { description: '100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.' }) role!: Role;
  @Bool() isAdmin!: boolean;
  @Bool() isOwner!: boolean;
  @Bool() isGuest!: boolean;
  @Bool() isBillingAdmin!: boolean;
  @Bool() isBot!: boolean;
  @Integer({ nullable: true, description: 'Null for people.' }) botType!: number | null;
  @Id({ nullable: true, optional: true, description: 'Only for bots.' }) botOwnerId?: number | null;
  @Integer() avatarVersion!: number;
  @MapOf(ShownProfileValue, { optional: true, description: 'By id of the profile field. Not for bots.' })
  profileData?: Readonly<Record<string, ShownProfileValue>>;
}

/** A user as the reader sees it. */
export class User extends UserFields {
  @Bool() isActive!: boolean;
  @Text({ nullable: true, description: COMPUTED_AVATAR }) avatarUrl!: string | null;
  @Bool({ optional: true }) isSystemBot?: boolean;
}

/** A user in the register response and in events. The lists of the response state whether the user is active. */
export class UserInState extends UserFields {
  @Bool({ optional: true }) isActive?: boolean;
  @Text({ nullable: true, optional: true, description: COMPUTED_AVATAR }) avatarUrl?: string | null;
}

/** A bot of the server, the same in all realms. */
export class CrossRealmBot extends UserFields {
  @Bool() isActive!: boolean;
  @Text({ nullable: true, optional: true }) avatarUrl?: string | null;
  @Bool() isSystemBot!: boolean;
}

/** The account of the reader, always with its real address. */
export class OwnAccount extends OmitType(User, ['deliveryEmail']) {
  @Text() deliveryEmail!: string;
}

/** A user as the reader sees it, without profile data. */
export const shownUser = (user: Account, reader: AccountReader, clientExtavatar: boolean): User => ({
  userId: user.userId,
  email: user.email,
  deliveryEmail: visibleDeliveryEmail(reader, user),
  fullName: user.fullName,
  avatarUrl: avatarUrlFor(reader, user, clientExtavatar),
  avatarVersion: user.avatarVersion,
  dateJoined: isoTime(user.joinedAtSeconds),
  timezone: user.timezone,
  role: user.role,
  isActive: user.isActive,
  isAdmin: isAdministrator(user.role),
  isBillingAdmin: user.isBillingAdmin,
  isBot: user.isBot,
  isGuest: isGuest(user.role),
  isOwner: user.role === Role.Owner,
  botType: user.botType,
  botOwnerId: user.isBot ? user.botOwnerId : undefined,
});

/** ISO 8601 with an offset. */
const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', '+00:00');
