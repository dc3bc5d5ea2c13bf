-- Credits that are taken back from an account, because the money they were bought with went back. They leave what was
-- granted and the balance alike, so granted = balance + held + spent goes on being true.
alter type ledger_kind add value 'reclaim';

-- What an owner set out to buy. The row is there before the payment provider is asked, so whatever the provider tells
-- later finds it. Amounts of money are integers of the currency's smallest unit.
--
-- What the provider tells are facts about a payment, in any order and any number of times; the ledger follows from the
-- facts. due_back is what should have been taken back by them, reclaimed what was: the difference is owed.
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

-- Money that went back: one refund, the sum of all refunds, or one dispute. It stands until it failed or was won, and
-- then never again, however late the news of its beginning arrive.
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
