import type { Help, Guide, HelpTerm } from '#schemas/api/help.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import type { FileValue } from '#schemas/metadata/value.ts';
import type { BoundValues } from '#shared/bindings/bound-values.ts';
import { type Actor, isStaff } from '#shared/policy/actor.ts';
import { kindsOfActor } from '#shared/policy/kinds-of-actor.ts';
import { boundRecords } from '#server/core/bindings/bound-records.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { ownFile } from '#server/core/files/own-files.ts';
import type { RecordReader } from '#server/core/lists/record-reader.ts';

export interface HelpDeps {
  readonly catalog: Catalog;
  readonly reader: RecordReader;
  readonly now: () => Date;
}

const ARTICLE = BINDINGS.helpArticle;
const TERM = BINDINGS.glossaryTerm;
type Article = BoundValues<typeof ARTICLE>;

/** Staff read what they write for others. */
const isFor = ({ audience = [] }: Article, actor: Actor): boolean =>
  audience.length === 0 || isStaff(actor) || kindsOfActor(actor).some((kind) => audience.includes(kind));

/** The articles of the help center and the terms of the market, as far as they are published and for a reader. */
export class HelpLibrary {
  readonly #deps: HelpDeps;

  constructor(deps: HelpDeps) {
    this.#deps = deps;
  }

  async read(actor: Actor): Promise<Help> {
    const [articles, terms] = await Promise.all([this.articles(actor), this.terms()]);
    const field = this.#deps.catalog
      .find(ARTICLE.object)
      ?.fields.find(({ apiName }) => apiName === ARTICLE.fields.category.apiName);
    const used = new Set(articles.map(({ category }) => category));
    const categories = (field?.selectOptions ?? []).filter(({ value }) => used.has(value));
    const place = new Map(categories.map(({ value }, index) => [value, index]));
    return {
      categories: categories.map(({ value, label }) => ({ value, label })),
      articles: articles.toSorted((one, other) => (place.get(one.category) ?? 0) - (place.get(other.category) ?? 0)),
      terms,
    };
  }

  /** In their own order. */
  async articles(actor: Actor): Promise<Guide[]> {
    const rows = await boundRecords(this.#deps, ARTICLE, { sortedBy: 'position' });
    return rows.flatMap(({ id, values }) => {
      const { title = '', category = '', keywords = [], places = [], slug = id, body = '' } = values;
      if (values.isPublished !== true || !isFor(values, actor)) return [];
      const shown = { id, slug, title, category, keywords: [...keywords], places: [...places] };
      return [{ ...shown, body: withPictures(body, values) }];
    });
  }

  async terms(): Promise<HelpTerm[]> {
    const rows = await boundRecords(this.#deps, TERM, { sortedBy: 'term' });
    return rows.flatMap(({ values: { term = '', alternatives = [], explanation = '', related = '', isPublished } }) =>
      isPublished === true ? [{ term, alternatives: [...alternatives], explanation, related }] : [],
    );
  }
}

/** Pictures that were uploaded with the article are written as 图1 to 图4. */
function withPictures(body: string, { picture1, picture2, picture3, picture4 }: Article): string {
  const pictures: readonly (FileValue | undefined)[] = [picture1, picture2, picture3, picture4];
  return body.replaceAll(/\]\(图([1-4])\)/g, (_whole, number: string) => {
    const picture = pictures[Number(number) - 1];
    return `](${picture && ownFile(picture)?.bucket === 'public' ? picture.url : ''})`;
  });
}
