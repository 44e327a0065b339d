import type { RegisterResponse } from '@chat/contracts';

/** The state of a client under the names of the register response. A field that was not fetched is absent. */
export type WireState = { -readonly [Name in keyof RegisterResponse]: RegisterResponse[Name] };

/** Fields that are lists of objects. */
export type ListName = {
  [Name in keyof WireState]-?: NonNullable<WireState[Name]> extends readonly object[] ? Name : never;
}[keyof WireState];
export type ItemOf<Name extends ListName> = NonNullable<WireState[Name]>[number];
