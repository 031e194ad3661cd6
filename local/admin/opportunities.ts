import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { OPPORTUNITY_STATES } from '../../contracts/opportunities';
import { archiveOpportunity } from '../../store/opportunities/change-opportunities';
import { listAllOpportunities } from '../../store/opportunities/read-opportunities';
import { importOpportunities } from '../catalogue';
import { withDatabase } from './context';
import { integerBetween, oneOf } from './options';
import { print } from './print';

/** `opportunities import | list | archive`. */
export function addOpportunityCommands(program: Command): void {
  const opportunities = program.command('opportunities').description('the catalogue');
  opportunities
    .command('import <file>')
    .description('put the opportunities of a JSON file on offer: one, or a list; those already there stay as they are')
    .action(async (file, _, command) => {
      const content = JSON.parse(readFileSync(file, 'utf8')) as unknown;
      const documents = Array.isArray(content) ? content : [content];
      print(
        (await withDatabase((db) => importOpportunities(db, documents))).map((row) => ({ ...row })),
        command.optsWithGlobals(),
      );
    });
  opportunities
    .command('list')
    .description('opportunities in every state, newest first')
    .option('--status <status>', OPPORTUNITY_STATES.join(', '), oneOf(OPPORTUNITY_STATES))
    .option('--limit <n>', 'how many', integerBetween(1, 1000), 50)
    .action(async ({ status, limit }, command) => {
      const list = await withDatabase((db) => listAllOpportunities(db, limit, status));
      const rows = list.map(({ id, mode, title, priceAmount, reservedUntil, soldTo, ...rest }) => ({
        id,
        mode,
        status: rest.status,
        price: priceAmount / 100,
        reservedUntil,
        soldTo,
        title,
      }));
      print(rows, command.optsWithGlobals());
    });
  opportunities
    .command('archive <id>')
    .description('take an opportunity off the list for good; one that is reserved or sold is refused')
    .action(async (id, _, command) => {
      await withDatabase((db) => archiveOpportunity(db, id));
      print({ opportunityId: id, status: 'archived' }, command.optsWithGlobals());
    });
}
