import { makeAutoObservable, observable, observableRef } from 'mobx';
import type { PackageChoiceMade, PackageImport, PackageItem, PackagePlan } from '#schemas/api/packages.ts';
import {
  applyPackage,
  exportPackage,
  listPackageImports,
  planPackage,
  undoPackage,
} from '#schemas/generated/api/packages.ts';
import type { Package, PackageChoice } from '#schemas/metadata/package.ts';
import type { Side } from '#shared/metadata/merge-parts.ts';
import type { Api } from '#client/lib/api.ts';
import type { StreamEvent } from '#client/lib/events.ts';
import { Loadable } from '#client/lib/loadable.ts';
import { Mutation } from '#client/lib/mutation.ts';

type Clash = PackageItem['clashes'][number];

const keyOf = ({ kind, name }: Pick<PackageItem, 'kind' | 'name'>, { path }: Pick<Clash, 'path'>): string =>
  JSON.stringify([kind, name, path]);

/** Packages of metadata: one that is made, one that is looked at before it is brought in, and those that were. */
export class PackageStore {
  readonly imports: Loadable<readonly PackageImport[]>;
  readonly exporting = new Mutation();
  readonly planning = new Mutation();
  readonly applying = new Mutation();
  readonly undoing = new Mutation();
  /** The file at hand, and what it would change. */
  file: { readonly name: string; readonly content: unknown } | undefined;
  plan: PackagePlan | undefined;
  acceptRights = false;
  /** What the last step came to, in words. */
  outcome = '';
  /** The sides that were chosen, by conflict. */
  readonly #choices = observable.map<string, PackageChoiceMade>();
  readonly #api: Api;
  #isStale = false;

  constructor(api: Api) {
    this.#api = api;
    this.imports = new Loadable(() => api.call(listPackageImports));
    makeAutoObservable(this, { file: observableRef, plan: observableRef }, { autoBind: true });
  }

  load(): Promise<void> {
    return this.imports.refresh();
  }

  /** Makes a package; `save` puts it on the disk. */
  export(choice: PackageChoice, save: (pack: Package) => void): Promise<boolean> {
    return this.exporting.run(() => this.#api.call(exportPackage, { body: choice }), save);
  }

  /** Takes a file, whose plan is shown next. */
  async open(name: string, text: string): Promise<void> {
    this.close();
    await this.planning.run(
      async () => {
        const content = jsonOf(text);
        return { content, plan: await this.#api.call(planPackage, { body: { package: content } }) };
      },
      ({ content, plan }) => {
        this.file = { name, content };
        this.plan = plan;
      },
    );
  }

  close(): void {
    this.file = undefined;
    this.plan = undefined;
    this.acceptRights = false;
    this.outcome = '';
    this.#choices.clear();
    for (const step of [this.planning, this.applying, this.undoing]) step.clear();
  }

  sideOf(item: PackageItem, clash: Clash): Side | undefined {
    return this.#choices.get(keyOf(item, clash))?.side;
  }

  async choose(item: PackageItem, clash: Clash, side: Side): Promise<void> {
    this.#choose(item, clash, side);
    await this.#planAgain();
  }

  async chooseAll(side: Side): Promise<void> {
    for (const item of this.plan?.items ?? []) for (const clash of item.clashes) this.#choose(item, clash, side);
    await this.#planAgain();
  }

  #choose(item: PackageItem, clash: Clash, side: Side): void {
    const { kind, name } = item;
    this.#choices.set(keyOf(item, clash), { kind, name, path: [...clash.path], side });
  }

  /** Shows what comes of the choices, once all are made: rights may change by them too. */
  async #planAgain(): Promise<void> {
    this.#isStale = true;
    // One at a time: what was chosen meanwhile is planned next.
    while (this.#isStale && this.file && this.unanswered === 0 && !this.planning.isBusy) {
      this.#isStale = false;
      const { file } = this;
      const body = { package: file.content, choices: [...this.#choices.values()] };
      await this.planning.run(
        () => this.#api.call(planPackage, { body }),
        (plan) => file === this.file && this.#show(plan),
      );
    }
  }

  #show(plan: PackagePlan): void {
    // What was accepted is what was on screen.
    if (plan.mark !== this.plan?.mark) this.acceptRights = false;
    this.plan = plan;
  }

  /** Conflicts without a choice. */
  get unanswered(): number {
    const clashes = (this.plan?.items ?? []).flatMap((item) => item.clashes.map((clash) => this.sideOf(item, clash)));
    return clashes.filter((side) => side === undefined).length;
  }

  get changesRights(): boolean {
    return (this.plan?.items ?? []).some(({ state, rights }) => state !== 'same' && rights.length > 0);
  }

  accept(accepted: boolean): void {
    this.acceptRights = accepted;
  }

  /** Brings the package in, or tries it, by the plan that is shown; another plan by now is shown instead. */
  async apply(dryRun: boolean): Promise<boolean> {
    const { file, plan, acceptRights } = this;
    if (!file || !plan) return false;
    const wanted = { package: file.content, choices: [...this.#choices.values()] };
    this.outcome = '';
    const isDone = await this.applying.run(
      () => this.#api.call(applyPackage, { body: { ...wanted, mark: plan.mark, dryRun, acceptRights } }),
      ({ written }) => {
        if (!dryRun) this.close();
        this.outcome = dryRun ? `试运行通过：会写入 ${written} 项，没有保留任何改动` : `已引入 ${written} 项`;
      },
    );
    if (isDone && !dryRun) await this.load();
    if (!isDone) await this.#planAgain();
    return isDone;
  }

  /** Restores what was there before. */
  async undo(id: string): Promise<boolean> {
    this.outcome = '';
    const isDone = await this.undoing.run(
      () => this.#api.call(undoPackage, { body: { id } }),
      ({ restored, left }) => (this.outcome = [`已撤销，恢复 ${restored} 项`, ...left].join('；')),
      id,
    );
    if (isDone) await this.load();
    return isDone;
  }

  receive(event: StreamEvent): void {
    if (event.type === 'stream.opened') void this.load();
  }
}

/** What is no JSON goes to the server as a text, which says in words what is wrong with it. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
