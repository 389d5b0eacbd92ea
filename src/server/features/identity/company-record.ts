import { BINDINGS } from '#schemas/bindings.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { boundValues, recordValues } from '#shared/bindings/bound-values.ts';
import { ownFile } from '#server/core/files/own-files.ts';

/** Where companies and what is stated of them are from that founders hand in. */
export const FOUNDER_SOURCE = '创业者提交，经平台审核';

/**
 * A company as it comes into the product from what its founder handed in and staff approved: what both bindings have under
 * one key. Who handed it in, and the founder's contacts, stay behind; the source says where it comes from and of which day
 * it is.
 */
export function companyValues(handedIn: RecordValues, day: string): Record<string, unknown> {
  const { position: _position, plan: _plan, logo, ...same } = boundValues(BINDINGS.companyForm, handedIn);
  return recordValues(BINDINGS.company, {
    ...same,
    // A logo on another host, from before uploads were asked for, is not shown to everyone who opens the company.
    ...(ownFile(logo) && logo && { logo }),
    status: BINDINGS.company.fields.status.options[0],
    source: FOUNDER_SOURCE,
    verifiedOn: day,
  });
}
