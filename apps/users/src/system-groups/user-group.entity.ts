import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** Members of a group are rows of `user_group_member`; the members of system groups follow from their accounts. */
@Entity('user_group')
export class UserGroupEntity {
  @PrimaryGeneratedColumn({ type: 'int8' }) groupId!: number;
  @Column('bigint') realmId!: number;
  @Column('text') name!: string;
  /** The folded name, unique in the realm. */
  @Column('text') nameKey!: string;
  @Column('text') description!: string;
  @Column('boolean') isSystemGroup!: boolean;
}

/** A group that another group contains directly. */
@Entity('user_group_subgroup')
export class SubgroupEntity {
  @PrimaryColumn('bigint') groupId!: number;
  @PrimaryColumn('bigint') subgroupId!: number;
}

/** A realm that has its system groups and system bots. Writers of its groups lock this row. */
@Entity('furnished_realm')
export class ProvisionedRealmEntity {
  @PrimaryColumn('bigint') realmId!: number;
}
