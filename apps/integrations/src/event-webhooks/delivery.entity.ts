import type { DeliveryState } from '@chat/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A request to the address of a webhook. */
export interface StoredAttempt {
  /** UTC seconds. */
  readonly timestamp: number;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: string | null;
}

/** An event on its way to the address of a webhook, or the record of it. */
@Entity('webhook_deliveries')
export class DeliveryEntity {
  @PrimaryColumn('bigint') webhookId!: number;
  @PrimaryColumn('bigint') sequence!: number;
  @Column('text') eventType!: string;
  /** JSON: `data` of the request. */
  @Column('text') payload!: string;
  @Column('timestamptz') occurredAt!: Date;
  @Column('text') state!: DeliveryState;
  @Column('jsonb') attempts!: readonly StoredAttempt[];
  /** Attempts since the delivery began, or was replayed. */
  @Column('integer') attemptCount!: number;
  /** Null for a delivery that is not pending. */
  @Column('timestamptz', { nullable: true }) nextAttemptAt!: Date | null;
}
