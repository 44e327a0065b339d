import { Module } from '@nestjs/common';
import { Installation, readInstallation } from './installation.js';

@Module({ providers: [{ provide: Installation, useFactory: readInstallation }], exports: [Installation] })
export class InstallationModule {}
