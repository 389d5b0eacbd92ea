import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ObjectAction } from '#schemas/metadata/action.ts';
import type { RecordRow } from '#schemas/api/records.ts';
import type { Route } from '#schemas/api/route.ts';
import { actionInput } from '#generators/actions.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure } from '#client/lib/api-failure.ts';

/** An action that is being asked for, and the rows that it is for. */
export interface AskedAction {
  readonly action: ObjectAction;
  readonly rows: readonly RecordRow[];
}

interface ActionDeps {
  readonly api: Api;
  /** The day in Asia/Shanghai, YYYY-MM-DD, that conditions are judged by. */
  readonly today: string;
  /** Says a sentence that outlives the dialog. */
  readonly say: (words: string) => void;
  /** Reads again what an action changed. */
  readonly onDone: () => void;
}

/** Actions on rows of one object: asked for, confirmed, and done by the routes of the feature that owns the rows. */
export class ActionStore {
  asked: AskedAction | undefined;
  readonly today: string;
  readonly #deps: ActionDeps;

  constructor(deps: ActionDeps) {
    this.#deps = deps;
    this.today = deps.today;
    makeAutoObservable(this, { asked: observableRef }, { autoBind: true });
  }

  /** Begins an action: one that asks nothing is done at once. */
  ask(action: ObjectAction, rows: readonly RecordRow[]): void {
    if (action.confirm !== undefined || action.form) this.asked = { action, rows };
    else this.run({ action, rows }, {}).catch((thrown: unknown) => this.#deps.say(asFailure(thrown).message));
  }

  close(): void {
    this.asked = undefined;
  }

  /**
   * Does an action with what its form holds. One row: rejects with what was refused. Several: one after the other, and
   * says of how many it was refused and why first.
   */
  async run({ action, rows }: AskedAction, form: Readonly<Record<string, unknown>>): Promise<void> {
    const { api, say, onDone } = this.#deps;
    const route = routeOf(action);
    const refusals: string[] = [];
    for (const row of rows) {
      try {
        await api.call(route, actionInput(action, row, form));
      } catch (thrown) {
        if (rows.length === 1) throw thrown;
        refusals.push(asFailure(thrown).message);
      }
    }
    const count = rows.length - refusals.length;
    const words = rows.length === 1 ? (action.done ?? `${action.label}成功`) : `${action.label}：${count} 条成功`;
    say(refusals.length === 0 ? words : `${words}，${refusals.length} 条未成功：${refusals[0] ?? ''}`);
    runInAction(onDone);
  }
}

/** The route that an action names. Its reply is not read: the row is fetched again. */
function routeOf({ route }: ObjectAction): Route {
  const [method, path = ''] = route.split(' ');
  return { method, path } as Route;
}
