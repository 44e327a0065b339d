import { useFormats, useText } from '../languages/index.js';
import { plainText } from '../names/index.js';
import { useSubscribers } from '../subscribers/index.js';
import { useStream } from '../view/index.js';
import { Facts } from './facts.js';
import { PeopleList } from './people-list.js';
import { useNotifies } from './use-notifies.js';

/** Facts about a stream, and its subscribers. They load later, so they are last: nothing moves. */
export function StreamDetails({ streamId }: { readonly streamId: number }) {
  const text = useText();
  const formats = useFormats();
  const subscribers = useSubscribers(streamId);
  const stream = useStream(streamId);
  const notifies = useNotifies({ streamId });
  return (
    <>
      {stream !== undefined && (
        <Facts
          description={plainText(stream.rendered_description)}
          facts={[
            [
              text('details.access'),
              text(
                stream.is_web_public ? 'details.web_public' : stream.invite_only ? 'details.private' : 'details.public',
              ),
            ],
            [text('details.created'), formats.moment(new Date(stream.date_created * 1000), new Date())],
            ...(stream.stream_weekly_traffic === null
              ? []
              : [[text('details.traffic'), formats.number(stream.stream_weekly_traffic)] as const]),
            ...(notifies === undefined ? [] : [[text('details.notifies'), notifies] as const]),
          ]}
        />
      )}
      <PeopleList title={text('details.subscribers')} userIds={[...(subscribers ?? [])]} writers={NONE} />
    </>
  );
}

const NONE: readonly number[] = [];
