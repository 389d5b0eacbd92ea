import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { isLinking } from '#generators/field-types/registry.ts';
import { isSaidDone } from './figures.ts';
import { isDate, isYear } from './field-facts.ts';
import { fieldsOf, isWord, type Token, type TokenOf, type Tokens } from './tokens.ts';
import type { AskableObject } from './vocabulary.ts';

/** Labels of fields that say where something is. */
const PLACE = /地区|地址|地点|城市|省份|所在|区域|位置|产地|国家|国籍|总部|注册地|区县/u;

const isTime = (field: FieldDefinition): boolean => isDate(field) || isYear(field);

/** The fields that a question asks for: those that it names, and those that 什么时候 and 在哪里 mean. */
export class Asked {
  readonly #tokens: Tokens;
  readonly #object: AskableObject;

  constructor(tokens: Tokens, object: AskableObject) {
    this.#tokens = tokens;
    this.#object = object;
  }

  /** In the order in which they are named; each part of the question that asks for one is used. */
  fields(): { readonly field: FieldDefinition; readonly token: Token }[] {
    const found = this.#tokens.all.flatMap((token) => {
      const fields = token.used ? [] : this.#fieldsOf(token);
      return fields.map((field) => ({ field, token }));
    });
    for (const token of this.#tokens.words('tail'))
      token.used = this.#tokens.beside(token, -1, ['is'])?.kind === 'field';
    return found;
  }

  #fieldsOf(token: Token): FieldDefinition[] {
    if (token.kind === 'field') return this.#named(token);
    if (isWord(token, 'when')) return this.#meant(token, isTime);
    return isWord(token, 'where') ? this.#meant(token, ({ label }) => PLACE.test(label)) : [];
  }

  #named(token: TokenOf<'field'>): FieldDefinition[] {
    const at = this.#tokens.all.indexOf(token);
    const behind = this.#tokens.all[at + 1]?.span.text;
    // 已清算的 is a condition, and so is what is only nearly a label ahead of 的.
    const isLost =
      this.#isStep(token) ||
      token.isLost ||
      (token.isNear && behind === '的') ||
      isSaidDone({ tokens: this.#tokens }, token);
    const [field] = isLost ? [] : fieldsOf(token);
    token.used = field !== undefined;
    return field ? [field] : [];
  }

  /**
   * 北京的企业的资讯, 湛耘资本投资的企业的资讯: what is said of the 企业 is said of what the records are linked with. To take it for
   * something said of the records themselves would leave that step out in silence.
   */
  #isStep(token: TokenOf<'field'>): boolean {
    const { all } = this.#tokens;
    const at = all.indexOf(token);
    const isOfSubject = all[at + 1]?.span.text === '的' && all[at + 2]?.kind === 'self' && all.length === at + 3;
    const before = all[at - 1]?.span.text === '的' ? this.#tokens.beside(token, -1, ['filler', 'verb']) : undefined;
    const isOfOther = before?.used === true && (before.kind === 'value' || before.kind === 'literal');
    return isOfSubject && isOfOther && fieldsOf(token).some(isLinking);
  }

  /** 什么时候成立 asks for the field beside it; else the only field of the kind, or the first of the list. */
  #meant(token: Token, fits: (field: FieldDefinition) => boolean): FieldDefinition[] {
    const beside = ([1, -1] as const).map((step) => this.#tokens.beside(token, step));
    const named = beside.find((one) => one?.kind === 'field' && one.fields.some(fits));
    const all = this.#object.fields.filter(fits).filter(({ config }) => config?.askByName !== true);
    const listed = this.#object.listed.flatMap((apiName) => all.find((field) => field.apiName === apiName) ?? []);
    const fields = named ? [] : all.length === 1 ? all : listed.slice(0, 1);
    token.used = named !== undefined || fields.length > 0;
    return fields;
  }
}
