import { Module } from '@nestjs/common';
import { FileClaimsController } from './file-claims.controller.js';
import { FileClaimsService } from './file-claims.service.js';

@Module({ controllers: [FileClaimsController], providers: [FileClaimsService] })
export class FileClaimsModule {}
