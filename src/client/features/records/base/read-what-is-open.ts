import type { RecordReply } from '#schemas/api/records.ts';
import type { Viewpoint } from '#schemas/api/viewpoint.ts';
import { readRecord } from '#schemas/generated/api/records.ts';
import { FAILURES } from '#shared/errors.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure } from '#client/lib/api-failure.ts';

interface Asked {
  readonly objectApiName: string;
  readonly id: string;
  readonly as?: Viewpoint;
}

/** A record as far as it is open to this person. Throws `ApiFailure` where nothing of it is. */
export const readWhatIsOpen = (api: Api, { as, ...params }: Asked): Promise<RecordReply> =>
  api.call(readRecord, { params, query: as === undefined ? {} : { as } }).catch(openPart);

/** A refusal for want of VIP brings the part that is open to everybody along, where there is one. */
export function openPart(thrown: unknown): RecordReply {
  const failure = asFailure(thrown);
  const part = failure.data as Partial<RecordReply> | null;
  if (failure.code !== FAILURES.VIP_REQUIRED.code || !part?.record) throw failure;
  return {
    record: part.record,
    locked: part.locked ?? [],
    forMembers: part.forMembers ?? [],
    editable: false,
    isPart: true,
  };
}
