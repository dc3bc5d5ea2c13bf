import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";

export interface Operator {
  userId: string;
  email: string;
  accountId: string;
}

const oldestAccount = sql`(
  select m.account_id from member m where m.user_id = u.id order by m.created_at, m.account_id limit 1)`;

/** Grants or removes the operator role; undefined when no confirmed user has this email or wallet. */
export async function setOperator(
  database: Database,
  emailOrWallet: string,
  isOperator: boolean,
): Promise<Operator | undefined> {
  const { rows } = await sql<Operator>`
    update app_user u set is_operator = ${isOperator}
    where exists (select from member m where m.user_id = u.id)
      and (lower(u.email) = lower(${emailOrWallet})
        or u.id in (select w.user_id from user_wallet w where lower(w.address) = lower(${emailOrWallet})))
    returning u.id as "userId", u.email, ${oldestAccount} as "accountId"`.execute(database);
  return rows[0];
}

export async function listOperators(database: Database): Promise<Operator[]> {
  const { rows } = await sql<Operator>`
    select u.id as "userId", u.email, ${oldestAccount} as "accountId"
    from app_user u where u.is_operator order by u.email`.execute(database);
  return rows;
}
