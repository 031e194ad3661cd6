import { Type } from '@sinclair/typebox';
import type { Reply } from '../endpoint';

/**
 * Query of a link in a mail. Whatever stands there is read, and mail programs may add parameters of their own: a link that is not
 * whole is answered as one that is not valid.
 */
export const tokenQuery = Type.Object({
  token: Type.String({ default: '', description: 'From the link in the mail.' }),
});

/** 302 to the page of ours that does what a link stands for, once its reader presses the button. */
export function toPage(path: string, token: string): Reply {
  return {
    status: 302,
    headers: { Location: `${path}?token=${encodeURIComponent(token)}`, 'Cache-Control': 'no-store' },
  };
}
