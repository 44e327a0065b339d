import { allEndpoints, type Endpoint } from '@chat/contracts';
import { ServiceModule } from '@chat/service-kit';
import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AccountSearchPagesModule } from './account-search-pages/account-search-pages.controller.js';
import { FilesOrigin } from './admission/files-origin.js';
import { RegistrationRoom } from './admission/registration-room.js';
import { AvatarsModule } from './avatars/avatars.controller.js';
import { BotsModule } from './bots/bots.controller.js';
import { EventQueuesModule } from './event-queues/event-queues.controller.js';
import { TransferTurns } from './file-transfers/transfer-turns.js';
import { CONTRACT_ENDPOINTS, EndpointFinder } from './http/endpoints.js';
import { IncomingWebhooksModule } from './incoming-webhooks/incoming-webhooks.controller.js';
import { OpenApiModule } from './openapi/openapi.controller.js';
import { PagesModule } from './pages/pages.controller.js';
import { PasswordPagesModule } from './password-pages/password-pages.controller.js';
import { ProviderPagesModule } from './provider-pages/provider-start.controller.js';
import { LogoModule } from './realm/logo.controller.js';
import { RealmCreationPagesModule } from './realm-creation-pages/realm-creation-pages.controller.js';
import { RealmEmojiModule } from './realm-emoji/realm-emoji.controller.js';
import { RealmImagesModule } from './realm-images/realm-images.controller.js';
import { ResumableUploadsModule } from './resumable-uploads/resumable-uploads.controller.js';
import { OwnAccountModule } from './second-factor-pages/own-second-factor.controller.js';
import { SecondFactorPagesModule } from './second-factor-pages/second-step.controller.js';
import { DesktopSignInModule } from './sign-in-pages/desktop-sign-in.controller.js';
import { EmailConfirmationModule } from './sign-in-pages/email-confirmation.controller.js';
import { PasskeyPagesModule } from './sign-in-pages/passkey-pages.controller.js';
import { SignInPagesModule } from './sign-in-pages/sign-in-pages.controller.js';
import { SignUpPagesModule } from './sign-up-pages/sign-up-pages.controller.js';
import { UserUploadsModule } from './user-uploads/user-uploads.controller.js';
import { UsersModule } from './users/users.controller.js';
import { WebClientModule } from './web-client/web-client.controller.js';

export const FEATURES: readonly Type[] = [
  AccountSearchPagesModule,
  AvatarsModule,
  BotsModule,
  DesktopSignInModule,
  EmailConfirmationModule,
  EventQueuesModule,
  IncomingWebhooksModule,
  LogoModule,
  OpenApiModule,
  PagesModule,
  PasskeyPagesModule,
  PasswordPagesModule,
  ProviderPagesModule,
  RealmCreationPagesModule,
  RealmEmojiModule,
  RealmImagesModule,
  OwnAccountModule,
  SecondFactorPagesModule,
  SignInPagesModule,
  SignUpPagesModule,
  ResumableUploadsModule,
  UserUploadsModule,
  UsersModule,
  WebClientModule,
];

/** The served parts of the API; tests choose some. */
export interface ServedParts {
  readonly features: readonly Type[];
  readonly endpoints: readonly Endpoint[];
}

@Module({})
export class GatewayModule {
  /** Global: every feature may need `EndpointFinder`, and the HTTP server shares the others with features. */
  static with({ features, endpoints }: ServedParts = { features: FEATURES, endpoints: allEndpoints() }): DynamicModule {
    return {
      module: GatewayModule,
      global: true,
      imports: [ServiceModule.forGateway(), DiscoveryModule, ...features],
      providers: [
        EndpointFinder,
        FilesOrigin,
        { provide: CONTRACT_ENDPOINTS, useValue: endpoints },
        { provide: RegistrationRoom, useFactory: () => new RegistrationRoom() },
        { provide: TransferTurns, useFactory: () => new TransferTurns() },
      ],
      exports: [EndpointFinder, FilesOrigin, RegistrationRoom, TransferTurns],
    };
  }
}
