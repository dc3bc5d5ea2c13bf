-- A threshold of an account's spending on a day or in a month (UTC), or of its balance. The worker looks every minute. An alert
-- is sent once for each period: sent_for is the day, or the first day of the month, for which it was sent last. An alert about
-- the balance is sent once when the balance falls below the amount; is_below becomes false when it is above again.
create table spend_alert (
  account_id uuid not null references account on delete cascade,
  alert_id   uuid not null,
  kind       text not null check (kind in ('day', 'month', 'balance')),
  amount     bigint not null check (amount > 0),
  created_at timestamptz not null default now(),
  sent_at    timestamptz,
  sent_for   date,
  is_below   boolean not null default false,
  primary key (account_id, alert_id),
  unique (account_id, kind, amount)
);

-- The payment method that an account has saved at the payment provider.
create table payment_method (
  account_id uuid primary key references account on delete cascade,
  provider   text not null,
  customer   text not null,
  method     text not null,
  name       text not null,
  saved_at   timestamptz not null default now()
);

-- Buys a pack of credits with the saved payment method when the balance is below an amount. pending_payment is the payment that
-- is being made: there is never a second one beside it. amount and currency are the price that the owner agreed to; another
-- price switches it off. stopped_reason says why the service switched it off.
create table auto_top_up (
  account_id      uuid primary key references account on delete cascade,
  is_enabled      boolean not null,
  below           bigint not null check (below > 0),
  credits         bigint not null check (credits > 0),
  amount          bigint not null check (amount > 0),
  currency        text not null,
  monthly_limit   bigint not null check (monthly_limit >= amount),
  stopped_reason  text,
  pending_payment uuid,
  pending_since   timestamptz,
  check ((pending_payment is null) = (pending_since is null))
);

alter table payment add column is_automatic boolean not null default false;
