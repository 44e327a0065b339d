import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('playgrounds')
export class PlaygroundEntity {
  @PrimaryGeneratedColumn({ type: 'int8' }) id!: number;
  @Column('bigint', { name: 'realm_id' }) realmId!: number;
  @Column('text') name!: string;
  @Column('text', { name: 'highlighter_language' }) highlighterLanguage!: string;
  @Column('text', { name: 'url_prefix' }) urlPrefix!: string;
}
