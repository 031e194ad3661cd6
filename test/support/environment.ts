import { TestEnvironment } from 'jest-environment-node';

/** Environment of Node that closes at the end of a file what its tests left open. */
export default class ClosingEnvironment extends TestEnvironment {
  override async teardown(): Promise<void> {
    await (this.global as { closeLeftovers?: () => Promise<void> }).closeLeftovers?.();
    await super.teardown();
  }
}
