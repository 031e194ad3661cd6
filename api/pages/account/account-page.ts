import { Type, type TObject } from '@sinclair/typebox';
import { Failure } from '../../../contracts/failures';
import { html, type Markup } from '../../../providers/html';
import type { EndpointRequest, OpenAuth, Reply, Route } from '../../endpoint';
import { page, seeOther, type Page } from '../page';
import { isOwnForm, readSession, type Session } from './session';

/** A request of a browser that is signed in. */
type SignedIn<Q extends TObject, B extends TObject> = EndpointRequest<OpenAuth, Q, B> & { session: Session };

/** Declares a page that only its account sees: whoever is not signed in is led to do so, and comes back. */
export function accountPage<Q extends TObject>(
  spec: Omit<Page<Q, TObject>, 'form' | 'handle' | 'method'> & {
    handle(request: SignedIn<Q, TObject>): Reply | Promise<Reply>;
  },
): Route<OpenAuth, Q, TObject> {
  return page<Q, TObject>({
    ...spec,
    method: 'GET',
    async handle(request) {
      const session = await readSession(request);
      if (!session) return seeOther(`/sign-in?return=${encodeURIComponent(spec.path.replace('{id}', request.id))}`);
      return spec.handle({ ...request, session });
    },
  });
}

/**
 * Declares the target of a form on a page of {@link accountPage}. A form without the token of the session it is sent with is refused
 * (`stale_form`).
 */
export function accountForm<B extends TObject>(
  spec: Omit<Page<TObject, B>, 'handle' | 'method'> & {
    form: B;
    handle(request: SignedIn<TObject, B>): Reply | Promise<Reply>;
  },
): Route<OpenAuth, TObject, TObject> {
  const csrf = Type.String({ default: '', maxLength: 128 });
  return page<TObject, TObject>({
    ...spec,
    method: 'POST',
    form: Type.Object({ ...spec.form.properties, csrf }) as TObject,
    async handle(request) {
      const session = await readSession(request);
      if (!session) return seeOther('/sign-in');
      if (!isOwnForm(session, (request.body as { csrf: string }).csrf)) throw new Failure('stale_form');
      return spec.handle({ ...request, session });
    },
  });
}

/** The hidden field that every form of {@link accountForm} needs. */
export function csrfField({ csrf }: Session): Markup {
  return html`<input type="hidden" name="csrf" value="${csrf}" />`;
}
