/** Where an emoji comes from. Source: API contract, `reaction_type`. */
export const REACTION_KINDS = ['unicode_emoji', 'realm_emoji', 'service_extra_emoji'] as const;
export type ReactionKind = (typeof REACTION_KINDS)[number];
