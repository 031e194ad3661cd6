/** Pattern of an Idempotency-Key: 1 to 255 printable ASCII characters, with no space at either end. */
export const IDEMPOTENCY_KEY_PATTERN = '^[!-~](?:[ -~]{0,253}[!-~])?$';
