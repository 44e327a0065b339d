import { selectedColumns } from '@chat/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A user's subscription to a stream with its settings. It stays when the user unsubscribes, so that the settings come back. */
@Entity('subscriptions')
export class SubscriptionEntity {
  @PrimaryColumn('bigint') streamId!: number;
  @PrimaryColumn('bigint') userId!: number;
  @Column('boolean') isActive!: boolean;
  @Column('text') color!: string;
  @Column('boolean') isMuted!: boolean;
  @Column('boolean') pinToTop!: boolean;
  /** Null, here and below: as the user's own settings. */
  @Column('boolean', { nullable: true }) desktopNotifications!: boolean | null;
  @Column('boolean', { nullable: true }) emailNotifications!: boolean | null;
  @Column('boolean', { nullable: true }) pushNotifications!: boolean | null;
  @Column('boolean', { nullable: true }) audibleNotifications!: boolean | null;
  @Column('boolean', { nullable: true }) wildcardMentionsNotify!: boolean | null;
  /** Greatest message id when the user left; null once the messages up to it are marked as read. */
  @Column('bigint', { nullable: true }) leftUpTo!: number | null;
}

/** SELECT list of the settings of a subscription from the table `subscriptions AS u`. */
export const SETTINGS_COLUMNS = selectedColumns(SubscriptionEntity, 'u', [
  'streamId',
  'userId',
  'isActive',
  'leftUpTo',
]);
