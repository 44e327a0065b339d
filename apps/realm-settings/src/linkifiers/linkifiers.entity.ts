import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('linkifiers')
export class LinkifierEntity {
  @PrimaryGeneratedColumn({ type: 'int8' }) id!: number;
  @Column('bigint') realmId!: number;
  @Column('text') pattern!: string;
  @Column('text') urlTemplate!: string;
}
