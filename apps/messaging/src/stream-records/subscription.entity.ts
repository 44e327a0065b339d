import { selectedColumns } from '@chat/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A user's subscription to a stream with its settings. It stays when the user unsubscribes, so that the settings come back. */
@Entity('subscriptions')
export class SubscriptionEntity {
  @PrimaryColumn('bigint', { name: 'stream_id' }) streamId!: number;
  @PrimaryColumn('bigint', { name: 'user_id' }) userId!: number;
  @Column('boolean', { name: 'is_active' }) isActive!: boolean;
  @Column('text') color!: string;
  @Column('boolean', { name: 'is_muted' }) isMuted!: boolean;
  @Column('boolean', { name: 'pin_to_top' }) pinToTop!: boolean;
  /** Null, here and below: as the user's own settings. */
  @Column('boolean', { name: 'desktop_notifications', nullable: true }) desktopNotifications!: boolean | null;
  @Column('boolean', { name: 'email_notifications', nullable: true }) emailNotifications!: boolean | null;
  @Column('boolean', { name: 'push_notifications', nullable: true }) pushNotifications!: boolean | null;
  @Column('boolean', { name: 'audible_notifications', nullable: true }) audibleNotifications!: boolean | null;
  @Column('boolean', { name: 'wildcard_mentions_notify', nullable: true }) wildcardMentionsNotify!: boolean | null;
  /** Greatest message id when the user left; null once the messages up to it are marked as read. */
  @Column('bigint', { name: 'left_up_to', nullable: true }) leftUpTo!: number | null;
}

/** SELECT list of the settings of a subscription from the table `subscriptions AS u`. */
export const SETTINGS_COLUMNS = selectedColumns(SubscriptionEntity, 'u', [
  'streamId',
  'userId',
  'isActive',
  'leftUpTo',
]);
