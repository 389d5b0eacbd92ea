import type { RecordValues } from '#schemas/metadata/value.ts';
import { ownFile } from '#server/core/files/own-files.ts';

/** Fields that a new company has under the same name as the form that asks for it. */
const SAME = [
  'name',
  'creditCode',
  'brief',
  'industry',
  'region',
  'cityText',
  'foundedOn',
  'employeeBand',
  'latestRound',
  'website',
  'founders',
  'introduction',
] as const;

/**
 * A company as it comes into the product from what its founder handed in and staff approved. Who handed it in, and how to
 * reach them, stays behind; the source says where it comes from and of which day it is.
 */
export function companyValues(handedIn: RecordValues, day: string): Record<string, unknown> {
  const same = SAME.map((apiName) => [apiName, handedIn[apiName]] as const);
  // A logo on another host, from before uploads were asked for, is not shown to everybody who opens the company.
  const logo = ownFile(handedIn['logo']) ? handedIn['logo'] : undefined;
  const others = [
    ['logo', logo],
    ['legalName', handedIn['fullName']],
    ['keywords', handedIn['tags']],
    ['status', '运营中'],
    ['source', '创业者提交，经平台审核'],
    ['verifiedOn', day],
  ] as const;
  return Object.fromEntries([...same, ...others].filter(([, value]) => value !== undefined && value !== null));
}
