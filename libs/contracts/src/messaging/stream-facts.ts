/** What decides who may see a stream and get its messages. */
export interface StreamFacts {
  readonly streamId: number;
  readonly name: string;
  readonly isPrivate: boolean;
  readonly isWebPublic: boolean;
  readonly isHistoryPublicToSubscribers: boolean;
}
