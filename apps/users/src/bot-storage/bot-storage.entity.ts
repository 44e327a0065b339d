import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One stored text of an account. */
@Entity('bot_storage')
export class BotStorageEntity {
  @PrimaryColumn('bigint') userId!: number;
  @PrimaryColumn('text') key!: string;
  @Column('text') value!: string;
}

/** Size of an account's storage. Writers of one account lock this row. */
@Entity('bot_storage_size')
export class BotStorageSizeEntity {
  @PrimaryColumn('bigint') userId!: number;
  @Column('bigint') characters!: number;
}
