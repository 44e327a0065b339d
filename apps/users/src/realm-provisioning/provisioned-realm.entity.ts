import { Entity, PrimaryColumn } from 'typeorm';

/** A realm that has its system groups and system bots. Writers of its groups lock this row. */
@Entity('furnished_realm')
export class ProvisionedRealmEntity {
  @PrimaryColumn('bigint', { name: 'realm_id' }) realmId!: number;
}
