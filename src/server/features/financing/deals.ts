import { BINDINGS } from '#schemas/bindings.ts';
import type { Conclusion } from '#schemas/api/financing.ts';
import type { ReferenceValue } from '#schemas/metadata/value.ts';
import { boundValues, recordValues } from '#shared/bindings/bound-values.ts';
import { Failure, type Problem } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { Db } from '#server/db/database.ts';
import { DONE, FOUNDER_SOURCE, inState } from './project-values.ts';
import { changeRequest, type FinancingRow } from './queries.ts';
import { changeProject, lockOwn, refuseOther, type RequestDeps } from './requests.ts';

/** A deal as its founder filed it: ids are of institutions. */
type Said = Omit<Conclusion, 'version' | 'files'>;
/** With what is taken over of the request, whose record goes with the account that made it. */
type Deal = Said & { readonly round?: string | undefined; readonly useOfProceeds?: string | undefined };

const linksOf = (ids: Said['leads']): ReferenceValue[] => (ids ?? []).map((id) => ({ id }));

/**
 * Ends a request with the deal that it led to. The deal is a fact for others only when staff have verified it.
 * @throws Failure INVALID_BODY by field; UNKNOWN_RECORD for what is not the actor's; CONFLICT where it is not raising.
 */
export async function conclude(deps: RequestDeps, id: string, body: Conclusion, actor: Member): Promise<null> {
  const { version, files, ...said } = body;
  const today = shanghaiDay(deps.now());
  await deps.writer.together(async (trx) => {
    const row = await lockOwn(trx, id, version, actor);
    refuseOther(row, ['raising', 'paused']);
    await refuseUnfit(trx, deps, said, today);
    const request = await deps.writer.read(trx, BINDINGS.financing.object, row.record_id);
    const { round, useOfProceeds } = boundValues(BINDINGS.financing, request.values);
    const deal: Deal = { ...said, round, useOfProceeds };
    await changeProject(trx, deps, row, inState(DONE, today));
    const filed = files ? ({ deal: JSON.stringify(deal), deal_state: 'pending' } as const) : {};
    const at = deps.now().toISOString();
    await changeRequest(trx, id, {
      state: 'done',
      terms: null,
      ended_at: at,
      ...(files && { submitted_at: at }),
      ...filed,
    });
  });
  return null;
}

async function refuseUnfit(trx: Db, { writer }: RequestDeps, deal: Said, today: string): Promise<void> {
  const { fundedOn, leads, follows, others, amount } = deal;
  const problems: Problem[] = [];
  if (fundedOn > today) problems.push({ field: 'fundedOn', message: '融资日期不能晚于今天' });
  if ((follows ?? []).some((one) => leads?.includes(one)))
    problems.push({ field: 'follows', message: '同一机构不能既是领投方又是跟投方' });
  if (![leads, follows, others].some((list) => list && list.length > 0))
    problems.push({ field: 'leads', message: '请至少填写一个投资方' });
  if (amount?.num !== undefined && !(Number(amount.num) > 0))
    problems.push({ field: 'amount', message: '融资金额应大于 0' });
  const known = async (one: string) =>
    writer.read(trx, BINDINGS.institution.object, one).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Failure && error.failure === 'UNKNOWN_RECORD') return false;
        throw error;
      },
    );
  for (const [field, ids] of Object.entries({ leads, follows }))
    for (const one of ids ?? []) if (!(await known(one))) problems.push({ field, message: '所选机构不存在' });
  if (problems.length > 0) throw new Failure('INVALID_BODY', undefined, problems);
}

/** The values of the transaction that a filed deal is. */
export async function transactionValues(
  trx: Db,
  { writer }: Pick<RequestDeps, 'writer'>,
  row: FinancingRow,
  today: string,
): Promise<Record<string, unknown>> {
  const { amount, fundedOn, leads, follows, others, round, useOfProceeds } = row.deal as unknown as Deal;
  const company = await writer.read(trx, BINDINGS.companyProfile.object, row.company_id);
  const { name = '', industry, tracks, region, city } = boundValues(BINDINGS.companyProfile, company.values);
  return recordValues(BINDINGS.transaction, {
    title: [name, round].filter(Boolean).join(' · '),
    company: { id: company.id },
    round,
    fundedOn,
    disclosedOn: today,
    industry,
    tracks,
    region,
    city,
    verification: BINDINGS.transaction.fields.verification.options[0],
    amount: amount ?? undefined,
    leads: linksOf(leads),
    follows: linksOf(follows),
    others: others ?? undefined,
    useOfProceeds,
    source: FOUNDER_SOURCE,
    verifiedOn: today,
  });
}
