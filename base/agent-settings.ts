import { EnvError, makeValidator, str } from 'envalid';
import { DOSSIER_LANGUAGES, type DossierLanguage } from './dossier-language';
import { HOST_NAME, url } from './settings';
import { MOST_SOURCE_DOMAINS } from './source-domains';

/** Levels of effort that the provider's models know. */
const EFFORTS = ['low', 'medium', 'high'] as const;
export type Effort = (typeof EFFORTS)[number];

/** The provider's tools take 64 domains, of which each run may name some. */
const MOST_DOMAINS = 64 - MOST_SOURCE_DOMAINS;

/** Validator of a list of plain host names, parted by commas, such as `ads.example.com`. */
const domains = makeValidator<readonly string[]>((value) => {
  const names = value.split(',').map((name) => name.trim().toLowerCase());
  const wrong = names.findIndex((name) => !HOST_NAME.test(name));
  if (wrong >= 0) throw new EnvError(`entry ${wrong + 1} of ${names.length} is no host name such as ads.example.com`);
  if (names.length > MOST_DOMAINS) throw new EnvError(`names ${names.length} domains; ${MOST_DOMAINS} are the most`);
  return [...new Set(names)].sort();
});

/** Validator of a country by its two letters (ISO 3166-1). */
const country = makeValidator<string>((value) => {
  if (!/^[A-Z]{2}$/u.test(value)) throw new EnvError('must be a country of two capital letters such as DE');
  return value;
});

/** Models unless an operator chooses others; what they cost is in docs/costs.md. */
export const RESEARCH_MODELS = {
  /** Idea Checks, and the plans of searches. */
  research: 'claude-opus-5-5',
  /** Candidates of searches: 25 sessions of one run. */
  candidate: 'claude-sonnet-5-5',
  scan: 'claude-haiku-5-5',
} as const;

/**
 * Settings of the agent provider, shared by the worker and the operators' commands. Those of the agent are part of its
 * definition: a change takes effect with `admin agents provision`.
 */
export const agentSettings = {
  ANTHROPIC_API_KEY: str({ desc: 'Key of the agent provider' }),
  ANTHROPIC_BASE_URL: url({ default: undefined, desc: 'Address in place of the provider’s own' }),
  AGENT_MODEL: str({ default: RESEARCH_MODELS.research, desc: 'Model of the research agent' }),
  AGENT_EFFORT: str<Effort>({ choices: EFFORTS, default: 'high', desc: 'Effort of AGENT_MODEL' }),
  AGENT_CANDIDATE_MODEL: str({
    default: RESEARCH_MODELS.candidate,
    desc: 'Model for the candidates of a search, at medium effort; the plan uses AGENT_MODEL',
  }),
  AGENT_SCAN_MODEL: str({ default: RESEARCH_MODELS.scan, desc: 'Model for free scans, at low effort' }),
  AGENT_BLOCKED_DOMAINS: domains({
    default: undefined,
    desc: `Domains that the agent must not use, with their subdomains: comma-separated host names, ${MOST_DOMAINS} at most`,
  }),
  AGENT_COUNTRY: country({ default: undefined, desc: 'Country that the agent searches from, by its two letters' }),
};

/** Settings of the second reader of claims, shared by the worker and the operators' commands. */
export const claimSettings = {
  CLAIM_CHECK: str({
    choices: ['on', 'off'],
    default: 'on',
    desc: 'Let a second model judge whether each claim follows from its quotation',
  }),
  CLAIM_CHECK_MODEL: str({
    default: 'claude-haiku-5-5',
    desc: 'Model for CLAIM_CHECK; used only once it was measured',
  }),
};

/** Settings of what dossiers are written like. */
export const dossierSettings = {
  DOSSIER_LANGUAGE: str<DossierLanguage>({
    choices: Object.keys(DOSSIER_LANGUAGES) as DossierLanguage[],
    default: 'en',
    desc: 'Language of findings when a run names none',
  }),
};
