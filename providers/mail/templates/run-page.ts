import { code, note, type Block } from './blocks';
import { address } from './layout';

/** Why the owner of a run gets mails about it. */
export const RUN_REASON =
  'You receive this e-mail because a run of your account ended. It is part of the product, not advertising.';

/** Page of a run in its owner's account; whoever is not signed in signs in on the way. */
export function runPage(publicUrl: string, runId: string): string {
  return address(publicUrl, `/account/runs/${encodeURIComponent(runId)}`);
}

/** Small print under the button that leads to a run. */
export function runNote(sentence: string, runId: string): Block {
  return note(`${sentence} Run `, code(runId), '.');
}
