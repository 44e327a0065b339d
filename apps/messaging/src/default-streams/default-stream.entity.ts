import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** A stream that new users are subscribed to. Rows of archived streams do not count. */
@Entity('default_streams')
export class DefaultStreamEntity {
  @PrimaryColumn('bigint') streamId!: number;
  @Column('bigint') realmId!: number;
}

@Entity('default_stream_groups')
export class DefaultStreamGroupEntity {
  @PrimaryGeneratedColumn({ type: 'int8' }) id!: number;
  @Column('bigint') realmId!: number;
  @Column('text') name!: string;
  /** The folded name, unique in the realm. */
  @Column('text') nameKey!: string;
  @Column('text') description!: string;
}

/** A stream of a group. Rows go with their group. */
@Entity('default_stream_group_streams')
export class DefaultGroupStreamEntity {
  @PrimaryColumn('bigint') groupId!: number;
  @PrimaryColumn('bigint') streamId!: number;
}
