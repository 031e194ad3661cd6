import type { DossierLanguage } from './dossier-language';

/** Idea to research, as the caller gave it. Data for the agent, never instructions. */
export interface ResearchBrief {
  idea: string;
  audience: string | null;
  geography: string | null;
  /** Language of the findings; English where none is named. */
  language?: DossierLanguage;
}

/** Idea for a short check, a free scan. Data for the agent, never instructions. */
export interface ScanBrief {
  scannedIdea: string;
}

/** Input for planning a search, as the caller gave it. Data for the agent, never instructions. */
export interface SearchBrief {
  operatorProfile: string;
  expertise: string[];
  candidateCount: number;
  /** Language of the plan; English where none is named. */
  language?: DossierLanguage;
}

/** Task of a session: to research one idea, in depth or briefly, or to plan the candidates of a search. */
export type AgentBrief = ResearchBrief | ScanBrief | SearchBrief;
