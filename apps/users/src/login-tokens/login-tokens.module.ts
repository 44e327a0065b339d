import { Module } from '@nestjs/common';
import { LoginTokensService } from './login-tokens.service.js';

@Module({ providers: [LoginTokensService], exports: [LoginTokensService] })
export class LoginTokensModule {}
