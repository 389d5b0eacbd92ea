import type { GivenObjects } from '#server/commands/ask/given-objects.ts';

/** Greenhouses and what grows in them: objects that the product knows nothing of but their definitions. */
export const GREENHOUSES: GivenObjects = {
  objects: [
    {
      apiName: 'Greenhouse',
      label: '温室',
      description: '用来种植作物的玻璃或薄膜棚。',
      fields: [
        { apiName: 'name', type: 'text', label: '温室名称' },
        { apiName: 'county', type: 'text', label: '所在区县' },
        {
          apiName: 'cover',
          type: 'select',
          label: '覆盖材料',
          config: { help: '棚顶用什么材料，决定透光与保温。' },
          selectOptions: [
            { value: 'g', label: '玻璃' },
            { value: 'f', label: '薄膜' },
          ],
        },
        { apiName: 'area', type: 'decimal', label: '占地面积（亩）', decimalPlaces: 1 },
        { apiName: 'warmth', type: 'decimal', label: '夜间气温（度）', decimalPlaces: 1 },
        { apiName: 'advisor', type: 'text', label: '推荐人' },
        { apiName: 'phone', type: 'text', label: '值班电话' },
        { apiName: 'builtOn', type: 'date', label: '建成日期' },
        { apiName: 'rent', type: 'decimal', label: '租金（万元）', decimalPlaces: 1, config: { visibleTo: ['staff'] } },
      ],
    },
    {
      apiName: 'Crop',
      label: '作物',
      fields: [
        { apiName: 'name', type: 'text', label: '作物名称' },
        { apiName: 'greenhouse', type: 'reference', label: '种植温室', targetApiName: 'Greenhouse' },
        { apiName: 'yield', type: 'decimal', label: '产量（吨）', decimalPlaces: 1 },
      ],
    },
  ],
  records: {
    Greenhouse: [
      {
        id: '朝阳一号',
        name: '朝阳一号',
        county: '延庆',
        cover: 'g',
        area: '12.5',
        warmth: '18',
        advisor: '农科院',
        phone: '0100001',
        builtOn: '2015-03-01',
        rent: '7',
      },
      {
        id: '朝阳二号',
        name: '朝阳二号',
        county: '密云',
        cover: 'f',
        area: '30',
        warmth: '18',
        advisor: '农技站',
        builtOn: '2019-06-01',
        rent: '9',
      },
      { id: '春晖棚', name: '春晖棚', county: '延庆', cover: 'f', area: '4', builtOn: '2021-01-01', rent: '3' },
      { id: '春晖棚2', name: '春晖棚', county: '怀柔', cover: 'g', area: '6', builtOn: '2022-01-01', rent: '3' },
    ],
    Crop: [
      { id: 'c1', name: '樱桃番茄', greenhouse: '朝阳一号', yield: '20' },
      { id: 'c2', name: '水果黄瓜', greenhouse: '朝阳一号', yield: '35' },
      { id: 'c3', name: '彩椒', greenhouse: '朝阳二号', yield: '12' },
    ],
  },
};
