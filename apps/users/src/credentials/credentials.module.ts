import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { CredentialsController } from './credentials.controller.js';

@Module({ imports: [ApiKeysModule], controllers: [CredentialsController] })
export class CredentialsModule {}
