import { html } from '../platform/html';
import { asset, assetFile, fileRoute } from './assets';

/**
 * Mark of the service: lines of a letter that grow like the bars of a chart, with a point that stands out. Colours come
 * from the style sheet.
 */
export const mark = html`<svg viewBox="0 0 32 32" aria-hidden="true">
  <rect class="mark-ground" width="32" height="32" rx="7" />
  <path class="mark-lines" d="M8 22.5h16M8 16h11M8 9.5h6" stroke-width="3" stroke-linecap="round" />
  <circle class="mark-point" cx="22.5" cy="9.5" r="2.6" />
</svg>`;

const DAY = 'public, max-age=86400';

/** Icon of browsers that take vectors. */
export const favicon = asset('/assets/icon.svg', assetFile('pictures', 'icon.svg'));

/** Picture that previews of links show, 1200 by 630 pixels. */
export const socialPicture = asset('/assets/social.png', assetFile('pictures', 'social.png'));

/** Routes of the pictures of the brand; favicon.ico has icon.svg at 16, 32 and 48 pixels. */
export const brandRoutes = [
  favicon.route,
  socialPicture.route,
  fileRoute('/favicon.ico', 'image/x-icon', assetFile('pictures', 'favicon.ico'), DAY),
];
