import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import { type Observable, throwError } from 'rxjs';

/** Lets every error reach the transport as it was thrown; Nest would replace all but its own by "Internal server error". */
@Catch()
export class PassErrorsFilter implements ExceptionFilter {
  catch(error: unknown, _host: ArgumentsHost): Observable<never> {
    return throwError(() => error);
  }
}
