import { SEARCH_ATTRIBUTE_TYPES, SEARCH_ATTRIBUTES } from '../../../contracts/search-attributes';
import { missingSearchAttributes, mistypedSearchAttributes } from '../../../providers/search-attributes';
import { isTemporalCloud, temporalAccess } from '../../../providers/temporal-access';
import { check, counted, fail, inTime, ok } from '../check';

/** The search attributes that workflows set exist with their types: the server refuses a start with an unknown one. */
export const searchAttributes = check({
  name: 'search-attributes',
  needs: ['temporal'],
  cure: 'Create the namespace first, and let this client read its search attributes.',
  async run({ temporal: client, env }) {
    const { namespace } = client.options;
    const [missing, mistyped] = await inTime(client, () =>
      Promise.all([
        missingSearchAttributes(client.connection, namespace),
        mistypedSearchAttributes(client.connection, namespace),
      ]),
    );
    if (mistyped.length > 0) {
      const named = mistyped.map(({ name, type }) => `${name} (${SEARCH_ATTRIBUTE_TYPES[type]})`).join(', ');
      const cure = 'Use a namespace of our own: the type of a search attribute cannot be changed.';
      return fail(`Not of the type that workflows set: ${named}.`, cure);
    }
    if (missing.length > 0) {
      const inCloud = isTemporalCloud(temporalAccess(env).connection);
      const create = missing.map(({ name, type: of }) => {
        const type = SEARCH_ATTRIBUTE_TYPES[of];
        return inCloud
          ? `tcld namespace search-attributes add --namespace ${namespace} --search-attribute ${name}=${type}`
          : `temporal operator search-attribute create --namespace ${namespace} --name ${name} --type ${type}`;
      });
      return fail(`Missing: ${missing.map(({ name }) => name).join(', ')}.`, `${create.join('; ')}.`);
    }
    return ok(`${counted(Object.keys(SEARCH_ATTRIBUTES).length, 'search attribute')} exist in ${namespace}.`);
  },
});
