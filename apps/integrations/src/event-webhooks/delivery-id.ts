/** The header `webhook-id`. */
export const deliveryId = (webhookId: number, sequence: number): string => `msg_${webhookId}_${sequence}`;

/** The sequence in an id of a delivery of the webhook; undefined for another id. */
export function sequenceOf(webhookId: number, id: string): number | undefined {
  const prefix = deliveryId(webhookId, 0).slice(0, -1);
  const rest = id.startsWith(prefix) ? id.slice(prefix.length) : '';
  return /^[1-9]\d{0,14}$/.test(rest) ? Number(rest) : undefined;
}
