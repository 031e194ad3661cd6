/**
 * Changes the code of all workflows: a scan does `statement` as well, once it listens for its confirmation. `statement` is
 * given the name that the SDK's module has in the bundle.
 */
export function changedScan(code: string, statement: (sdk: string) => string): string {
  const changed = code.replace(
    /(_temporalio_workflow__WEBPACK_IMPORTED_MODULE_\d+__)(\.setHandler\)\(scanConfirmed, .*\n)/,
    (whole: string, sdk: string) => `${whole}    ${statement(sdk)}\n`,
  );
  if (changed === code) throw new Error('The bundle has no scan where this looks for it');
  return changed;
}
