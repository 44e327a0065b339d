import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { AppliedClaims } from './applied-claims.js';
import { FileClaimsController } from './file-claims.controller.js';
import { FileClaimsRepository } from './file-claims.repository.js';
import { FileClaimsService } from './file-claims.service.js';
import { KnownFiles } from './known-files.js';
import { LinkedFiles } from './linked-files.js';

@Module({
  imports: [AccessModule],
  controllers: [FileClaimsController],
  providers: [FileClaimsService, FileClaimsRepository, KnownFiles, LinkedFiles, AppliedClaims],
  exports: [FileClaimsRepository, LinkedFiles, AppliedClaims],
})
export class FileClaimsModule {}
