/** Prints what the product is shipped with as CycloneDX 1.6 (JSON), from package.json and package-lock.json. */
import { sbomOf } from '../../test/support/sbom';
import { shippedPackages } from '../../test/support/shipped-packages';

process.stdout.write(sbomOf(shippedPackages()));
