import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An avatar that release 0.1.0 stored. */
@Entity('avatar')
export class AvatarEntity {
  @PrimaryColumn('text') token!: string;
  @PrimaryColumn('text') size!: 'small' | 'medium';
  @Column('bigint') userId!: number;
  @Column('bytea') png!: Buffer;
  /** The files service has a copy. */
  @Column('boolean', { default: false }) isMoved!: boolean;
}
