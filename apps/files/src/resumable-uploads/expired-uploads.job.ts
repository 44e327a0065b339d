import { Injectable } from '@nestjs/common';
import { ResumableUploadsRepository } from './resumable-uploads.repository.js';

/** Removes resumable uploads that are incomplete after RESUMABLE_UPLOAD_HOURS, with their bytes and reservations. */
@Injectable()
export class ExpiredUploadsJob {
  constructor(private readonly uploads: ResumableUploadsRepository) {}

  async run(): Promise<number> {
    const expired = await this.uploads.expired();
    for (const upload of expired) await this.uploads.forget(upload);
    return expired.length;
  }
}
