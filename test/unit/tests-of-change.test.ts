import { testsOfChange } from '../../tools/tests/tests-of-change';

const sources = new Map([
  ['store/scans/accept-scan.ts', ''],
  [
    'api/endpoints/scans/get-scan.ts',
    "import '../../../store/scans/accept-scan';\nexport const getScan = from(\n  path: '/v1/scan/{id}',\n",
  ],
  ['api/endpoints/scans/list.ts', "  path: '/v1/scan',\n"],
  ['api/endpoints/table.ts', "export * from './scans/get-scan';\nexport * from './scans/list';"],
  [
    'test/support/api.ts',
    "import '../../api/endpoints/table';\nexport async function readScan() {\n  call('GET', `/v1/scan/${id}`);\n}",
  ],
  ['test/store/scans.test.ts', "import { a } from '../../store/scans/accept-scan';"],
  ['test/http/scan.test.ts', "import '../support/api';\ncall(`/v1/scan/${body.scanId}`);"],
  ['test/http/verb.test.ts', "import '../support/api';\nreadScan(1);"],
  ['test/http/other.test.ts', "import '../support/api';\ncall('/v1/scan');"],
  ['test/faults/scan.test.ts', "import { a } from '../../store/scans/accept-scan';"],
]);

test('tests of a change import what changed, or call an endpoint that does', () => {
  expect(testsOfChange(['store/scans/accept-scan.ts'], sources)).toEqual([
    'test/store/scans.test.ts',
    'test/http/scan.test.ts',
    'test/http/verb.test.ts',
  ]);
  expect(testsOfChange(['api/endpoints/scans/list.ts'], sources)).toEqual(['test/http/other.test.ts']);
});

test('a test that changed comes first, slow ones then only', () => {
  expect(testsOfChange(['test/faults/scan.test.ts', 'store/scans/accept-scan.ts'], sources)[0]).toBe(
    'test/faults/scan.test.ts',
  );
  expect(testsOfChange(['docs/interface.md'], sources)).toEqual([]);
});
