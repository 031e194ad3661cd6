import { Type } from '@sinclair/typebox';
import { closed } from '../../../contracts/schema';
import { LoggedRequest, REQUESTS_KEPT_DAYS, STATUS_FILTER, statusesOf } from '../../../contracts/usage';
import { endpoint, key } from '../../../http/endpoint';
import { pageParameters, pageReply, pageSchema } from '../../../http/list-page';
import { listRequests as readRequests } from '../../../store/usage/requests';

/** Requests with keys of the account in the last days, newest first (docs/interface.md, Account and usage). */
export const listRequests = endpoint({
  method: 'GET',
  path: '/v1/requests',
  operationId: 'listRequests',
  tag: 'usage',
  summary: 'Requests with keys of the account, newest first',
  description: `Of the mode of the key, for ${REQUESTS_KEPT_DAYS} days, without queries and bodies. It has all earlier requests to this process, and those to other processes after at most a second.`,
  audience: 'customer',
  auth: key('usage:read'),
  query: Type.Object(
    {
      ...pageParameters('req'),
      status: Type.Optional(
        Type.String({
          pattern: STATUS_FILTER,
          description: 'A status such as `404`, a class such as `4xx`, or several with commas between.',
          examples: ['4xx'],
        }),
      ),
    },
    closed,
  ),
  responseScope: 'caller_account',
  responses: { 200: pageSchema('RequestList', LoggedRequest) },

  async handle({ deps, caller, query: { status, ...page } }) {
    await deps.usage.flush();
    return pageReply('req', page, {
      read: (rows) => readRequests(deps.db, caller, { ...rows, ...(status && { statuses: statusesOf(status) }) }),
      view: ({ id: _id, at, ...request }): LoggedRequest => ({ at: at.toISOString(), ...request }),
    });
  },
});
