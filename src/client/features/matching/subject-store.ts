import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { BINDINGS } from '#schemas/bindings.ts';
import { matchInvestors, matchSubjects } from '#schemas/generated/api/match-lists.ts';
import { addOwnRecord } from '#schemas/generated/api/profile.ts';
import { listRecords, readRecord, updateRecord } from '#schemas/generated/api/records.ts';
import type { MatchList, Weights } from '#schemas/api/match-lists.ts';
import type { MatchSubject } from '#shared/matching/match-address.ts';
import type { Api } from '#client/lib/api.ts';
import { Loadable } from '#client/lib/loadable.ts';
import type { DraftValues, MatchSide } from './match-store.ts';

/** What a list may be ranked for, beside a draft. */
export interface Choice {
  readonly subject: Exclude<MatchSubject, { readonly kind: 'draft' }>;
  readonly name: string;
}

/** What can be judged by the answers of a draft. */
interface Judgeable {
  readonly judged: number;
  readonly total: number;
}

const PAGE = 20;
const { mandate: MANDATE, financingDraft: DRAFT } = BINDINGS;

/** The projects, requests or mandates of a user, and conditions that are used once and kept nowhere. */
export class SubjectStore {
  readonly side: MatchSide;
  readonly choices: Loadable<readonly Choice[]>;
  draft: DraftValues | undefined;
  /** Is the user being asked for a draft? */
  isAsking = false;
  /** Of the draft that is being filled; undefined while it is not known. */
  judgeable: Judgeable | undefined;
  readonly #api: Api;
  #turn = 0;

  constructor(api: Api, side: MatchSide) {
    this.#api = api;
    this.side = side;
    this.choices = new Loadable(() => (side === 'projects' ? this.#mandates() : this.#rounds()));
    makeAutoObservable(this, { side: false, choices: false, draft: observableRef, judgeable: observableRef });
  }

  /** The object whose form asks for a draft. */
  get draftObject(): string {
    return this.side === 'projects' ? MANDATE.object : DRAFT.object;
  }

  load = (): Promise<void> => this.choices.load();

  ask = (): void => {
    this.isAsking = true;
  };

  close = (): void => {
    this.isAsking = false;
  };

  use = (draft: DraftValues): void => {
    this.draft = draft;
  };

  /** Keeps what was asked for as a mandate; resolves to its id. The same key twice keeps one. */
  save = async (values: DraftValues, clientKey: string): Promise<string> => {
    const { record } = await this.#api.call(addOwnRecord, {
      params: { kind: 'mandate' },
      body: { clientKey, values },
    });
    void this.load();
    return record.id;
  };

  /** Keeps weights in a mandate of the user's. */
  saveWeights = async (id: string, weights: Weights): Promise<void> => {
    const params = { objectApiName: MANDATE.object, id };
    const { record } = await this.#api.call(readRecord, { params });
    const entries = Object.entries(weights).flatMap(([key, weight]) => (weight === 1 ? [] : [`${key}=${weight}`]));
    const values = { [MANDATE.fields.weights.apiName]: entries.length > 0 ? entries : null };
    await this.#api.call(updateRecord, { params, body: { version: Number(record['version']), values } });
  };

  /** Asks how many institutions the answers so far let judge. A later question passes this one over. */
  judge = async (draft: DraftValues): Promise<void> => {
    if (this.side === 'projects') return;
    this.#turn += 1;
    const turn = this.#turn;
    let found: MatchList | undefined;
    try {
      found = await this.#api.call(matchInvestors, { body: { draft, pageSize: 1 } });
    } catch {
      // What is half filled may be refused; the count comes with the next answer.
    }
    if (turn !== this.#turn) return;
    runInAction(() => (this.judgeable = found && { judged: found.basis.judged, total: found.total }));
  };

  nameOf(subject: MatchSubject): string | undefined {
    if (subject.kind === 'draft') return '临时条件';
    return this.choices.value?.find(({ subject: { kind, id } }) => kind === subject.kind && id === subject.id)?.name;
  }

  async #rounds(): Promise<Choice[]> {
    const { list } = await this.#api.call(matchSubjects, {});
    return distinct(list.map(({ kind, id, name }) => ({ subject: { kind, id }, name })));
  }

  async #mandates(): Promise<Choice[]> {
    const { layout, list } = await this.#api.call(listRecords, {
      body: { objectApiName: MANDATE.object, pageSize: PAGE },
    });
    return distinct(
      list.map((row) => ({
        subject: { kind: 'mandate', id: row.id },
        name: String(row[layout?.nameField ?? ''] ?? `#${row.id}`),
      })),
    );
  }
}

/** Two of one name differ by a number. */
const distinct = (choices: readonly Choice[]): Choice[] =>
  choices.map((choice, at) => {
    const before = choices.slice(0, at).filter(({ name }) => name === choice.name).length;
    return before === 0 ? choice : { ...choice, name: `${choice.name}（${before + 1}）` };
  });
