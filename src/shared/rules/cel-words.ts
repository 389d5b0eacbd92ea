/** What staff read for each code of the CEL library's errors; the library's own English is never shown. */
const WORDS: Readonly<Record<string, string>> = {
  unexpected_token: '此处语法有误',
  unexpected_character: '此处字符有误',
  invalid_number: '数字的写法有误',
  invalid_integer: '整数的写法有误',
  invalid_hex_integer: '十六进制整数的写法有误',
  invalid_exponent: '数字的指数部分有误',
  unterminated_string: '文本缺少结束引号',
  unterminated_triple_quoted_string: '文本缺少结束的三个引号',
  newline_in_string: '文本中不能直接换行，请写成 \\n',
  bytes_unicode_escape: '字节串中不能用 \\u 转义',
  invalid_escape_sequence: '“\\”后的转义写法有误，反斜杠本身请写成 \\\\',
  invalid_unicode_escape: '“\\u”后应为 4 位十六进制数，“\\U”后应为 8 位',
  invalid_unicode_surrogate: '“\\u”后的编码不是完整的字符',
  invalid_hex_escape: '“\\x”后应为 2 位十六进制数',
  invalid_octal_escape: '八进制转义应为 3 位',
  octal_escape_out_of_range: '八进制转义不能大于 \\377',
  reserved_identifier: '此处用了保留字',
  invalid_macro_argument: '参数有误',
  unknown_variable: '没有此名称',
  no_such_key: '没有此名称',
  no_such_overload: '此处运算不能用于这些类型',
  no_matching_overload: '没有此函数，或参数的个数、类型不符',
  invalid_logical_operand: '“&&”和“||”两边都必须是条件',
  invalid_condition_type: '“?”之前必须是条件',
  incompatible_ternary_branches: '“? :”两支的类型必须相同',
  invalid_comprehension_range: '此处只能用于列表',
  invalid_index_type: '此处不能这样用“[ ]”取值',
  cannot_index_type: '此处不能用“[ ]”或“.”取值',
  heterogeneous_list_element: '列表各项的类型必须相同',
  heterogeneous_map_key: '映射各键的类型必须相同',
  heterogeneous_map_value: '映射各值的类型必须相同',
};

/** What the parser waited for, by the library's name of it. */
const EXPECTED: Readonly<Record<string, string>> = {
  RPAREN: '“)”',
  RBRACKET: '“]”',
  RBRACE: '“}”',
  COLON: '“:”',
  IDENTIFIER: '名称',
  EOF: '表达式的结尾',
};

/** An error of the library in Chinese; one of a kind that is not known here only says that the place is wrong. */
export function celWords(code: string, summary: string): string {
  if (code === 'expected_token') {
    const expected = EXPECTED[/^Expected (\w+)/.exec(summary)?.[1] ?? ''];
    return expected === undefined ? '此处语法有误' : `此处应为${expected}`;
  }
  return WORDS[code] ?? '此处写法有误，请检查语法和类型';
}
