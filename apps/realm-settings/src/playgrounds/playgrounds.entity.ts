import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('playgrounds')
export class PlaygroundEntity {
  @PrimaryGeneratedColumn({ type: 'int8' }) id!: number;
  @Column('bigint') realmId!: number;
  @Column('text') name!: string;
  @Column('text') highlighterLanguage!: string;
  @Column('text') urlPrefix!: string;
}
