import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { EndpointFinder } from '../routes/find-endpoints.js';
import { OpenApiController } from './openapi.controller.js';

@Module({ imports: [DiscoveryModule], controllers: [OpenApiController], providers: [EndpointFinder] })
export class OpenApiModule {}
