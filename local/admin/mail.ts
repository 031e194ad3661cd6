import type { Command } from 'commander';
import { liftSuppressions, listSuppressions } from '../../store/suppressions';
import { withDatabase } from './context';
import { email } from './options';
import { print } from './print';

/** `mail`. */
export function addMailCommands(program: Command): void {
  const mail = program.command('mail').description('addresses that get no mail');
  mail
    .command('suppressed')
    .description('why an address gets no mail')
    .requiredOption('--email <address>', 'e-mail address', email)
    .action(async ({ email: address }, command) => {
      const found = await withDatabase((db) => listSuppressions(db, address));
      print(
        found.map((one) => ({ ...one })),
        command.optsWithGlobals(),
      );
    });
  mail
    .command('allow')
    .description('write to an address again that bounced or complained; who unsubscribed stays so')
    .requiredOption('--email <address>', 'e-mail address', email)
    .action(async ({ email: address }, command) => {
      const lifted = await withDatabase((db) => liftSuppressions(db, address));
      print({ email: address, lifted }, command.optsWithGlobals());
    });
}
