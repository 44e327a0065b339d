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
  @Column('bigint') realmId!: number;
  @Column('bigint') ownerId!: number;
  @Column('text') url!: string;
  @Column('text') description!: string;
  @Column('text', { array: true }) eventTypes!: readonly string[];
  @Column('jsonb') narrow!: unknown;
  @Column('boolean') allPublicStreams!: boolean;
  @Column('boolean') applyMarkdown!: boolean;
  @Column('text') format!: WebhookFormat;
  @Column('boolean') isOrdered!: boolean;
  @Column('bytea') sealedSecret!: Buffer;
  /** Signs, too, until `formerSecretUntil`. */
  @Column('bytea', { nullable: true }) formerSealedSecret!: Buffer | null;
  @Column('timestamptz', { nullable: true }) formerSecretUntil!: Date | null;
  /** Those of before the former one. They sign, too, until their own ends. */
  @Column('jsonb') earlierSecrets!: readonly FormerSecret[];
  @Column('boolean') isActive!: boolean;
  @Column('text', { nullable: true }) disabledReason!: DisabledReason | null;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz', { nullable: true }) lastSuccessAt!: Date | null;
  @Column('timestamptz', { nullable: true }) lastFailureAt!: Date | null;
  /** Time of the first failure after the last success. */
  @Column('timestamptz', { nullable: true }) failingSince!: Date | null;
  @Column('integer') consecutiveFailures!: number;
  @Column('bigint') lastSequence!: number;
  /** Null if a queue must be registered. */
  @Column('text', { nullable: true }) queueId!: string | null;
  /** The last event of the queue that is stored as a delivery. */
  @Column('bigint') eventId!: number;
  /** All events up to this time are deliveries. */
  @Column('timestamptz') completeUntil!: Date;
  @Column('boolean') isOwnerActive!: boolean;
  /** Day of the last direct message about dead deliveries. */
  @Column('date', { nullable: true }) ownerNotifiedOn!: string | null;
}
