import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A browser or device in which the user has signed in. */
@Entity('known_browsers')
export class KnownBrowserEntity {
  @PrimaryColumn('bigint', { name: 'user_id' }) userId!: number;
  @PrimaryColumn('bytea', { name: 'browser_hash' }) browserHash!: Buffer;
  @Column('timestamptz', { name: 'seen_at' }) seenAt!: Date;
}
