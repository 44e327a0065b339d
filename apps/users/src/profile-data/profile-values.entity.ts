import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A user's value of a custom profile field. */
@Entity('profile_value')
export class ProfileValueEntity {
  @PrimaryColumn('bigint', { name: 'user_id' }) userId!: number;
  @PrimaryColumn('bigint', { name: 'field_id' }) fieldId!: number;
  @Column('bigint', { name: 'realm_id' }) realmId!: number;
  @Column('text') value!: string;
  @Column('text', { name: 'rendered_value', nullable: true }) renderedValue!: string | null;
}
