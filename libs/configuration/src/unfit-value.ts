/** The text of a variable does not fit for this reason, which holds no secret: `"keycloak"."oidc_url" must be …`. */
export class UnfitValue extends Error {}
