import type { MatchPair } from '#schemas/metadata/match-pair.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import type { Fact } from '#shared/matching/kinds/kind.ts';
import { PAIR_WEIGHTS } from '#shared/matching/tuning.ts';

/**
 * Whether an institution leads rounds. What it did is its role in deals, which is no field of them, and the name of the
 * criterion is none that a field could have.
 */
export const LEAD: MatchPair = {
  subject: '$lead',
  label: '领投',
  evidence: '$lead',
  stated: BINDINGS.institution.fields.leads.apiName,
  kind: 'flag',
  weight: PAIR_WEIGHTS.flag,
};

/** A round that needs one who leads it. */
export const NEEDS_LEAD: Fact = { values: [{ id: 'true', label: '领投' }] };
