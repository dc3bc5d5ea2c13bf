import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";

export interface Operator {
  userId: string;
  email: string;
  accountId: string;
}

/** Grants or removes the operator role; undefined when no owner or operator has this email or wallet. */
export async function setOperator(
  database: Database,
  emailOrWallet: string,
  isOperator: boolean,
): Promise<Operator | undefined> {
  const { rows } = await sql<Operator>`
    update membership m set role = ${isOperator ? "operator" : "owner"}
    from app_user u
    where u.id = m.user_id and m.role in ('owner', 'operator')
      and (lower(u.email) = lower(${emailOrWallet})
        or u.id in (select w.user_id from user_wallet w where lower(w.address) = lower(${emailOrWallet})))
    returning u.id as "userId", u.email, m.account_id as "accountId"`.execute(database);
  return rows[0];
}

export async function listOperators(database: Database): Promise<Operator[]> {
  const { rows } = await sql<Operator>`
    select u.id as "userId", u.email, m.account_id as "accountId"
    from membership m join app_user u on u.id = m.user_id where m.role = 'operator' order by u.email`.execute(
    database,
  );
  return rows;
}
