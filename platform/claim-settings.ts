import { str } from 'envalid';

/** Settings of the second reader of claims, shared by the worker and the operators' commands. */
export const claimSettings = {
  CLAIM_CHECK: str({
    choices: ['on', 'off'],
    default: 'on',
    desc: 'Let a second, cheaper model judge whether each claim follows from its quotation, once it was measured',
  }),
  CLAIM_CHECK_MODEL: str({ default: 'claude-haiku-5-5', desc: 'Model of that second reader' }),
};
