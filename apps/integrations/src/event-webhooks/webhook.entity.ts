import type { DisabledReason, WebhookFormat } from '@chat/contracts';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A secret of before a rotation. It signs, too, until its end. */
export interface FormerSecret {
  /** Base64. */
  readonly sealed: string;
  /** ISO 8601. */
  readonly until: string;
}

/** An event webhook, its secrets, and its place in the event queue of its owner. */
@Entity('event_webhooks')
export class WebhookEntity {
  @PrimaryGeneratedColumn({ type: 'int8' }) id!: number;
  @Column('bigint', { name: 'realm_id' }) realmId!: number;
  @Column('bigint', { name: 'owner_id' }) ownerId!: number;
  @Column('text') url!: string;
  @Column('text') description!: string;
  @Column('text', { name: 'event_types', array: true }) eventTypes!: readonly string[];
  @Column('jsonb') narrow!: unknown;
  @Column('boolean', { name: 'all_public_streams' }) allPublicStreams!: boolean;
  @Column('boolean', { name: 'apply_markdown' }) applyMarkdown!: boolean;
  @Column('text') format!: WebhookFormat;
  @Column('boolean', { name: 'is_ordered' }) isOrdered!: boolean;
  @Column('bytea', { name: 'sealed_secret' }) sealedSecret!: Buffer;
  /** Signs, too, until `formerSecretUntil`. */
  @Column('bytea', { name: 'former_sealed_secret', nullable: true }) formerSealedSecret!: Buffer | null;
  @Column('timestamptz', { name: 'former_secret_until', nullable: true }) formerSecretUntil!: Date | null;
  /** Those of before the former one. They sign, too, until their own ends. */
  @Column('jsonb', { name: 'earlier_secrets' }) earlierSecrets!: readonly FormerSecret[];
  @Column('boolean', { name: 'is_active' }) isActive!: boolean;
  @Column('text', { name: 'disabled_reason', nullable: true }) disabledReason!: DisabledReason | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'last_success_at', nullable: true }) lastSuccessAt!: Date | null;
  @Column('timestamptz', { name: 'last_failure_at', nullable: true }) lastFailureAt!: Date | null;
  /** Time of the first failure after the last success. */
  @Column('timestamptz', { name: 'failing_since', nullable: true }) failingSince!: Date | null;
  @Column('integer', { name: 'consecutive_failures' }) consecutiveFailures!: number;
  @Column('bigint', { name: 'last_sequence' }) lastSequence!: number;
  /** Null if a queue must be registered. */
  @Column('text', { name: 'queue_id', nullable: true }) queueId!: string | null;
  /** The last event of the queue that is stored as a delivery. */
  @Column('bigint', { name: 'event_id' }) eventId!: number;
  /** All events up to this time are deliveries. */
  @Column('timestamptz', { name: 'complete_until' }) completeUntil!: Date;
  @Column('boolean', { name: 'is_owner_active' }) isOwnerActive!: boolean;
  /** Day of the last direct message about dead deliveries. */
  @Column('date', { name: 'owner_notified_on', nullable: true }) ownerNotifiedOn!: string | null;
}
