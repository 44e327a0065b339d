import { invalidSignature } from '@chat/contracts';
import { RealmRecords } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import type { Integration } from './integration.js';
import type { ReceivedRequest } from './received-request.js';
import { isSentBy } from './signatures/verify-sender.js';

/** The check that the service of an integration sent a request, for bots with a secret. */
@Injectable()
export class SenderCheck {
  constructor(private readonly realms: RealmRecords) {}

  /** Throws INVALID_SIGNATURE. */
  async require({ verification }: Integration, request: ReceivedRequest, secret: string): Promise<void> {
    const { url } = await this.realms.get(request.caller.realmId);
    if (!(await isSentBy(verification, request.signedAt(url), secret, Date.now()))) throw invalidSignature();
  }
}
