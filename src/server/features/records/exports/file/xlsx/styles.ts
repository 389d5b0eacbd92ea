/** Cell styles by their place in `cellXfs`. */
export const STYLE = {
  text: 0,
  heading: 1,
  whole: 2,
  places: 3,
  general: 4,
  plain: 5,
  percent: 6,
  percentPlaces: 7,
  date: 8,
  dateTime: 9,
} as const;

const [DATE_FORMAT, DATE_TIME_FORMAT] = [164, 165];
/** Number formats in the order of STYLE, from `whole` on; those below 164 are Excel's own. */
const NUMBER_FORMATS = [3, 4, 0, 1, 9, 10, DATE_FORMAT, DATE_TIME_FORMAT];

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** The part `xl/styles.xml`. */
export const STYLES_XML = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="${DATE_FORMAT}" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="${DATE_TIME_FORMAT}" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Microsoft YaHei"/></font><font><b/><sz val="11"/><name val="Microsoft YaHei"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFEEF1F5"/><bgColor indexed="64"/></patternFill></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${NUMBER_FORMATS.length + 2}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/>${NUMBER_FORMATS.map((format) => `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`).join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
