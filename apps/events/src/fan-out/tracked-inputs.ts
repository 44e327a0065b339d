import { type ClientCapabilities, type ClientTraits, type Reader } from '@chat/contracts';

/*
 * A mapping is a pure function of the reader and the client, and most look at one or two of their fields. To call it once
 * for all who are alike in what it looks at, the fields that it reads are written down while it runs: for anybody with the same
 * values in them it would take the same way, so its result is the same.
 */

const READER_FIELDS = ['userId', 'role', 'roleInSight', 'isBot', 'botOwnerId'] as const satisfies readonly Exclude<
  keyof Reader,
  'isSubscribedTo'
>[];
const TRAIT_FIELDS = ['applyMarkdown', 'clientExtavatar', 'slimPresence', 'includeSubscribers'] as const;
const CAPABILITIES = [
  'notificationSettingsNull',
  'bulkMessageDeletion',
  'userAvatarUrlFieldOptional',
  'streamTypingNotifications',
  'userSettingsObject',
  'linkifierUrlTemplate',
] as const satisfies readonly (keyof ClientCapabilities)[];

const FIELDS = [...READER_FIELDS, ...TRAIT_FIELDS, ...CAPABILITIES] as const;
type Field = (typeof FIELDS)[number];

/** Fields that were read, one bit each, in the order of FIELDS. */
export type FieldMask = number;
const bitOf = (field: Field): FieldMask => 1 << FIELDS.indexOf(field);

/** A reader and a client who note what is read of them. Reused: `of` points them at others and begins anew. */
export class TrackedInputs {
  mask: FieldMask = 0;
  readonly reader: Reader;
  readonly traits: ClientTraits;
  private currentReader!: Reader;
  private currentTraits!: ClientTraits;

  constructor() {
    const reader = this.tracking(READER_FIELDS, (field) => this.currentReader[field]);
    // Whose subscriptions they are, says who it is.
    const isSubscribedTo = (streamId: number): boolean => {
      this.mask |= bitOf('userId');
      return this.currentReader.isSubscribedTo(streamId);
    };
    this.reader = Object.defineProperty(reader, 'isSubscribedTo', { value: isSubscribedTo }) as unknown as Reader;
    const capabilities = this.tracking(CAPABILITIES, (field) => this.currentTraits.capabilities[field]);
    const traits = this.tracking(TRAIT_FIELDS, (field) => this.currentTraits[field]);
    this.traits = Object.defineProperty(traits, 'capabilities', {
      enumerable: true,
      value: capabilities,
    }) as unknown as ClientTraits;
  }

  of(reader: Reader, traits: ClientTraits): void {
    this.mask = 0;
    this.currentReader = reader;
    this.currentTraits = traits;
  }

  private tracking<Name extends Field>(names: readonly Name[], read: (name: Name) => unknown): object {
    const object = {};
    for (const name of names) {
      const bit = bitOf(name);
      Object.defineProperty(object, name, {
        enumerable: true,
        get: () => {
          this.mask |= bit;
          return read(name);
        },
      });
    }
    return object;
  }
}

/** The values of the fields in `mask`, as one key. */
export function keyOf(mask: FieldMask, reader: Reader, traits: ClientTraits): string {
  let key = '';
  FIELDS.forEach((field, index) => {
    if ((mask & (1 << index)) !== 0) key += `${fieldOf(field, reader, traits)} `;
  });
  return key;
}

function fieldOf(field: Field, reader: Reader, traits: ClientTraits): unknown {
  if (field in reader) return reader[field as (typeof READER_FIELDS)[number]];
  if (field in traits) return traits[field as keyof ClientTraits];
  return traits.capabilities[field as keyof ClientCapabilities];
}
