import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('avatar')
export class AvatarEntity {
  @PrimaryColumn('text') token!: string;
  @PrimaryColumn('text') size!: 'small' | 'medium';
  @Column('bigint', { name: 'user_id' }) userId!: number;
  @Column('bytea') png!: Buffer;
}
