import { readObject } from '#schemas/api/metadata.ts';
import { createRecord, readHistory, readRecord, updateRecord, type HistoryEntry } from '#schemas/api/records.ts';
import type { Call, ReplyOf } from '#schemas/api/route.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { SelectOption } from '#schemas/metadata/option-set.ts';
import type { ReferenceValue } from '#schemas/metadata/value.ts';
import { FAILURES, type Problem } from '#shared/errors.ts';
import type { Api, CallInput } from '#client/lib/api.ts';
import { ApiFailure } from '#client/lib/api-failure.ts';
import type { FieldLookups, OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import { FINANCING, REGIONS } from './financing.ts';

/** Keeps one record in memory and answers as the wire says. `hold` keeps answers back until `release`. */
export class FakeServer implements Api {
  definition: ObjectDefinition = FINANCING;
  record: Record<string, unknown> | undefined;
  version = 1;
  history: HistoryEntry[] = [];
  /** Refuses the next write with these problems. */
  problems: readonly Problem[] = [];
  /** Does the next write and loses its answer. */
  losesAnswer = false;
  /** What the reply says of the user's right to single fields. */
  own: { readonly writable?: string[]; readonly reviewed?: string[] } = {};
  readonly writes: { readonly path: string; readonly body: Record<string, unknown> }[] = [];
  readonly #created = new Set<unknown>();
  #held: (() => void)[] | undefined;

  hold(): void {
    this.#held = [];
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const answer of held) answer();
  }

  async call<R extends Call>(route: R, input: CallInput<R> = {}): Promise<ReplyOf<R>> {
    const reply = this.#answer(route, input.body);
    if (route.method === 'POST' && this.#held) await new Promise<void>((resolve) => this.#held?.push(resolve));
    if (reply instanceof ApiFailure) throw reply;
    return reply as ReplyOf<R>;
  }

  #answer(route: Call, body: unknown): unknown {
    switch (route.path) {
      case readObject.path:
        return this.definition;
      case readHistory.path:
        return this.history;
      case createRecord.path:
      case updateRecord.path:
        if (route.method === 'GET') return this.#row();
        return this.#write(route, body as { clientKey?: string; version?: number; values: Record<string, unknown> });
      case readRecord.path:
        return this.#row();
      default:
        throw new Error(`unexpected call of ${route.path}`);
    }
  }

  #write(route: Call, body: { clientKey?: string; version?: number; values: Record<string, unknown> }): unknown {
    this.writes.push({ path: route.path, body });
    if (this.problems.length > 0) {
      const problems = this.problems;
      this.problems = [];
      return new ApiFailure(FAILURES.INVALID_BODY.code, 422, FAILURES.INVALID_BODY.message, { errors: problems });
    }
    if (body.version !== undefined && body.version !== this.version) {
      return new ApiFailure(FAILURES.CONFLICT.code, 409, FAILURES.CONFLICT.message);
    }
    if (body.clientKey === undefined || !this.#created.has(body.clientKey)) {
      this.record = { ...this.record, ...body.values };
      if (body.version !== undefined) this.version += 1;
      this.#created.add(body.clientKey);
    }
    if (!this.losesAnswer) return this.#row();
    this.losesAnswer = false;
    return new ApiFailure(-2, 0, '请求超时');
  }

  #row(): unknown {
    return { record: { id: '9', version: this.version, ...this.record }, locked: [], editable: true, ...this.own };
  }
}

const NO_OPTIONS: readonly SelectOption[] = [];

/** Lookups with fixed answers. */
export const LOOKUPS: FieldLookups & OptionLabels = {
  options: (field: FieldDefinition) =>
    field.selectOptions ?? (field.config?.optionSet === 'region' ? REGIONS : NO_OPTIONS),
  searchRecords: (objectApiName: string, text: string): Promise<ReferenceValue[]> =>
    Promise.resolve(
      ['星河智造', '云帆生物', '青松资本']
        .map((name, index) => ({ id: String(index + 7), name }))
        .filter(({ name }) => objectApiName && name.includes(text)),
    ),
  label: (_optionSet, value, field) => field.selectOptions?.find((option) => option.value === value)?.label ?? value,
  path: (_optionSet, value) => {
    const option = REGIONS.find((candidate) => candidate.value === value);
    const parent = REGIONS.find((candidate) => candidate.value === option?.parent);
    return [parent?.label, option?.label].filter((label) => label !== undefined);
  },
};
