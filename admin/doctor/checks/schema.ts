import { readSchemaState } from '../../../prisma/schema-state';
import { check, combined, fail, ok } from '../check';

/** Nobody dropped, broke or switched off what the migrations built. */
export const schema = check({
  name: 'schema',
  needs: ['database'],
  cure: 'Run this command with the files of prisma/ next to it.',
  async run({ db }) {
    const { found, missing, disabled } = await readSchemaState(db);
    const problems = [];
    if (missing.length > 0) {
      const cure = 'Apply pending migrations; what was dropped by hand is made again with the SQL of its migration.';
      problems.push(fail(`Missing: ${missing.slice(0, 20).join(', ')}.`, cure));
    }
    if (disabled.length > 0) {
      const cure = 'REINDEX an invalid index, ENABLE a trigger, VALIDATE a constraint.';
      problems.push(fail(`There, but not in force: ${disabled.join(', ')}.`, cure));
    }
    if (problems.length > 0) return combined(problems);
    return ok(`${found} columns, indexes, constraints and triggers are as the migrations built them.`);
  },
});
