import { useField, useRecord } from '../client/index.js';
import { useFormats, useText } from '../languages/index.js';
import { StatusEmoji, useStatusEnd } from '../status/index.js';

/** The reader's own status with its end; nothing without one. */
export function OwnStatus({ className }: { readonly className: string | undefined }) {
  const text = useText();
  const formats = useFormats();
  const ownId = useField('user_id') ?? 0;
  const status = useRecord('user_status', ownId);
  const end = useStatusEnd();
  if (status === undefined) return null;
  return (
    <span className={className}>
      <StatusEmoji status={status} />
      {end === undefined
        ? status.status_text
        : text('status.until', { status: status.status_text ?? '', end: formats.moment(end, new Date()) })}
    </span>
  );
}
