// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { control, filledServer, hasControl, nameControl, openForm, saveButton, type } from './open-form.tsx';

const LABEL = '项目名称';

afterEach(() => cleanup());

describe('The form of a member for the own company', () => {
  test('has the fields that are the member’s to change, and names those that staff decide on', async () => {
    const server = filledServer();
    server.own = { writable: ['name', 'website'], reviewed: ['name'] };
    await openForm({ id: '9', server });
    expect(hasControl('官网')).toBe(true);
    expect(screen.getByText(/修改后须经平台审核才会生效/).textContent).toContain(LABEL);
    expect(document.querySelectorAll('form input, form textarea').length).toBeLessThanOrEqual(2);
    type(nameControl(), '新的名称');
    type(control('官网'), 'https://b.example');
    fireEvent.click(saveButton());
    expect(await screen.findByText(new RegExp(`保存成功，${LABEL}经平台审核后生效`))).toBeDefined();
    expect(server.writes[0]?.body).toMatchObject({ values: { name: '新的名称', website: 'https://b.example' } });
  });

  test('says nothing of staff where every change takes effect at once', async () => {
    const server = filledServer();
    server.own = { writable: ['name', 'website'], reviewed: [] };
    await openForm({ id: '9', server });
    expect(screen.queryByText(/平台审核/)).toBeNull();
    type(control('官网'), 'https://b.example');
    fireEvent.click(saveButton());
    expect((await screen.findByText(/保存成功/)).textContent).not.toContain('审核');
  });
});
