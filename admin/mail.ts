import type { Command } from 'commander';
import { senderSettings } from '../base/mail-settings';
import { readSettings } from '../base/settings';
import { liftSuppressions, listSuppressions } from '../modules/mail/store/suppressions';
import { liftProviderSuppression } from '../vendors/mail/provider';
import { printFrom, reads, withDatabase, writes } from './context';
import { email } from './options';
import { print } from './print';

export function addMailCommands(program: Command): void {
  const mail = program.command('mail').description('suppressed addresses');
  reads(mail.command('suppressed'))
    .description('show why an address is suppressed')
    .requiredOption('--email <address>', 'email address', email)
    .action(({ email: address }, command) => printFrom(command, (db) => listSuppressions(db, address)));
  writes(mail.command('allow'))
    .description('lift a suppression after a bounce or complaint; unsubscribed addresses stay unsubscribed')
    .requiredOption('--email <address>', 'email address', email)
    .action(async ({ email: address }, command) => {
      const { RESEND_API_KEY: apiKey, RESEND_BASE_URL: baseUrl } = readSettings(senderSettings);
      // Clears the provider's own suppression list first, because it sends no mail to addresses on that list.
      const liftedAtProvider = apiKey ? await liftProviderSuppression({ apiKey, baseUrl }, address) : null;
      const lifted = await withDatabase(command, (db) => liftSuppressions(db, address));
      print(
        { email: address, lifted, ...(liftedAtProvider !== null && { liftedAtProvider }) },
        { ...command.optsWithGlobals(), ...(!apiKey && { note: NOT_ASKED }) },
      );
    });
}

const NOT_ASKED =
  "RESEND_API_KEY is not set, so the mail provider's own list is unchanged. Check it if mail is still refused.";
