import { type BackupStatus, GetBackupStatus } from '@chat/contracts';
import { Database, readBackupStatus } from '@chat/persistence';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';

/** Requests of the operator about the backup of the installation's PostgreSQL. */
@Controller()
export class BackupController {
  constructor(private readonly database: Database) {}

  @MessagePattern(GetBackupStatus.pattern)
  status(@Payload() _request: GetBackupStatus): Promise<BackupStatus> {
    return readBackupStatus(this.database);
  }
}
