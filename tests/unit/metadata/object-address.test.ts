import { describe, expect, test } from 'vitest';
import { addressProblem, malformedAddress } from '#shared/metadata/object-address.ts';

const OBJECTS = [
  { apiName: 'Sale', label: '交易', route: '/data/sales', fixedRoutes: ['/data/sales/large'] },
  { apiName: 'Person', label: '人物' },
];

describe('The address of a list', () => {
  test.each(['/data/wine', '/data/wine/list', '/InvestmentFinancing/wine'])('%s may be had', (address) => {
    expect(addressProblem(address, 'Wine', OBJECTS)).toBeUndefined();
  });

  test.each([
    ['/data/sales', '列表地址“/data/sales”已用于对象“交易”，请换一个地址'],
    ['/data/Sales', '列表地址“/data/Sales”已用于对象“交易”，请换一个地址'],
    ['/data/sales/large', '列表地址“/data/sales/large”已用于对象“交易”，请换一个地址'],
  ])('%s is of another object', (address, words) => {
    expect(addressProblem(address, 'Wine', OBJECTS)).toBe(words);
  });

  test('an object keeps its own', () => {
    expect(addressProblem('/data/sales', 'Sale', OBJECTS)).toBeUndefined();
  });

  test.each(['/home', '/staff/metadata', '/data', '/databank/x', 'data/x'])(
    '%s is of a page of the product',
    (address) => {
      expect(malformedAddress(address)).toMatch(
        /以 \/data\/ 或 \/InvestmentFinancing\/ 开头，其他地址属于产品自己的页面/,
      );
    },
  );

  test.each(['/data/', '/data/酒', '/data/a-b', '/data/a/b/c/d/e', '/data//x'])(
    '%s has a part that is none',
    (address) => {
      expect(malformedAddress(address)).toMatch(/每一段应为 1 到 40 个字母或数字/);
    },
  );
});
