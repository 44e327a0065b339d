import { HealthServer } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { ScannerAway } from './clamd.js';
import { ClamdScanner } from './clamd-scanner.js';

const away = new Gauge({
  name: 'chat_scanner_away',
  help: '1 while the scanner for malware does not reply; 0 if it does, and without a scanner.',
});

/** Asks the scanner at each scrape, since an idle service would notice its absence only with the next upload. */
@Injectable()
export class ScannerMetrics {
  constructor(scanner: ClamdScanner, health: HealthServer) {
    away.set(0);
    if (!scanner.isOn) return;
    health.addMeasurement('scanner', async () => {
      const isAway = await scanner.ping().then(
        () => false,
        (error: unknown) => error instanceof ScannerAway,
      );
      away.set(isAway ? 1 : 0);
    });
  }
}
