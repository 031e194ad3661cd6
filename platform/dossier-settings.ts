import { str } from 'envalid';
import { DOSSIER_LANGUAGES, type DossierLanguage } from '../contracts/dossier-language';

/** Settings of what dossiers are written like. */
export const dossierSettings = {
  DOSSIER_LANGUAGE: str<DossierLanguage>({
    choices: Object.keys(DOSSIER_LANGUAGES) as DossierLanguage[],
    default: 'en',
    desc: 'Language in which agents write findings where the run names none',
  }),
};
