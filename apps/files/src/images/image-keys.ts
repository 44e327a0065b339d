import { IMAGE_TOKEN, type ImageObject, type ImagePurpose, notFound } from '@chat/contracts';

export interface ImageName {
  readonly realmId: number;
  readonly purpose: ImagePurpose;
  readonly token: string;
}

/** Key of a picture in the storage. Throws a 404 for a token that the server cannot have made. */
export function imageKey({ realmId, purpose, token }: ImageName, object: ImageObject): string {
  if (!IMAGE_TOKEN.test(token)) throw notFound();
  return `images/${realmId}/${purpose}/${token}/${object}`;
}
