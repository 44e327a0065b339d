import { TextSeal } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';

/** The stored form of TOTP secrets: only the secret of the system opens them. */
@Injectable()
export class TotpSeal extends TextSeal {
  constructor() {
    super('totp secret');
  }
}
