import { Module } from '@nestjs/common';
import { AccountChangesModule } from '../account-changes/account-changes.module.js';
import { LdapSignIn } from './ldap-sign-in.js';

@Module({ imports: [AccountChangesModule], providers: [LdapSignIn], exports: [LdapSignIn] })
export class LdapModule {}
