import { Column, Entity, PrimaryColumn } from 'typeorm';

export type AvatarSize = 'small' | 'medium';

@Entity('avatar')
export class AvatarEntity {
  @PrimaryColumn('text') token!: string;
  @PrimaryColumn('text') size!: AvatarSize;
  @Column('bigint', { name: 'user_id' }) userId!: number;
  @Column('bytea') png!: Buffer;
}
