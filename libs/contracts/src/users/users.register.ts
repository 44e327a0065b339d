import { Bool, Id, ListOf, OneOf, Text } from '../kit/fields.js';
import { CrossRealmBot, UserInState } from './users.schema.js';

/** Active users, deactivated users and system bots. Spectators see only the bots. */
export class PeopleRegisterFields {
  @ListOf(UserInState) realmUsers!: readonly UserInState[];
  @ListOf(UserInState) realmNonActiveUsers!: readonly UserInState[];
  @ListOf(CrossRealmBot) crossRealmBots!: readonly CrossRealmBot[];
}

/** The registering user. */
export class OwnRegisterFields {
  @Id({ optional: true }) userId?: number;
  @Text({ optional: true }) email?: string;
  @Text({ optional: true }) deliveryEmail?: string;
  @Text({ optional: true }) fullName?: string;
  @OneOf(['G', 'U']) avatarSource!: 'G' | 'U';
  @Text({ nullable: true }) avatarUrl!: string | null;
  @Text({ nullable: true }) avatarUrlMedium!: string | null;
  @Bool({ deprecated: true }) canCreateStreams!: boolean;
  @Bool() canCreatePublicStreams!: boolean;
  @Bool() canCreatePrivateStreams!: boolean;
  @Bool() canCreateWebPublicStreams!: boolean;
  @Bool() canSubscribeOtherUsers!: boolean;
  @Bool() canInviteOthersToRealm!: boolean;
  @Bool() isAdmin!: boolean;
  @Bool() isOwner!: boolean;
  @Bool() isBillingAdmin!: boolean;
  @Bool() isModerator!: boolean;
  @Bool() isGuest!: boolean;
}
