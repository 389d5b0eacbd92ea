import { sql } from 'kysely';
import type { RecordReply } from '#schemas/api/records.ts';
import { automationParts } from '#server/sending.ts';
import type { Outbound } from '#server/features/open/webhooks/outbound/post.ts';
import type { AutomationDeps } from '#server/features/automation/base.ts';
import { memberById } from '#server/features/account/session/profile.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time/durations.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { made, newObject, saveDefinition } from '#tests/support/editing.ts';
import { type Answer, openTestApp, TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';

export interface Thing {
  readonly id: string;
  readonly version: number;
  readonly values: Readonly<Record<string, unknown>>;
}

interface Run {
  readonly record: string;
  readonly state: string;
  readonly outcome: string;
  readonly cause: string;
}

/** An installation with an object Thing, whose clock a test moves. */
export interface AutomationWorld {
  readonly app: TestApp;
  readonly deps: AutomationDeps;
  /** The account that saves the rules. */
  readonly owner: string;
  readonly save: (values: object) => Promise<Answer<RecordReply>>;
  /** Saves a rule that is at work, and gives its id. */
  readonly rule: (values: object) => Promise<string>;
  readonly off: (rule: string) => Promise<void>;
  readonly make: (values: object) => Promise<Thing>;
  readonly read: (id: string) => Promise<Thing>;
  readonly change: (thing: Thing, values: object) => Promise<void>;
  readonly runs: (rule: string) => Promise<Run[]>;
  readonly history: (id: string) => Promise<{ origin: string; actor: string }[]>;
  /** How many notices have this text. */
  readonly notices: (text: string, where?: 'title' | 'body') => Promise<number>;
  readonly corrections: (id: string) => Promise<unknown[]>;
  readonly day: (days: number) => string;
  readonly pass: (days: number) => void;
  readonly passMinutes: (minutes: number) => void;
  readonly close: () => Promise<void>;
}

const FIELDS = [
  { apiName: 'name', type: 'text' as const, label: '名称' },
  { apiName: 'size', type: 'integer' as const, label: '大小', config: { min: '0' } },
  { apiName: 'note', type: 'text' as const, label: '备注' },
  { apiName: 'due', type: 'date' as const, label: '到期' },
  { apiName: 'extra', type: 'text' as const, label: '另外' },
];

export async function openAutomationWorld(more: { readonly outbound?: Outbound } = {}): Promise<AutomationWorld> {
  let at = TEST_NOW.getTime();
  const app = await openTestApp(undefined, { now: () => new Date(at), ...more });
  const { db } = app.services.database;
  made(await saveDefinition(app, newObject('Thing', FIELDS, { label: '东西' })));
  const { rows } = await sql<{ id: string }>`select id::text from account where username = 'staff'`.execute(db);
  let keys = 0;
  const record = ({ record: { id, version, ...values } }: RecordReply): Thing => ({
    id,
    version: Number(version),
    values,
  });
  const base = { title: '规则', state: 'on', objectName: 'Thing' };
  const create = (object: string, values: object) => {
    keys += 1;
    return app.post<RecordReply>('staff', `/api/metadata/data/${object}`, { clientKey: `automation-${keys}`, values });
  };
  const read = async (id: string) =>
    record(made(await app.get<RecordReply>('staff', `/api/metadata/data/Thing/${id}`)));
  return {
    app,
    deps: {
      ...automationParts(app.services, { memberById }),
      report: (error) => {
        throw error;
      },
    },
    owner: rows[0]?.id ?? '',
    save: (values) => create('Automation', { ...base, ...values }),
    rule: async (values) => made(await create('Automation', { ...base, ...values })).record.id,
    off: async (rule) => {
      const { record: kept } = made(await app.get<RecordReply>('staff', `/api/metadata/data/Automation/${rule}`));
      made(
        await app.post('staff', `/api/metadata/data/Automation/${rule}`, {
          version: kept['version'],
          values: { state: 'off' },
        }),
      );
    },
    make: async (values) => record(made(await create('Thing', values))),
    read,
    change: async ({ id, version }, values) =>
      void made(await app.post('staff', `/api/metadata/data/Thing/${id}`, { version, values })),
    runs: async (rule) =>
      (
        await sql<Run>`select record_id::text as record, state, outcome, cause from automation_run
          where automation_id = ${rule}::bigint order by id`.execute(db)
      ).rows,
    history: async (id) =>
      (
        await sql<{ origin: string; actor: string }>`select origin, actor from record_history
          where object_api_name = 'Thing' and record_id = ${id}::bigint order by version desc`.execute(db)
      ).rows,
    notices: async (text, where = 'body') =>
      Number(
        (await sql<{ count: string }>`select count(*) from notice where ${sql.ref(where)} = ${text}`.execute(db))
          .rows[0]?.count,
      ),
    corrections: async (id) =>
      (
        await sql<{ field: string; proposed: unknown; reason: string }>`select field, proposed, reason from correction
          where record_id = ${id}::bigint`.execute(db)
      ).rows.map(({ field, proposed, reason }) => [field, proposed, reason]),
    day: (days) => shanghaiDay(new Date(at + days * DAY_MS)),
    pass: (days) => (at += days * DAY_MS),
    passMinutes: (minutes) => (at += minutes * MINUTE_MS),
    close: () => app.close(),
  };
}
