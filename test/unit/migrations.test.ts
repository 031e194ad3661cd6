import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SCHEMA_PATH } from '../../prisma/migrate';
import { readRecording, recordedVersions } from '../../tools/upgrade/recording';

/** Migrations that databases would apply in a different order than they were released, each with the reason. */
function misdated(names: readonly string[], released: readonly string[], now: Date): string[] {
  const last = [...released].sort().at(-1) ?? '';
  return names.flatMap((name) => {
    const [, y, m, d, h, min, s] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)_\w+$/.exec(name) ?? [];
    const at = Date.parse(`${y}-${m}-${d}T${h}:${min}:${s}Z`);
    if (Number.isNaN(at)) return [`${name} is not named <time>_<name>`];
    if (at > now.getTime()) return [`${name} is dated in the future`];
    return name < last && !released.includes(name) ? [`${name} is dated before ${last}, which is released`] : [];
  });
}

test('dates every migration after the last release and no later than today', () => {
  const entries = readdirSync(join(dirname(SCHEMA_PATH), 'migrations'), { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const released = recordedVersions().flatMap((version) => readRecording(version).migrations);
  expect(misdated(names, released, new Date())).toEqual([]);
});

test('rejects a migration dated in the future, before a released one, or not at all', () => {
  const released = ['20260101000000_ground', '20260301000000_second'];
  const added = ['20260302000000_third', '20260201000000_between', '20260401000000_tomorrow', '2026_short', 'undated'];
  expect(misdated([...released, ...added], released, new Date('2026-03-31T23:59:59Z'))).toEqual([
    '20260201000000_between is dated before 20260301000000_second, which is released',
    '20260401000000_tomorrow is dated in the future',
    '2026_short is not named <time>_<name>',
    'undated is not named <time>_<name>',
  ]);
});
