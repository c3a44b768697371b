import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp } from '../../test/app.ts';
import { makeAdministrator } from '../../test/people.ts';

const { ask, deps } = await testApp();
const { db } = deps;
const { token } = await makeAdministrator(deps, { claims: ['ManageUsers'] });

test('a search that matched thousands of users matches none once they are archived', async () => {
  await sql`
    insert into users (id, user_type, first_name, last_name, email, mobile, password_hash, created_at)
    select gen_random_uuid(), 1, 'Bao', 'Zephyr', 'user.' || n || '@example.com', '0491570156', '', ${deps.clock.now()}
    from generate_series(1, 4_500) n`.execute(db);
  const search = async (page: number) => {
    const path = `/v1/users/filter?page=${page}&pageSize=10&search=zephyr`;
    const { status, body, headers } = await ask<object[]>('POST', path, {
      token,
      body: { startDate: '2026-01-01', endDate: '2026-12-31', userTypes: [1, 2, 3] },
    });
    return [status, body.length, Number(headers['x-total-count'])];
  };
  expect(await search(1)).toEqual([200, 10, 4_500]);
  expect(await search(450)).toEqual([200, 10, 4_500]);
  await sql`update users set archived_at = now() where last_name = 'Zephyr'`.execute(db);
  expect(await search(2)).toEqual([200, 0, 0]);
});
