import type { SharedWebAsset } from '@chat/contracts';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('web_assets')
export class WebAssetEntity {
  @PrimaryColumn('text') name!: string;
  @Column('text', { nullable: true }) encoding!: SharedWebAsset['encoding'];
  @Column('bytea') content!: Buffer;
  /** When a gateway last said that it serves the file. */
  @Index('web_assets_served_at')
  @Column('timestamptz', { default: () => 'now()' })
  servedAt!: Date;
}
