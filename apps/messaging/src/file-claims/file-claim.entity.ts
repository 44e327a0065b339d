import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A message that gives its readers access to a file: its sender might read the file when the message was sent or edited. */
@Entity('file_claims')
export class FileClaimEntity {
  @Column('bigint') realmId!: number;
  @PrimaryColumn('bigint') fileId!: number;
  /** Path below `/user_uploads/`. */
  @Column('text') pathId!: string;
  @PrimaryColumn('bigint') messageId!: number;
  /** The place of the message, in the same two columns as there. A trigger follows its moves. */
  @Column('bigint', { nullable: true }) recipientId!: number | null;
  @Column('bigint', { nullable: true }) streamId!: number | null;
}

export type FileHolder = 'draft' | 'scheduled_message';

/** A draft or scheduled message that protects a file from deletion and gives no access to it. */
@Entity('file_holds')
export class FileHoldEntity {
  @Column('bigint') realmId!: number;
  @PrimaryColumn('bigint') fileId!: number;
  @PrimaryColumn('text') holder!: FileHolder;
  @PrimaryColumn('bigint') holderId!: number;
}
