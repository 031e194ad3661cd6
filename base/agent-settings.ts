import { EnvError, makeValidator, str } from 'envalid';
import { DOSSIER_LANGUAGES, type DossierLanguage } from './dossier-language';
import { HOST_NAME, url } from './settings';
import { MOST_SOURCE_DOMAINS } from './source-domains';

const EFFORTS = ['low', 'medium', 'high'] as const;
export type Effort = (typeof EFFORTS)[number];

/** The provider's tools accept at most 64 domains. Some of these are kept free for the domains that a run specifies. */
const MOST_DOMAINS = 64 - MOST_SOURCE_DOMAINS;

/** Validator for comma-separated host names, such as `ads.example.com`. */
const domains = makeValidator<readonly string[]>((value) => {
  const names = value.split(',').map((name) => name.trim().toLowerCase());
  const wrong = names.findIndex((name) => !HOST_NAME.test(name));
  if (wrong >= 0)
    throw new EnvError(`entry ${wrong + 1} of ${names.length} is not a host name such as ads.example.com`);
  if (names.length > MOST_DOMAINS) throw new EnvError(`names ${names.length} domains; the maximum is ${MOST_DOMAINS}`);
  return [...new Set(names)].sort();
});

const country = makeValidator<string>((value) => {
  if (!/^[A-Z]{2}$/u.test(value)) throw new EnvError('must be a country code of two capital letters, such as DE');
  return value;
});

/** Default models. docs/costs.md lists their costs. */
export const RESEARCH_MODELS = {
  /** For Idea Checks and for planning a search. */
  research: 'claude-opus-5-5',
  /** For researching the candidates of a search, in 25 sessions per run. */
  candidate: 'claude-sonnet-5-5',
  scan: 'claude-haiku-5-5',
} as const;

/**
 * Settings of the agent provider, shared by the worker and operator commands. AGENT_ settings are part of the agent's
 * definition. A change takes effect after `admin agents provision`.
 */
export const agentSettings = {
  ANTHROPIC_API_KEY: str({ desc: 'Anthropic API key' }),
  ANTHROPIC_BASE_URL: url({ default: undefined, desc: 'Another address for the Anthropic API' }),
  AGENT_MODEL: str({ default: RESEARCH_MODELS.research, desc: 'Model of the research agent' }),
  AGENT_EFFORT: str<Effort>({ choices: EFFORTS, default: 'high', desc: 'Effort of AGENT_MODEL' }),
  AGENT_CANDIDATE_MODEL: str({
    default: RESEARCH_MODELS.candidate,
    desc: 'Model for candidates of a search, at medium effort; the plan uses AGENT_MODEL',
  }),
  AGENT_SCAN_MODEL: str({ default: RESEARCH_MODELS.scan, desc: 'Model for free scans, at low effort' }),
  AGENT_BLOCKED_DOMAINS: domains({
    default: undefined,
    desc: `Comma-separated domains that the agent must not use, subdomains included; at most ${MOST_DOMAINS}`,
  }),
  AGENT_COUNTRY: country({ default: undefined, desc: 'Two-letter code of the country that the agent searches from' }),
};

export const claimSettings = {
  CLAIM_CHECK: str({
    choices: ['on', 'off'],
    default: 'on',
    desc: 'Let a second model judge whether claims follow from their quotations',
  }),
  CLAIM_CHECK_MODEL: str({
    default: 'claude-haiku-5-5',
    desc: 'Model for CLAIM_CHECK; first measure it with `npm run evals -- --claims --keep`',
  }),
};

export const dossierSettings = {
  DOSSIER_LANGUAGE: str<DossierLanguage>({
    choices: Object.keys(DOSSIER_LANGUAGES) as DossierLanguage[],
    default: 'en',
    desc: 'Language of findings unless a run names another',
  }),
};
