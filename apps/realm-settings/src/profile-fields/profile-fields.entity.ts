import type { ProfileFieldType } from '@chat/contracts';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('profile_fields')
export class ProfileFieldEntity {
  @PrimaryGeneratedColumn({ type: 'int8' }) id!: number;
  @Column('bigint', { name: 'realm_id' }) realmId!: number;
  @Column('smallint') type!: ProfileFieldType;
  @Column('integer', { name: 'position' }) order!: number;
  @Column('text') name!: string;
  /** The folded name; unique in the realm. */
  @Column('text', { name: 'name_key' }) nameKey!: string;
  @Column('text') hint!: string;
  @Column('text', { name: 'field_data' }) fieldData!: string;
  @Column('boolean', { name: 'display_in_profile_summary' }) displayInProfileSummary!: boolean;
}
