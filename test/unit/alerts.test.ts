import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALERTS, alertTexts, type AlertName } from '../../contracts/alerts';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { alertMail } from '../../providers/mail/templates/alert';
import { alertBody } from '../../providers/webhooks/alert-body';
import { alertRules } from '../support/alert-rules';
import { createAlertReceiver } from '../../providers/webhooks/alert-receiver';

const names = Object.keys(ALERTS) as AlertName[];
const pagesOfAlerts = [...new Set([...names, ...alertRules().map(({ page }) => page)])];
/** Pages about what a person does, whatever the alert: docs/operations.md leads to them. */
const procedures = [
  ...readFileSync(join(PACKAGE_ROOT, 'docs/operations.md'), 'utf8').matchAll(/\]\(runbook\/([\w-]+)\.md/g),
].map(([, name]) => name!);
const raisedAt = new Date('2026-11-21T05:56:33.086Z');
const refund = { alert: 'refund-failed', facts: { orderId: 'ord_1', paymentId: 'pi_1' }, raisedAt } as const;
const stuck = { alert: 'withdrawal-stuck', facts: { withdrawalId: 'wdr_1' }, raisedAt } as const;

test.each(pagesOfAlerts)(
  '%s has a runbook page: what it means, how to see it, what to do, when to wake somebody',
  (name) => {
    const page = readFileSync(join(PACKAGE_ROOT, 'docs/runbook', `${name}.md`), 'utf8');
    const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual([name, 'Meaning', 'See', 'Do', 'Wake']);
    expect(page.split('\n').length).toBeLessThanOrEqual(60);
  },
);

test('every runbook page belongs to an alert, to a rule of Prometheus, or is a procedure', () => {
  const pages = new Set([...names, ...alertRules().map(({ page }) => page), ...procedures]);
  expect(readdirSync(join(PACKAGE_ROOT, 'docs/runbook')).toSorted()).toEqual(
    [...pages].map((name) => `${name}.md`).toSorted(),
  );
});

test.each(names)('%s leads to its page and leaves no fact unnamed', (name) => {
  const { title, action, runbook } = alertTexts(name, {});
  expect(existsSync(join(PACKAGE_ROOT, runbook))).toBe(true);
  expect(`${title} ${action}`).not.toMatch(/[{}]/);
  expect(title).not.toMatch(/[.\n]/);
});

test('the mail of a failed refund names the order, the payment and the command that shows more', () => {
  const mail = alertMail(refund);
  expect(mail).toMatchSnapshot();
  expect(mail.text).toContain('npm run admin -- orders show ord_1');
});

test('the mail of a stuck withdrawal leads the operator to the workflow', () => {
  const mail = alertMail(stuck);
  expect(mail.subject).toBe('ALERT: withdrawal wdr_1 is stuck');
  expect(mail.text).toContain('payout/wdr_1');
});

test('a fact is text in the HTML, whatever it holds', () => {
  expect(alertMail({ ...stuck, facts: { withdrawalId: '<b>x</b>' } }).html).not.toContain('<b>x</b>');
});

const news = { ...refund, subject: 're_1', publicUrl: 'https://api.example.com' };

test('without a routing key the body is a text, as Slack takes it', () => {
  const body = alertBody(news, null) as { text: string };
  expect(Object.keys(body)).toEqual(['text']);
  expect(body.text).toContain('refund failed, order ord_1');
  expect(body.text).toContain('docs/runbook/refund-failed.md');
});

test('with a routing key the body is an event of PagerDuty, in which a repetition is the same incident', () => {
  expect(alertBody(news, 'R0UT1NG')).toMatchObject({
    routing_key: 'R0UT1NG',
    event_action: 'trigger',
    dedup_key: 'refund-failed/re_1',
    payload: { summary: 'refund failed, order ord_1', source: 'https://api.example.com', severity: 'critical' },
  });
});

test('a receiver is https, unless private receivers are allowed', () => {
  const settings = { ALERT_WEBHOOK_URL: 'http://localhost:1/', ALERT_WEBHOOK_KEY: undefined };
  expect(() => createAlertReceiver({ ...settings, WEBHOOK_ALLOW_PRIVATE: false })).toThrow('ALERT_WEBHOOK_URL');
  expect(createAlertReceiver({ ...settings, WEBHOOK_ALLOW_PRIVATE: true })).not.toBeNull();
  expect(createAlertReceiver({ ...settings, ALERT_WEBHOOK_URL: undefined, WEBHOOK_ALLOW_PRIVATE: false })).toBeNull();
});
