import { newId } from '../../contracts/ids';
import { subjectOf, subjectOfWorkflow } from '../../contracts/subjects';

test('ids are named by their prefix, and anything that is no id of ours is left out', () => {
  const [run, order] = [newId('run'), newId('ord')];
  expect(subjectOf(run, null, undefined, 'ord_forged', `${order}\nlevel=50`, order)).toEqual({
    runId: run,
    orderId: order,
  });
  expect(subjectOfWorkflow(`candidate/${run}/heat-pumps`)).toEqual({ runId: run });
  expect(subjectOfWorkflow('payment-sweep')).toEqual({});
});
