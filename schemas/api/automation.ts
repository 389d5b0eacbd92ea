import { Type } from 'typebox';
import { RecordId, route } from './route.ts';

export const tryAutomation = route({
  method: 'POST',
  path: '/api/automation/try',
  summary: 'What a rule would have done for the newest changes, into the list of runs; nothing is done',
  action: 'metadata.edit',
  body: Type.Object(
    { automation: RecordId, changes: Type.Integer({ minimum: 1, maximum: 500 }) },
    { additionalProperties: false },
  ),
  /** So many changes were looked at, and so many would have set it off. */
  reply: Type.Object({ looked: Type.Integer(), would: Type.Integer() }),
});
