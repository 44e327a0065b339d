import { FindMissingWebAssets, ReadWebAsset, StoreWebAsset } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { WebAssetsRepository } from './web-assets.repository.js';

/** Files of the web client, for gateways of other releases. */
@Controller()
export class WebAssetsController {
  constructor(private readonly assets: WebAssetsRepository) {}

  @MessagePattern(FindMissingWebAssets.pattern)
  async findMissing(@Payload() { names }: FindMissingWebAssets) {
    const stored = await this.assets.touch(names);
    await this.assets.deleteUnserved();
    return { missing: names.filter((name) => !stored.has(name)) };
  }

  @MessagePattern(StoreWebAsset.pattern)
  store(@Payload() { name, encoding, content }: StoreWebAsset) {
    return this.assets.add(name, { encoding, content });
  }

  @MessagePattern(ReadWebAsset.pattern)
  async read(@Payload() { name }: ReadWebAsset) {
    const found = await this.assets.find(name);
    return { asset: found && { encoding: found.encoding, content: found.content.toString('base64') } };
  }
}
