import type { ObjectDefinition } from '#schemas/metadata/object.ts';

/** Sources of system objects whose rows say of users what is not public. */
export const PERSONAL_SOURCES: ReadonlySet<string> = new Set([
  'access_request_list',
  'correction_list',
  'financing_list',
  'grant_request_list',
  'identity_case_list',
  'investor_link_list',
  'notice_list',
  'order_list',
  'person_page_list',
  'record_contact_list',
  'redemption_code_list',
  'report_list',
  'row_use_list',
  'service_message_list',
  'user_list',
  'white_list',
  'wrong_answer_list',
]);

/** Records of this object are of their owner alone, or say of users what is not public: staff who read them are noted. */
export const isPersonal = ({ source, access }: Pick<ObjectDefinition, 'source' | 'access'>): boolean =>
  source === undefined ? access.list === 'owner' || access.detail === 'owner' : PERSONAL_SOURCES.has(source);
