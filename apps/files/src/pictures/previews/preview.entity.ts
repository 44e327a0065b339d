import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The copies of a picture that readers see. A file without preview has none. */
@Entity('previews')
export class PreviewEntity {
  @PrimaryColumn('bigint') fileId!: number;
  @Column('bigint') realmId!: number;
  /** Null while they are pending. */
  @Column({ type: 'timestamptz', nullable: true }) madeAt!: Date | null;
  @Column('boolean') isAnimated!: boolean;
  /** Name of the large copy of a picture that browsers cannot show. */
  @Column('text', { nullable: true }) transcoded!: string | null;
  @Column({ type: 'timestamptz', default: () => 'now()' }) pendingSince!: Date;
  /** Until then one replica makes them. */
  @Column({ type: 'timestamptz', nullable: true }) claimedUntil!: Date | null;
  /** How often a replica began to make them. */
  @Column('integer', { default: 0 }) attempts!: number;
}
