-- What a token may cost the operator, what it costs its account, and what was seen of it on the chain.
alter table token_mint
  add column failures integer not null default 0,
  add column price bigint not null default 0,
  add column hold_id uuid,
  add column absences integer not null default 0,
  add column absent_since_block bigint,
  drop constraint token_mint_check,
  -- A token that is refused before it is signed has no nonce.
  add check (state <> 'queued' or nonce is null),
  add check (state not in ('signed', 'minted') or nonce is not null),
  add check (price = 0 or hold_id is not null);

comment on column token_mint.failures is 'transactions that were mined without minting it, or that no node accepted';
comment on column token_mint.hold_id is 'holds the price of every token of one request; each token takes its part';
comment on column token_mint.absences is 'how often its nonce was used and none of its transactions was found, in a row';

alter table mint_transaction
  add column is_self_transfer boolean not null default false,
  add column signed_at_block bigint not null default 0,
  add column refusals integer not null default 0;

comment on column mint_transaction.is_self_transfer is 'uses the nonce up without minting, because no node accepts the mint';
comment on column mint_transaction.signed_at_block is 'the newest block when it was signed: its token is in no block much older';

-- Queued tokens are read by account, so that accounts take turns.
drop index token_mint_queued;
create index token_mint_queued on token_mint (chain_id, signer, account_id, created_at, number) where state = 'queued';
create index token_mint_signed on token_mint (chain_id, signer, nonce) where state = 'signed';

-- Holds credits for work that begins after its request was admitted: a hold without a process or a deadline, as
-- adopt_hold leaves it. Verdicts as of admit_requests: 0 held, 2 insufficient credits, 7 the key's limit of the month.
create function hold_for_work(
  in_account_id uuid, in_key_id uuid, in_hold_id uuid, in_amount bigint, in_operation text, in_request_id text
) returns table (verdict integer, balance bigint) language plpgsql as $$
#variable_conflict use_column
declare
  available bigint;
  month_left bigint;
begin
  select a.balance into available from account a where a.account_id = in_account_id for update;
  if in_amount > available then
    return query select 2, available;
    return;
  end if;
  select k.monthly_limit
    - coalesce((select sum(u.spent) from usage_hour u
        where u.account_id = in_account_id and u.key_id = in_key_id
          and u.hour >= date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'), 0)
    - coalesce((select sum(h.amount) from hold h where h.account_id = in_account_id and h.key_id = in_key_id), 0)
  into month_left from api_key k where k.account_id = in_account_id and k.key_id = in_key_id;
  if in_amount > month_left then
    return query select 7, available;
    return;
  end if;
  insert into hold (account_id, hold_id, key_id, amount, operation, request_id)
  values (in_account_id, in_hold_id, in_key_id, in_amount, in_operation, in_request_id);
  insert into ledger_entry (account_id, kind, amount, operation, request_id, key_id, hold_id)
  values (in_account_id, 'hold', in_amount, in_operation, in_request_id, in_key_id, in_hold_id);
  insert into usage_hour as u (account_id, hour, key_id, operation, requests, spent)
  values (in_account_id, date_trunc('hour', now()), in_key_id, in_operation, 1, 0)
  on conflict (account_id, hour, key_id, operation) do update set requests = u.requests + 1;
  return query
    update account a set balance = a.balance - in_amount, held = a.held + in_amount
    where a.account_id = in_account_id returning 0, a.balance;
end $$;

-- Captures or releases a part of such a hold. The caller changes the state of the work in the same transaction, and so
-- does it once; it must have locked the account.
create function settle_held_part(in_account_id uuid, in_hold_id uuid, in_amount bigint, is_captured boolean)
returns void language plpgsql as $$
declare
  part record;
begin
  delete from hold h where h.account_id = in_account_id and h.hold_id = in_hold_id and h.amount = in_amount
  returning h.* into part;
  if not found then
    update hold h set amount = h.amount - in_amount
    where h.account_id = in_account_id and h.hold_id = in_hold_id and h.amount > in_amount
    returning h.* into part;
  end if;
  if not found then
    raise exception 'hold % has not % left to settle', in_hold_id, in_amount;
  end if;
  insert into ledger_entry (account_id, kind, amount, operation, request_id, key_id, hold_id)
  values (in_account_id, case when is_captured then 'capture' else 'release' end::ledger_kind, in_amount,
    part.operation, part.request_id, part.key_id, in_hold_id);
  if is_captured then
    insert into usage_hour as u (account_id, hour, key_id, operation, requests, spent)
    values (in_account_id, date_trunc('hour', now()), part.key_id, part.operation, 0, in_amount)
    on conflict (account_id, hour, key_id, operation) do update set spent = u.spent + excluded.spent;
    update account a set held = a.held - in_amount, spent = a.spent + in_amount where a.account_id = in_account_id;
  else
    update account a set held = a.held - in_amount, balance = a.balance + in_amount where a.account_id = in_account_id;
  end if;
end $$;
