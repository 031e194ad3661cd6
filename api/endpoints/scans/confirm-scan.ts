import { FreeScanConfirmed } from '../../../contracts/scans';
import { endpoint, open } from '../../endpoint';
import { mailIsOn } from '../../mail-is-on';
import { NO_STORE, ok } from '../../reply';
import { tokenQuery, toPage } from '../link-token';
import { takeConfirmation } from './take-confirmation';

/**
 * Confirms a free scan, for a program that asks for JSON; everybody else is led to a page whose button confirms, so that no scanner
 * of mails and no browser that looks ahead can confirm for the reader (spec row 5).
 */
export const confirmScan = endpoint({
  method: 'GET',
  path: '/v1/scan/confirm',
  operationId: 'confirmScan',
  summary: 'Confirm a free scan',
  description: 'Confirms only where `Accept` names `application/json`; else 302 to a page. HEAD never confirms.',
  audience: 'public',
  auth: open,
  needs: mailIsOn,
  failsAs: 'negotiated',
  query: tokenQuery,
  responseScope: null,
  responses: { 200: FreeScanConfirmed, 302: null },
  problems: ['invalid_token', 'service_unavailable'],

  async handle({ deps, query: { token }, accept, isHead, address }) {
    if (isHead || !accept.includes('application/json')) return toPage('/scan/confirm', token);
    const { id, status, confirmedAt, idea } = await takeConfirmation(deps, token, address);
    return ok({ scanId: id, status, consentRecordedAt: confirmedAt.toISOString(), idea }, NO_STORE);
  },
});
