import { textOf } from '../../admin/print';

test('rows within a result are a table of their own, with each column that any of them has', () => {
  const credits = [
    { id: 'ent_1', kind: 'idea_check' },
    { id: 'ent_2', kind: 'custom_search', runId: 'run_1' },
  ];
  expect(textOf({ id: 'acc_1', flaws: [], scopes: ['a', 'b'], credits })).toBe(
    [
      'id       acc_1',
      'flaws    -',
      'scopes   a, b',
      'credits',
      '  id     kind           runId',
      '  ent_1  idea_check     -',
      '  ent_2  custom_search  run_1',
      '',
    ].join('\n'),
  );
});
