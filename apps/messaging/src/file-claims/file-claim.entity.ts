import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A message that gives its readers access to a file: its sender might read the file when the message was sent or edited. */
@Entity('file_claims')
export class FileClaimEntity {
  @Column('bigint', { name: 'realm_id' }) realmId!: number;
  @PrimaryColumn('bigint', { name: 'file_id' }) fileId!: number;
  /** Path below `/user_uploads/`. */
  @Column('text', { name: 'path_id' }) pathId!: string;
  @PrimaryColumn('bigint', { name: 'message_id' }) messageId!: number;
  /** The place of the message, in the same two columns as there. A trigger follows its moves. */
  @Column('bigint', { name: 'recipient_id', nullable: true }) recipientId!: number | null;
  @Column('bigint', { name: 'stream_id', nullable: true }) streamId!: number | null;
}

export type FileHolder = 'draft' | 'scheduled_message';

/** A draft or scheduled message that protects a file from deletion and gives no access to it. */
@Entity('file_holds')
export class FileHoldEntity {
  @Column('bigint', { name: 'realm_id' }) realmId!: number;
  @PrimaryColumn('bigint', { name: 'file_id' }) fileId!: number;
  @PrimaryColumn('text') holder!: FileHolder;
  @PrimaryColumn('bigint', { name: 'holder_id' }) holderId!: number;
}
