import type { Findings } from '../../contracts/findings';
import { assetFile } from '../assets';

/** Findings of the sample dossier: the best entry of the sample catalogue, made by `npm run assets`. */
export const SAMPLE = JSON.parse(assetFile('sample', 'findings.json').toString()) as Findings;
