import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('linkifiers')
export class LinkifierEntity {
  @PrimaryGeneratedColumn({ type: 'int8' }) id!: number;
  @Column('bigint', { name: 'realm_id' }) realmId!: number;
  @Column('text') pattern!: string;
  @Column('text', { name: 'url_template' }) urlTemplate!: string;
}
