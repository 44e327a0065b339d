import { ApiError } from '@chat/contracts';

/** For a request without the header that names the event. */
export const missingEventHeader = (header: string): ApiError =>
  new ApiError('MISSING_HTTP_EVENT_HEADER', `Missing the HTTP event header '${header}'`, 400, { header });

/** For an event that the integration does not know. */
export const unsupportedEvent = (integration: string, eventType: string | undefined): ApiError =>
  new ApiError(
    'UNSUPPORTED_WEBHOOK_EVENT_TYPE',
    `The '${eventType ?? ''}' event isn't currently supported by the ${integration} webhook`,
    400,
    { webhook_name: integration, event_type: eventType ?? null },
  );

/** For a payload that the service of the integration does not send. */
export const anomalousPayload = (integration: string): ApiError =>
  new ApiError(
    'ANOMALOUS_WEBHOOK_PAYLOAD',
    `The ${integration} webhook got a payload that its service does not send`,
    400,
    {
      webhook_name: integration,
    },
  );
