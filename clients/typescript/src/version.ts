/** Version of this client and the API. */
export const VERSION = '1.0.0';
