import { boolean, optionalText } from './kinds.js';

export const DEVELOPMENT = boolean(
  'Announced to clients as `development_environment`; the gateway then serves the source maps of the web client',
  false,
);

export const WEB_CLIENT = {
  WEB_CLIENT_DIR: optionalText('Folder with another build of the web client, in the form of `apps/web/dist/client`', {
    shownDefault: 'the client of this installation',
  }),
  DEVELOPMENT,
};
