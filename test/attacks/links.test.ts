import { call } from '../support/api';
import { useApi } from '../support/use';

const { api } = useApi();

interface Problem {
  code: string;
  errors: { pointer: string; code: string }[];
}

describe('a link in a mail', () => {
  const TOKENS = [
    '',
    '?token=',
    '?token=%00',
    '?token=%1f',
    '?token=%7f',
    '?token=%ff',
    '?token=a&token=b',
    '?token[]=a',
    '?token=%ed%a0%80',
    `?token=${'x'.repeat(5_000)}`,
    '?utm_source=mail',
    '?token=unknown&utm_source=%00',
  ];
  test.each(TOKENS)('“%s” leads a reader to a page that says it is not valid', async (query) => {
    for (const path of ['/v1/scan/confirm', '/v1/marketing/unsubscribe']) {
      const redirect = await call(api, 'GET', `${path}${query}`, { headers: { accept: 'text/html' } });
      expect([path, redirect.status]).toEqual([path, 302]);
      const page = await call(api, 'GET', redirect.headers.get('location')!, { headers: { accept: 'text/html' } });
      expect([path, page.status]).toEqual([path, 400]);
      expect(page.text).toContain('This link is not valid');
    }
  });

  test.each(TOKENS)('“%s” is invalid_token for a program, with the place of the token', async (query) => {
    const headers = { accept: 'application/json' };
    const answers = [
      await call<Problem>(api, 'GET', `/v1/scan/confirm${query}`, { headers }),
      await call<Problem>(api, 'POST', `/v1/marketing/unsubscribe${query}`, { headers }),
    ];
    for (const { status, body } of answers) {
      expect([status, body.code]).toEqual([400, 'invalid_token']);
      expect(body.errors).toEqual([expect.objectContaining({ pointer: '?token', code: 'invalid_token' })]);
    }
  });

  test.each(['/sign-in/link', '/reset-password', '/unsubscribe', '/scan/confirm'])(
    'opens %s, whatever it contains',
    async (path) => {
      for (const query of TOKENS) {
        const { status } = await call(api, 'GET', `${path}${query}`, { headers: { accept: 'text/html' } });
        expect([query, status]).toEqual([query, 400]);
      }
    },
  );
});
