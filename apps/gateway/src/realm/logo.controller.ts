import { getLogo, getNightLogo } from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { Endpoint, FileResponse } from '../http/index.js';

const FOR_A_DAY = { 'cache-control': 'public, max-age=86400' };

/** A speech bubble, in a colour that stands out from the background. */
const logo = (color: string): FileResponse =>
  new FileResponse(
    'image/svg+xml',
    `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="40" viewBox="0 0 160 40"><g fill="${color}"><path d="M8 6h24a4 4 0 0 1 4 4v14a4 4 0 0 1-4 4H19l-8 7v-7H8a4 4 0 0 1-4-4V10a4 4 0 0 1 4-4z"/><text x="46" y="26" font-family="sans-serif" font-size="20">Chat</text></g></svg>`,
    FOR_A_DAY,
  );

@Controller()
export class LogoController {
  @Endpoint(getLogo)
  logo() {
    return logo('#3f4a7a');
  }

  @Endpoint(getNightLogo)
  nightLogo() {
    return logo('#dfe3ff');
  }
}

@Module({ controllers: [LogoController] })
export class LogoModule {}
