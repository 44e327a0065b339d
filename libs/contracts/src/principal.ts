import { IsBoolean, IsEmail, IsIn, IsInt, IsOptional, IsString, Min } from 'class-validator';
import { ROLES, type Role } from './roles.js';

/**
 * Who makes a request: established by the gateway from the credentials, fresh as of the request's `asOf`, and carried by
 * every request that acts for somebody. Services decide by it; they do not look the actor up again.
 */
export class Principal {
  @IsInt() @Min(1) realmId!: number;
  @IsInt() @Min(1) userId!: number;
  @IsIn(ROLES) role!: Role;
  @IsBoolean() isBot!: boolean;
  /** Present for bots that a user owns. */
  @IsOptional() @IsInt() botOwnerId?: number | null;
  /** Present for bots whose key is given to other services, which shall only send messages with it. */
  @IsOptional() @IsBoolean() isIncomingWebhook?: boolean;
  /** API email address. */
  @IsEmail() email!: string;
  @IsString() fullName!: string;
  /** UTC seconds; full members are those who joined longer ago than the realm's waiting period. */
  @IsInt() joinedAtSeconds!: number;
}
