import { describe, expect, test } from 'vitest';
import type { Guide } from '#schemas/api/help.ts';
import { askedOfHelp, helpAnswer, termAnswer, termOf } from '#shared/assistant/help-questions.ts';
import { shippedArticles, shippedTerms } from '#server/platform/help/shipped.ts';

const articles = shippedArticles().map(({ key, values }): Guide => {
  const { title, category, keywords, places, body } = values as unknown as Guide;
  return { id: '1', slug: key, title, category, keywords, places, body };
});
const slugs = (question: string) =>
  helpAnswer(question, articles)?.links.map(({ href }) => href.replace('/helpCenter/', ''));

describe('a question of how or where', () => {
  test.each([
    ['怎么发布融资', 'publish-financing'],
    ['怎么发布融资？', 'publish-financing'],
    ['请问如何导出数据', 'export'],
    ['导出在哪里', 'export'],
    ['在哪里上传BP', 'upload-plan'],
    ['怎么注销账号', 'close-account'],
    ['密码错误怎么办', 'forgot-password'],
    ['如何匿名浏览', 'privacy-visits'],
    ['怎样邀请成员', 'company-members'],
    ['怎么联系客服', 'customer-service'],
    ['我想知道怎么开通SVIP', 'svip'],
    ['鲸币怎么充值', 'coins'],
    ['手机号怎么换绑', 'change-phone'],
    ['怎麼發布融資', 'publish-financing'],
  ])('%s is answered by the article %s', (question, slug) => {
    expect(slugs(question)?.[0]).toBe(slug);
  });

  test('that one article answers has its title and its first paragraph', () => {
    expect(helpAnswer('怎么发布融资', articles)).toEqual({
      sentence: '怎样发布融资需求：在“我的融资”点“发布融资需求”，填写后提交，平台审核通过即在“融资项目”中展示。',
      links: [{ label: '怎样发布融资需求', href: '/helpCenter/publish-financing' }],
    });
  });

  test('that several articles are as near to is asked back with three at most', () => {
    const like = (slug: string): Guide => ({
      id: slug,
      slug,
      title: `怎样设置提醒${slug}`,
      category: 'account',
      keywords: ['设置提醒'],
      places: [],
      body: '打开设置。',
    });
    const answer = helpAnswer('怎么设置提醒', ['a', 'b', 'c', 'd'].map(like));
    expect(answer?.links).toHaveLength(3);
    expect(answer?.sentence).toBe('帮助中心有几篇相关文章，您想看哪一篇？');
  });

  test.each(['北京的企业有哪些', '融资最多的企业', '什么是领投', '怎么理解领投', '怎样的企业融资最多'])(
    '%s is none',
    (question) => {
      expect(askedOfHelp(question)).toBeUndefined();
    },
  );

  test.each(['宁德时代在哪', '怎么做红烧肉', '如何在火星上种土豆'])('%s has no article', (question) => {
    expect(helpAnswer(question, articles)).toBeUndefined();
  });
});

describe('a term', () => {
  const terms = shippedTerms().map(({ values }) => ({ related: '', ...(values as object) }) as never);

  test.each([
    ['领投', '领投'],
    ['lead investor', '领投'],
    ['lp', '有限合伙人'],
    ['gp', '普通合伙人'],
    ['pre-a轮', 'Pre-A轮'],
    ['基金备案', '备案'],
  ])('%s is found as %s', (word, term) => {
    expect(termOf(word, terms)?.term).toBe(term);
  });

  test('is explained by the glossary before the metadata', () => {
    const [term] = [{ term: '领投', alternatives: [], explanation: '主导一轮融资。', related: '' }];
    expect(termAnswer(term as never, '“领投方”是交易的一项信息。')).toEqual({
      sentence: '“领投”：主导一轮融资。“领投方”是交易的一项信息。',
      links: [{ label: '术语表', href: '/helpCenter/glossary' }],
    });
  });
});

test('no two shipped articles have one title, and each begins with a paragraph that is an answer', () => {
  expect(new Set(articles.map(({ title }) => title)).size).toBe(articles.length);
  for (const { body, slug } of articles) {
    const [first = ''] = body.split('\n\n');
    expect([slug, first.length > 15 && !/^[#!\-*]/.test(first)]).toEqual([slug, true]);
  }
});
