import { log } from '@temporalio/activity';
import { ACTIVITY_FAILURES } from '../base/activity-failures';
import { alertTexts, type AlertChannel, type AlertInput } from '../modules/alerts/contract';
import { findAlert, markDelivered, type RaisedAlert } from '../modules/alerts/store/alerts';
import { alertMail } from '../vendors/mail/templates/support';
import { alertBody } from '../vendors/webhooks/alert-receiver';
import { deliverMail, type Delivered } from './deliver-mail';
import type { ActivityDeps } from './deps';
import { retryableFailure } from './failures';

const NOT_SENT: Delivered = { sent: false };

/** Activities that deliver alerts to operators. They load details themselves to keep them out of workflow histories. */
export function createAlertActivities(deps: ActivityDeps) {
  const { db, operatorEmail, alertReceiver } = deps;

  const channels: Record<AlertChannel, (input: AlertInput, raised: RaisedAlert) => Promise<Delivered>> = {
    log({ alert, subject }, { facts }) {
      const { severity, title, runbook } = alertTexts(alert, facts);
      log.error(`ALERT: ${title}`, { ...facts, alert, subject, severity, runbook });
      return Promise.resolve({ sent: true });
    },

    mail({ alert, subject }, raised) {
      if (!operatorEmail) return Promise.resolve(NOT_SENT);
      const content = alertMail({ alert, ...raised });
      const mail = { ...content, to: operatorEmail, idempotencyKey: `${alert}/${subject}` };
      return deliverMail(deps, mail, 'own_mailbox');
    },

    async webhook(input, raised) {
      if (!alertReceiver) return NOT_SENT;
      const body = JSON.stringify(alertBody({ ...input, ...raised, publicUrl: deps.publicUrl }, alertReceiver.key));
      const { status, failure } = await alertReceiver.sender.send({
        owner: 'operator',
        url: alertReceiver.url,
        headers: {},
        body,
      });
      if (status !== null && status >= 200 && status < 300) return { sent: true };
      // Always retried, because an operator may correct the receiver's URL.
      throw retryableFailure(
        ACTIVITY_FAILURES.alertNotAccepted,
        `The alert receiver ${failure ? `did not answer: ${failure}` : `answered ${status}`}; check ALERT_WEBHOOK_URL`,
      );
    },
  };

  return {
    /** Delivers an alert through one channel; `sent` is false if the channel is not configured. */
    async deliverAlert(input: AlertInput, channel: AlertChannel): Promise<Delivered> {
      const raised = await findAlert(db, input);
      if (!raised) return NOT_SENT;
      const delivered = await channels[channel](input, raised);
      await markDelivered(db, input, channel);
      return delivered;
    },
  };
}
