-- A purchase of credits. The row exists before the payment provider is called, so every event of the provider finds it.
-- Amounts of money are integers of the currency's smallest unit.
--
-- The provider's events are facts about a payment, in any order and any number of times; the ledger follows from the facts.
-- due_back is the amount of credits that the facts require to be reclaimed, reclaimed is what was reclaimed so far; the
-- difference is owed.
create table payment (
  account_id       uuid not null references account on delete cascade,
  payment_id       uuid not null,
  provider         text not null,
  credits          bigint not null check (credits > 0),
  amount           bigint not null check (amount > 0),
  currency         text not null,
  provider_payment text,
  created_at       timestamptz not null default now(),
  paid_at          timestamptz,
  paid_amount      bigint check (paid_amount > 0),
  due_back         bigint not null default 0 check (due_back between 0 and credits),
  reclaimed        bigint not null default 0 check (reclaimed between 0 and credits),
  primary key (account_id, payment_id),
  check ((paid_at is null) = (paid_amount is null))
);

create unique index payment_provider_payment on payment (provider, provider_payment);
create index payment_owed on payment (account_id) where due_back > reclaimed;

-- Money that was returned: one refund, the sum of all refunds, or one dispute. A reversal counts while `stands` is true. When
-- it fails or the dispute is won, `stands` becomes false and stays false, however late the event of its start arrives.
create table payment_reversal (
  account_id  uuid not null,
  payment_id  uuid not null,
  reversal_id text not null,
  kind        text not null check (kind in ('refund', 'refunds in total', 'dispute')),
  amount      bigint not null check (amount >= 0),
  stands      boolean not null,
  primary key (account_id, payment_id, reversal_id),
  foreign key (account_id, payment_id) references payment on delete cascade
);
