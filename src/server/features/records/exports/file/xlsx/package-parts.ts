import { STYLES_XML } from './styles.ts';
import { xmlText } from './xml-text.ts';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Where the sheet of a number from 1 is in the package. */
export const sheetPart = (number: number): string => `xl/worksheets/sheet${number}.xml`;

const contentTypes = (sheets: number): string =>
  `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/>${Array.from({ length: sheets }, (_, index) => `<Override PartName="/${sheetPart(index + 1)}" ContentType="${SPREADSHEET}.worksheet+xml"/>`).join('')}</Types>`;

const workbook = (names: readonly string[]): string =>
  `${XML}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${OFFICE}"><bookViews><workbookView/></bookViews><sheets>${names.map((name, index) => `<sheet name="${xmlText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`;

const relations = (sheets: number): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${Array.from({ length: sheets }, (_, index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`).join('')}<Relationship Id="rId${sheets + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`;

const ROOT = `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

/** Every part of a workbook but its sheets, by name, in the order in which readers expect them. */
export const packageParts = (names: readonly string[]): readonly (readonly [string, string])[] => [
  ['[Content_Types].xml', contentTypes(names.length)],
  ['_rels/.rels', ROOT],
  ['xl/workbook.xml', workbook(names)],
  ['xl/_rels/workbook.xml.rels', relations(names.length)],
  ['xl/styles.xml', STYLES_XML],
];

const MAX_NAME = 31;
const NOTES = '说明';

/** Names of the sheets of records, then of the notes: what Excel allows, and each another. */
export function sheetNames(label: string, sheets: number): readonly string[] {
  const base = label.replace(/[[\]:*?/\\\p{C}]/gu, ' ').replace(/^[\s']+|[\s']+$/g, '');
  const start = base === '' || base === NOTES || base.toLowerCase() === 'history' ? '数据' : base;
  const names = Array.from({ length: sheets }, (_, index) => {
    const suffix = index === 0 ? '' : ` (${index + 1})`;
    // Cut without leaving half of a pair.
    const kept = start.slice(0, MAX_NAME - suffix.length).replace(/[\uD800-\uDBFF]$/, '');
    return `${kept.replace(/[\s']+$/, '')}${suffix}`;
  });
  return [...names, NOTES];
}
