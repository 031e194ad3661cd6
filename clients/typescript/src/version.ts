/** Version of this client, which is that of the API. */
export const VERSION = '1.0.0';
