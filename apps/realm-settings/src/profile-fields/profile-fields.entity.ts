import type { ProfileFieldType } from '@chat/contracts';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('profile_fields')
export class ProfileFieldEntity {
  @PrimaryGeneratedColumn({ type: 'int8' }) id!: number;
  @Column('bigint') realmId!: number;
  @Column('smallint') type!: ProfileFieldType;
  @Column('integer', { name: 'position' }) order!: number;
  @Column('text') name!: string;
  /** The folded name; unique in the realm. */
  @Column('text') nameKey!: string;
  @Column('text') hint!: string;
  @Column('text') fieldData!: string;
  @Column('boolean') displayInProfileSummary!: boolean;
}
