import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A browser or device in which the user has signed in. */
@Entity('known_browsers')
export class KnownBrowserEntity {
  @PrimaryColumn('bigint') userId!: number;
  @PrimaryColumn('bytea') browserHash!: Buffer;
  @Column('timestamptz') seenAt!: Date;
}
