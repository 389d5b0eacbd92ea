import type { Action } from '#schemas/api/actions.ts';

/** Pages of staff that are the list of no object, with what a user must be allowed for each. */
export const STAFF_PAGES = {
  '/staff/identity': 'identity.audit',
  '/staff/metadata': 'metadata.edit',
  '/staff/metadata/:objectApiName': 'metadata.edit',
  '/staff/options': 'metadata.edit',
  '/staff/options/:name': 'metadata.edit',
  '/staff/audit': 'metadata.edit',
  '/staff/packages': 'metadata.edit',
  '/staff/merge/:objectApiName/:idA': 'record.merge',
  '/staff/merge/:objectApiName/:idA/:idB': 'record.merge',
  '/staff/import': 'import.run',
  '/staff/import/:id': 'import.run',
  '/staff/quality': 'staff.quality',
} as const satisfies Readonly<Record<string, Action>>;

export type StaffPage = keyof typeof STAFF_PAGES;
