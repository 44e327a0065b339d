import type { PictureFacts } from '@chat/contracts';
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** `receiving`: its bytes are arriving, and it is invisible. `ready`: its bytes are durable. */
export type FileState = 'receiving' | 'ready';

@Entity('files')
export class FileEntity {
  @PrimaryGeneratedColumn({ type: 'int8' }) id!: number;
  @Column('bigint') realmId!: number;
  @Column('bigint') ownerId!: number;
  /** Path below `/user_uploads/`. */
  @Column('text') pathId!: string;
  @Column('text') name!: string;
  /** Bytes; while the file arrives, those that are reserved. */
  @Column('bigint') size!: number;
  @Column('text') contentType!: string;
  @Column('bytea', { nullable: true }) sha256!: Buffer | null;
  @Column('jsonb', { nullable: true }) picture!: PictureFacts | null;
  @Column('text') storageKey!: string;
  @Column('text') state!: FileState;
  @Column({ type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  /** Last sign of the upload while the file arrives. */
  @Column({ type: 'timestamptz', nullable: true }) activeAt!: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) describedAt!: Date | null;
  /** Null while a message links the file. */
  @Column({ type: 'timestamptz', nullable: true }) unlinkedSince!: Date | null;
  /** A draft or a scheduled message links the file. */
  @Column('boolean', { default: false }) isHeld!: boolean;
  /** The scanner for malware was away when the file arrived. */
  @Column('boolean', { default: false }) isScanDue!: boolean;
}

/** A message that links a file; copied from the claims of the messaging service. */
@Entity('file_messages')
export class FileMessageEntity {
  @PrimaryColumn('bigint') fileId!: number;
  @PrimaryColumn('bigint') messageId!: number;
  @Column({ type: 'timestamptz' }) sentAt!: Date;
}

@Entity('realm_usage')
export class RealmUsageEntity {
  @PrimaryColumn('bigint') realmId!: number;
  @Column('bigint', { default: 0 }) bytesUsed!: number;
  /** Reserved for uploads under way. */
  @Column('bigint', { default: 0 }) bytesReserved!: number;
  /** Unused: the quota is in the record of the realm. A column goes a release after its last reader. */
  @Column('bigint', { nullable: true }) quotaMib!: number | null;
}

/** An object of the storage without a row. A job deletes it until the storage confirms. */
@Entity('discarded_objects')
export class DiscardedObjectEntity {
  @PrimaryColumn('text') storageKey!: string;
  @Column({ type: 'timestamptz', default: () => 'now()' }) discardedAt!: Date;
}
