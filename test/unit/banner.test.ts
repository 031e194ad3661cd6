import { banner } from '../../local/banner';

const ready = {
  api: 'http://127.0.0.1:3000',
  temporal: '127.0.0.1:7233',
  temporalWeb: 'http://127.0.0.1:8233',
  database: 'postgresql://app@db',
  databaseOwner: 'postgresql://owner@db',
  mail: 'http://127.0.0.1:3100',
  agents: 'http://127.0.0.1:3200',
  payments: 'http://127.0.0.1:3300',
  traces: null,
  metrics: { api: 'http://127.0.0.1:9464', worker: 'http://127.0.0.1:9465' },
  keys: { live: 'noi_live_secret', test: 'noi_test_secret' },
  account: { id: 'acc_1', email: 'demo@noi.example' },
  pids: {},
};

test('a start ends with a short list that says what each address is for, and with the page to go on at', () => {
  const text = banner(ready, '.local/ready.json', '13 s');
  for (const [what, where] of [
    ['Shop and account', ready.api],
    ['API reference', `${ready.api}/docs`],
    ['E-mails it sends', ready.mail],
    ['Checkouts to pay', ready.payments],
    ['Agent sessions', ready.agents],
    ['Workflows', ready.temporalWeb],
    ['Keys, addresses', '.local/ready.json'],
  ]) {
    expect(text).toMatch(new RegExp(`^ {2}${what} +${where}$`, 'm'));
  }
  expect(text).toContain('http://127.0.0.1:3000/local');
  expect(text.split('\n').length).toBeLessThan(20);
});

test('a terminal keeps no key and no connection string', () => {
  expect(banner(ready, '.local/ready.json', '13 s')).not.toMatch(/secret|postgresql/);
});

test.each(['mail', 'agents', 'payments'] as const)(
  'with a real provider of %s no page is named that is not there',
  (name) => {
    expect(banner({ ...ready, [name]: null }, '.local/ready.json', '13 s')).not.toMatch(/\/local$/m);
  },
);
