import { Module } from '@nestjs/common';
import { Installation } from './installation.js';

@Module({ providers: [Installation], exports: [Installation] })
export class InstallationModule {}
