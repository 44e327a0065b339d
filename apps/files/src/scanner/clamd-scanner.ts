import type { Readable } from 'node:stream';
import { setting } from '@chat/configuration';
import { fileRejected, serviceUnavailable } from '@chat/contracts';
import { ServiceResources } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { CLAMD_LIMITS, clamdConnection, clamdVerdict, pingClamd, ScannerAway } from './clamd.js';
import { Scanner, type ScanResult } from './scanner.js';

/** A scrape of the metrics waits for the reply, and for a second at most. */
const PING_MS = 500;

/** Scans by the clamd of CLAMD_ADDRESS, if there is one. */
@Injectable()
export class ClamdScanner extends Scanner {
  private readonly address = setting('CLAMD_ADDRESS');
  private readonly acceptsUnscanned = setting('SCAN_WHEN_AWAY') === 'accept';
  readonly isOn = this.address !== '';
  limits = CLAMD_LIMITS;

  constructor(private readonly resources: ServiceResources) {
    super();
  }

  async scan(bytes: Readable): Promise<ScanResult> {
    // After a rejection the caller destroys the stream with the error, which then has no other listener.
    bytes.on('error', () => {});
    try {
      await this.requireClean(bytes);
      return 'clean';
    } catch (error) {
      if (!(error instanceof ScannerAway)) throw error;
      this.resources.logger.warn({ err: error }, 'Scanner is away');
      if (!this.acceptsUnscanned) throw serviceUnavailable('files', 'not_started');
      for await (const _ of bytes) {
        // The upload goes on only while its bytes are read.
      }
      return 'unscanned';
    }
  }

  /** Rejects with {@link ScannerAway} unless the scanner replies within PING_MS. */
  ping(): Promise<void> {
    return pingClamd(clamdConnection(this.address), { connectMs: PING_MS });
  }

  /** Rejects with FILE_REJECTED, with {@link ScannerAway}, or with the error of the stream. */
  async requireClean(bytes: Readable): Promise<void> {
    const verdict = await clamdVerdict(clamdConnection(this.address), bytes, this.limits);
    if (verdict === 'infected') throw fileRejected('The file was rejected by the scanner for malware.');
    if (verdict === 'too_large') throw fileRejected('The file is too large for the scanner for malware.');
  }
}
