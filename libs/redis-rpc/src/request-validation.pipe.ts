import { badRequest, ServiceRequest } from '@chat/contracts';
import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { type ValidationError, validateSync } from 'class-validator';
import { rememberRules } from './remember-rules.js';

rememberRules();

type ServiceRequestConstructor = new () => ServiceRequest<unknown>;

/**
 * Checks a request by the class-validator rules of its contract where it arrives, and hands the handler an instance of the
 * class. Fields that this release does not know are kept out of the way, not refused: the caller may be newer.
 */
@Injectable()
export class RequestValidationPipe implements PipeTransform {
  transform(value: unknown, metadata: ArgumentMetadata): unknown {
    const type = metadata.metatype;
    if (metadata.type !== 'body' || !type || !(type.prototype instanceof ServiceRequest)) return value;
    const request = Object.assign(new (type as ServiceRequestConstructor)(), value);
    const errors = validateSync(request, { forbidUnknownValues: false, stopAtFirstError: true });
    if (errors.length > 0) throw badRequest(firstMessage(errors[0] as ValidationError));
    return request;
  }
}

function firstMessage(error: ValidationError): string {
  const message = Object.values(error.constraints ?? {})[0];
  if (message !== undefined) return message;
  const child = error.children?.[0];
  return child ? firstMessage(child) : `Invalid ${error.property}`;
}
