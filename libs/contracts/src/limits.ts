/* Limits of the API in Unicode code points, unless the name states a unit. */
export const MAX_MESSAGE_LENGTH = 10_000;
export const MAX_TOPIC_LENGTH = 60;
export const MAX_STREAM_NAME_LENGTH = 60;
export const MAX_STREAM_DESCRIPTION_LENGTH = 1024;
export const MAX_MESSAGES_PER_FETCH = 5_000;
export const MAX_FULL_NAME_LENGTH = 100;
export const MIN_FULL_NAME_LENGTH = 2;
export const API_KEY_LENGTH = 32;
export const MAX_USER_GROUP_NAME_LENGTH = 100;
export const MAX_USER_GROUP_DESCRIPTION_LENGTH = 1024;
export const MAX_CLIENT_NAME_LENGTH = 30;

/** The feature level that clients read. */
export const SERVICE_FEATURE_LEVEL = 185;

export const EVENT_QUEUE_LONGPOLL_TIMEOUT_SECONDS = 90;

/** Per request to subscribe or unsubscribe. */
export const MAX_STREAMS_PER_SUBSCRIBE = 1_000;
