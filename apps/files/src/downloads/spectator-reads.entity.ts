import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Reads of a file by spectators on the last day with one. */
@Entity('spectator_reads')
export class SpectatorReadsEntity {
  @PrimaryColumn('bigint') fileId!: number;
  @Column('date') day!: string;
  @Column('integer') reads!: number;
}
