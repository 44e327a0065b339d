import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** Members of a group are rows of `user_group_member`; the members of system groups follow from their accounts. */
@Entity('user_group')
export class UserGroupEntity {
  @PrimaryGeneratedColumn({ type: 'int8', name: 'group_id' }) groupId!: number;
  @Column('bigint', { name: 'realm_id' }) realmId!: number;
  @Column('text') name!: string;
  /** The folded name, unique in the realm. */
  @Column('text', { name: 'name_key' }) nameKey!: string;
  @Column('text') description!: string;
  @Column('boolean', { name: 'is_system_group' }) isSystemGroup!: boolean;
}

/** A group that another group contains directly. */
@Entity('user_group_subgroup')
export class SubgroupEntity {
  @PrimaryColumn('bigint', { name: 'group_id' }) groupId!: number;
  @PrimaryColumn('bigint', { name: 'subgroup_id' }) subgroupId!: number;
}

/** A realm that has its system groups and system bots. Writers of its groups lock this row. */
@Entity('furnished_realm')
export class ProvisionedRealmEntity {
  @PrimaryColumn('bigint', { name: 'realm_id' }) realmId!: number;
}
