import {
  createInvitationLink,
  createInvitations,
  InvitationSelection,
  listInvitations,
  NewInvitationLink,
  NewInvitations,
  Principal,
  resendInvitation,
  revokeInvitation,
  revokeInvitationLink,
} from '@chat/contracts';
import { RpcContext } from '@chat/redis-rpc';
import { Actor, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { Ctx } from '@nestjs/microservices';
import { InvitationLinksService } from './invitation-links.service.js';
import { InvitationsService } from './invitations.service.js';

@Controller()
export class InvitationsController {
  constructor(
    private readonly invitations: InvitationsService,
    private readonly links: InvitationLinksService,
  ) {}

  @Handles(createInvitations)
  create(@Actor() actor: Principal, @Parameters() request: NewInvitations, @Ctx() context: RpcContext) {
    return this.invitations.create(actor, request, context.request);
  }

  @Handles(listInvitations)
  list(@Actor() actor: Principal) {
    return this.links.list(actor);
  }

  @Handles(resendInvitation)
  resend(@Actor() actor: Principal, @Parameters() { id }: InvitationSelection) {
    return this.invitations.resend(actor, id);
  }

  @Handles(revokeInvitation)
  revoke(@Actor() actor: Principal, @Parameters() { id }: InvitationSelection) {
    return this.invitations.revoke(actor, id);
  }

  @Handles(createInvitationLink)
  createLink(@Actor() actor: Principal, @Parameters() request: NewInvitationLink, @Ctx() context: RpcContext) {
    return this.links.create(actor, request, context.request);
  }

  @Handles(revokeInvitationLink)
  revokeLink(@Actor() actor: Principal, @Parameters() { id }: InvitationSelection) {
    return this.links.revoke(actor, id);
  }
}
