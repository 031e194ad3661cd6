import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { html } from '../../../platform/html';
import { PACKAGE_ROOT } from '../../../platform/package-root';
import { SITE_NAME } from '../../layout';
import { textRoute } from '../../text-route';

/** Path of the feed of changes. */
export const CHANGES_PATH = '/developers/changes.atom';

/** Release with what it changes for developers, one text a change, as CHANGELOG.md has it. */
interface Release {
  version: string;
  /** First day of its month. */
  day: string;
  changes: string[];
}

const HEADING = /^## (\d+\.\d+\.\d+) \((\w+ \d{4})\)$/;

/** Releases of a changelog, newest first; what is not released yet is left out. */
export function releasesOf(changelog: string): Release[] {
  const sections = changelog.split(/^(?=## )/m);
  return sections.flatMap((section) => {
    const [, version, month] = HEADING.exec(section.split('\n', 1)[0]!) ?? [];
    if (!version || !month) return [];
    const ours = /^### For developers\n(.*?)(?=^### |(?![\s\S]))/ms.exec(section)?.[1] ?? '';
    const changes = ours.split(/^- /m).slice(1);
    const day = new Date(`1 ${month} UTC`).toISOString().slice(0, 10);
    return [
      { version, day, changes: changes.map((change) => change.replace(/\s+/g, ' ').replaceAll('**', '').trim()) },
    ];
  });
}

let known: Release[] | undefined;

/** Releases of our own changelog, which is read once: it is part of the build. */
const ourReleases = () => (known ??= releasesOf(readFileSync(join(PACKAGE_ROOT, 'CHANGELOG.md'), 'utf8')));

/** Feed of releases (Atom, RFC 4287), from the changelog. */
export const changesFeed = textRoute(CHANGES_PATH, 'application/atom+xml; charset=utf-8', async ({ settings }) => {
  const { publicUrl } = settings;
  const releases = ourReleases();
  const page = `${publicUrl}/developers/versioning`;
  const entries = releases.map(({ version, day, changes }) => {
    const list = String(
      html`<ul>
        ${changes.map((change) => html`<li>${change}</li>`)}
      </ul>`,
    );
    return html`<entry>
      <id>${page}#${version}</id>
      <title>${version}</title>
      <updated>${day}T00:00:00Z</updated>
      <link href="${page}" />
      <content type="html">${list}</content>
    </entry>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>\n${String(
    html`<feed xmlns="http://www.w3.org/2005/Atom">
      <id>${publicUrl}${CHANGES_PATH}</id>
      <title>${SITE_NAME}: changes</title>
      <updated>${releases[0]?.day ?? '2026-01-01'}T00:00:00Z</updated>
      <author><name>${SITE_NAME}</name></author>
      <link rel="self" href="${publicUrl}${CHANGES_PATH}" />
      <link href="${page}" />
      ${entries}
    </feed>`,
  )}\n`;
});
