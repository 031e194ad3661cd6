import { alertTexts, type AlertName } from '../../../contracts/alerts';
import { facts, heading, note, paragraph } from './blocks';
import { compose, type MailContent } from './layout';

/** Alert to the operators: what happened, what to do, its facts and its page. */
export function alertMail(raised: {
  alert: AlertName;
  facts: Record<string, string>;
  raisedAt: Date;
  clearedAt?: Date | null;
}): MailContent {
  const { title, action, runbook } = alertTexts(raised.alert, raised.facts);
  const rows = Object.entries(raised.facts);
  return compose({
    subject: `ALERT: ${title}`,
    preheader: action,
    blocks: [
      heading(`Alert: ${title}`),
      ...(raised.clearedAt ? [paragraph(`Over since ${raised.clearedAt.toISOString()}.`)] : []),
      paragraph(action),
      ...(rows.length > 0 ? [facts(rows)] : []),
      note(`Since ${raised.raisedAt.toISOString()}. More: ${runbook}`),
    ],
    reason: 'You receive this e-mail as the operator of the service.',
  });
}
