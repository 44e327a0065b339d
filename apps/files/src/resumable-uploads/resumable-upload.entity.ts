import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A file that arrives in several requests. Its row in `files` reserves its space; the upload is complete when that row is `ready`. */
@Entity('resumable_uploads')
export class ResumableUploadEntity {
  @PrimaryColumn('text') id!: string;
  @Column('bigint') fileId!: number;
  @Column('bigint') realmId!: number;
  @Column('bigint') ownerId!: number;
  /** Bytes of the whole file. */
  @Column('bigint') length!: number;
  /** Bytes in pieces; the whole length only if the file is complete. */
  @Column('bigint', { default: 0 }) received!: number;
  /** As the client declared it. */
  @Column('text') contentType!: string;
  /** As the client wrote it. */
  @Column('text') metadata!: string;
  @Column({ type: 'timestamptz' }) expiresAt!: Date;
}

/** Durable bytes of an incomplete upload. */
@Entity('resumable_pieces')
export class ResumablePieceEntity {
  @PrimaryColumn('text') uploadId!: string;
  @PrimaryColumn('bigint') start!: number;
  @Column('bigint') size!: number;
  @Column('text') storageKey!: string;
}
