import { Module } from '@nestjs/common';
import { Realms } from './realms.js';

@Module({ providers: [Realms], exports: [Realms] })
export class RealmModule {}
