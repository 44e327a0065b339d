/** Longest path of a file; the service for files makes shorter ones. */
const MAX_PATH_LENGTH = 400;
/** Characters of paths; see the names of uploaded files. */
const PATH = /^[\p{L}\p{N}_./-]+$/u;
/** Cheap necessary condition; a percent sign may hide the name of the folder. */
const MAY_BE_UPLOAD = /user_uploads|%/i;
const FOLDER = '/user_uploads/';

/**
 * The part after `/user_uploads/` of an address of the realm, read as a browser does: any scheme of the web, any percent-encoding, without
 * query and fragment. Undefined for other addresses.
 */
export function uploadPath(href: string, realmUrl: string): string | undefined {
  if (!MAY_BE_UPLOAD.test(href) || !URL.canParse(href, realmUrl)) return undefined;
  const url = new URL(href, realmUrl);
  if (!/^https?:$/.test(url.protocol) || url.host !== new URL(realmUrl).host) return undefined;
  const path = decoded(url.pathname);
  if (!path?.startsWith(FOLDER)) return undefined;
  const pathId = path.slice(FOLDER.length);
  return pathId.length <= MAX_PATH_LENGTH && PATH.test(pathId) ? pathId : undefined;
}

/** Address of a file, relative to the host. */
export const uploadAddress = (pathId: string): string => FOLDER + encodeURI(pathId);

/** Address of a preview of a file. */
export const thumbnailAddress = (pathId: string, format: string): string =>
  `${FOLDER}thumbnail/${encodeURI(pathId)}/${format}`;

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
