import { makeAutoObservable } from 'mobx';
import { BINDINGS } from '#schemas/bindings.ts';
import { addDeal, addInstitution } from '#schemas/generated/api/pipeline.ts';
import { type Actor, isFounder, isInvestor } from '#shared/policy/actor.ts';
import type { Api } from '#client/lib/api.ts';
import { Mutation } from '#client/lib/mutation.ts';
import { newKey } from '#client/lib/new-key.ts';

/** The list that a record may be put on by this user. */
type Way = 'institution' | 'company' | 'project';

export function wayOf(viewer: Actor, objectApiName: string): Way | undefined {
  if (isFounder(viewer) && objectApiName === BINDINGS.institution.object) return 'institution';
  if (!isInvestor(viewer)) return undefined;
  if (objectApiName === BINDINGS.company.object) return 'company';
  return objectApiName === BINDINGS.project.object ? 'project' : undefined;
}

/** Puts the record on screen on the user's list. */
export class FollowStore {
  isFollowed = false;
  readonly adding = new Mutation();
  readonly #api: Api;
  readonly #way: Way;
  readonly #id: string;
  /** One for the page, so that a second press adds nothing. */
  readonly #clientKey = newKey();

  constructor(api: Api, way: Way, id: string) {
    this.#api = api;
    this.#way = way;
    this.#id = id;
    makeAutoObservable(this, { adding: false });
  }

  get listPath(): string {
    return this.#way === 'institution' ? '/pipeline' : '/pipeline/deals';
  }

  follow = async (): Promise<void> => {
    const body = { clientKey: this.#clientKey, [this.#way]: this.#id };
    await this.adding.run(
      () => this.#api.call(this.#way === 'institution' ? addInstitution : addDeal, { body }),
      () => this.#followed(),
    );
  };

  #followed(): void {
    this.isFollowed = true;
  }
}
