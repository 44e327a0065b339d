import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Messages of a stream on one day (UTC). */
@Entity('stream_traffic')
export class StreamTrafficEntity {
  @PrimaryColumn('bigint') streamId!: number;
  @PrimaryColumn('date') day!: string;
  @Column('integer') messages!: number;
}

/** The last message of a realm that is counted. */
@Entity('traffic_cursors')
export class TrafficCursorEntity {
  @PrimaryColumn('bigint') realmId!: number;
  @Column('bigint') countedUpTo!: number;
}
