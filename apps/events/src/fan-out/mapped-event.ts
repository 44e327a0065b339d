import {
  type Audience,
  type ClientEventMapping,
  type ClientTraits,
  type LoggedEvent,
  type Reader,
} from '@chat/contracts';
import { openSealed } from './open-sealed.js';
import { type FieldMask, keyOf, TrackedInputs } from './tracked-inputs.js';

/** A client event ready to be stored: its type, and the text of its members beside `id`. */
export interface EventText {
  readonly type: string;
  readonly body: string;
}

const inputs = new TrackedInputs();

/** One domain event on its way through its mapping: who gets it, and what each kind of client reads. */
export class MappedEvent {
  readonly audience: Audience;
  /** Results by the values of the fields that were read, for each set of fields that ever was. */
  private readonly known = new Map<FieldMask, Map<string, readonly EventText[]>>();

  constructor(
    private readonly mapping: ClientEventMapping<unknown>,
    private readonly event: LoggedEvent,
  ) {
    this.audience = mapping.audience(event.payload, event);
  }

  textsFor(reader: Reader, traits: ClientTraits): readonly EventText[] {
    for (const [mask, results] of this.known) {
      const texts = results.get(keyOf(mask, reader, traits));
      if (texts) return texts;
    }
    inputs.of(reader, traits);
    const events = this.mapping.forClient(this.event.payload, inputs.reader, inputs.traits, this.event, openSealed);
    const texts = events.map((event) => ({ type: event.type, body: JSON.stringify(event).slice(1, -1) }));
    // Read after the events were written as JSON: a mapping may leave reading to that.
    const { mask } = inputs;
    const results = this.known.get(mask) ?? new Map<string, readonly EventText[]>();
    results.set(keyOf(mask, reader, traits), texts);
    this.known.set(mask, results);
    return texts;
  }
}
