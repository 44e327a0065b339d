import { type Class, ServiceRequest, validated } from '@chat/contracts';
import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';

/** Validates a request by its class where it arrives. A field that this release does not know is ignored: the caller may be newer. */
@Injectable()
export class RequestValidationPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (type !== 'body' || !(metatype?.prototype instanceof ServiceRequest)) return value;
    return validated(metatype as Class, value);
  }
}
