import type { Role } from '@chat/contracts';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Columns of an invitation by mail and of a link. */
abstract class InvitationColumns {
  @PrimaryGeneratedColumn({ type: 'int8' }) id!: number;
  @Column('bigint') realmId!: number;
  @Column('bigint') inviterId!: number;
  @Column('smallint') role!: Role;
  @Column('bigint', { array: true }) streamIds!: number[];
  @Column('bytea', { select: false }) keyHash!: Buffer;
  @Column('timestamptz') invitedAt!: Date;
  /** Null: never. */
  @Column('timestamptz', { nullable: true }) expiresAt!: Date | null;
}

/** An invitation of one address. It is deleted when it is used or revoked. */
@Entity('invitations')
export class InvitationEntity extends InvitationColumns {
  @Column('text') email!: string;
  @Column('text', { select: false }) emailKey!: string;
  /** Of this and of every repeated mail. Null: without end. */
  @Column('integer', { nullable: true }) lifetimeMinutes!: number | null;
}

/** A link for any number of people. */
@Entity('invitation_links')
export class InvitationLinkEntity extends InvitationColumns {
  /** Administrators may read the link again. */
  @Column('bytea') keySealed!: Buffer;
  /** A revoked link remains, because its sign-ups have ended and its revocation cannot be repeated. */
  @Column('boolean') isRevoked!: boolean;
}

/** The number of invitations that one request mailed. */
@Entity('invitation_mails')
export class InvitationMailsEntity {
  @PrimaryGeneratedColumn({ type: 'int8' }) id!: number;
  @Column('bigint') realmId!: number;
  @Column('timestamptz') sentAt!: Date;
  @Column('integer') mails!: number;
}
